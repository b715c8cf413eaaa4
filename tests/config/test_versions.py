"""Data of another version: older ones are copied before they move on, newer ones are left alone."""

from datetime import UTC, datetime, timedelta

import pytest
from django.core.management import call_command
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from config import versions
from tests import forks, serve
from tests.forks import ForkedServer


@pytest.mark.django_db
@pytest.mark.parametrize("words", [("prepare",), ("upgrade",), ("serve",), ("demo", "--links")])
def test_an_older_program_refuses_the_data_of_a_newer_one_with_a_sentence(words, monkeypatch):
    monkeypatch.setenv("TABLEE_DEMO", "1")
    MigrationRecorder(connection).record_applied("campaigns", "9999_of_tomorrow")
    sentence = r"^These data belong to a newer version of Tablée .*nothing was changed\."
    with pytest.raises(versions.Newer, match=sentence):
        call_command(*words)


@pytest.mark.parametrize(
    ("migrated", "sentence"),
    [
        ((), "The database is empty: `{program} serve --prepare` sets it up, and then serves."),
        (
            ("campaigns", "0001"),
            "These data belong to an older version: `{program} upgrade` backs them up and migrates them.",
        ),
    ],
    ids=["empty", "older"],
)
def test_data_that_were_not_moved_on_are_not_served(migrated, sentence, tmp_path):
    server = ForkedServer(tmp_path, LC_ALL="en_GB.UTF-8")
    if migrated:
        server.manage("migrate", "--verbosity", "0", *migrated)
    run = forks.run(("-m", "tablee", "serve", "--port", str(server.port)), server.environment, seconds=60)
    assert (run.returncode, run.stdout) == (1, "")
    assert run.stderr.strip() == sentence.format(program="tablee")


@pytest.mark.parametrize("torn", ["noise", "half"])
@pytest.mark.parametrize(
    "words", ["prepare", "serve --port PORT", "upgrade", "backup copy.zip", "--port PORT --no-browser"]
)
def test_a_damaged_database_is_named_and_left_alone(words, torn, tmp_path):
    server = ForkedServer(tmp_path, LC_ALL="en_GB.UTF-8")
    server.migrate()
    whole = server.database.read_bytes()
    file = tmp_path / "demo.sqlite3" if words.startswith("--") else server.database
    file.write_bytes(b"\x07" * 20_000 if torn == "noise" else whole[: len(whole) // 2])
    before = file.read_bytes()
    command = ("-m", "tablee", *words.replace("PORT", str(server.port)).split())
    program = serve.run if words.startswith("--") else forks.run  # the former chooses settings before they are read
    run = program(command, server.environment, seconds=60)
    assert run.returncode != 0 and "Traceback" not in run.stderr, run.stderr
    assert f"{file} cannot be read, and nothing was changed" in run.stderr
    assert file.read_bytes() == before


@pytest.mark.django_db
def test_migrations_of_another_package_are_ignored():
    MigrationRecorder(connection).record_applied("somebody_else", "0001_initial")
    versions.check_data()
    assert not versions.is_older()


@pytest.mark.django_db(transaction=True)
def test_only_the_newest_copies_made_by_upgrades_are_kept(settings, tmp_path):
    settings.VAR = tmp_path
    settings.DATABASES["default"]["NAME"] = connection.settings_dict["NAME"]
    first = datetime(2026, 1, 1, tzinfo=UTC)
    made = [versions.copy_database(first + timedelta(days=day)) for day in range(versions.MOST_COPIES + 2)]
    assert sorted((tmp_path / "backups").iterdir()) == made[2:]
    assert {path.stat().st_mode & 0o777 for path in made[2:]} == {0o600}


@pytest.mark.django_db(transaction=True)
def test_without_a_copy_nothing_is_changed(settings, tmp_path, monkeypatch):
    settings.VAR = tmp_path
    (tmp_path / "backups").write_text("in the way")
    monkeypatch.setattr(versions, "is_older", lambda: True)
    with pytest.raises(versions.NotCopied, match="No copy could be made in .*, so nothing was changed"):
        call_command("upgrade")
