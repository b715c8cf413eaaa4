"""The measures of the code in docs/quality.md are those that are counted."""

import pytest

from tests import measures

QUALITY = (measures.ROOT / "docs/quality.md").read_text()
SLACK = 0.25  # the table is made anew when a folder has become another one, not with every file
BOUNDED = {"longest", "complexity, most"}  # one function alone: what it may be is held in `test_code_style.py`


def cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip("|").split("|")]


@pytest.mark.slow("parses every module of a folder, of the rules some 260", most=6)
@pytest.mark.parametrize("folder", measures.FOLDERS)
def test_the_documents_tell_the_size_and_shape_of_a_folder(folder):
    (line,) = (line for line in QUALITY.splitlines() if line.startswith(f"| `{folder}/` |"))
    for title, written, counted in zip(measures.HEAD[1:], cells(line)[1:], measures.row(folder)[1:], strict=True):
        if title in BOUNDED:
            continue
        was, now = (float(figure.replace(",", "")) for figure in (written, counted))
        assert abs(was - now) <= max(SLACK * now, 1), title


def test_a_module_that_is_imported_counts_once_and_a_foreign_one_not(tmp_path, monkeypatch):
    (tmp_path / "bench").mkdir()
    source = "import django\nfrom rules.core.text import _\nfrom rules.core import text\ndef f(): return a or b\n"
    (tmp_path / "bench/made.py").write_text(source)
    monkeypatch.setattr(measures, "files", lambda _folder: [tmp_path / "bench/made.py"])
    assert measures.row("bench") == ("`bench/`", "1", "4", "1", "1", "1", "2.0", "2", "1.0")
