"""A list updated line by line equals the drawn list, whatever was added, changed, folded or removed."""

import json
from random import Random

from campaigns.live import delta
from tests.browser.test_updates import SWAPS
from tests.browser.waiting import PATIENCE

FRAMES, LEAST, PAGE = 120, 8, 16  # so many frames; lines of a page
LINE = '<li id="{name}" class="line"><p>🎲 {name} {said}</p></li>\n'
FOLD = '<li class="fold"><details id="fold-{name}"><summary>{count} lines</summary><ol>{lines}</ol></details></li>\n'
# Each item of a list with the fold it is in, as the page has it and as it was drawn.
BOTH = """([id, text]) => {
    const drawn = document.createElement("template");
    drawn.innerHTML = text;
    const own = (item) => item.querySelector("summary") ?? item;
    const told = (root) => [...root.querySelectorAll("li")].map(
        (item) => [item.parentElement.closest("details")?.id, item.id, item.className, own(item).textContent.trim()]);
    return [told(document.getElementById(id)), told(drawn.content)].map(JSON.stringify);
}"""
SAME = f"(said) => {{ const [shown, drawn] = ({BOTH})(said); return shown === drawn; }}"


class Journal:
    """A journal as the server would draw it, newest first: what happens in it is laid out by a seed."""

    def __init__(self, seed):
        self.random, self.count, self.day = Random(seed), 0, 1
        self.lines = []
        for _line in range(PAGE):
            self.come()

    def come(self):
        self.count += 1
        self.day += self.random.random() < 0.1
        lays = self.random.random() < 0.7
        self.lines.insert(0, {"name": f"line-{self.count}", "day": self.day, "lays": lays, "said": 0})

    def move(self):
        """Something happens, such as a correction: lines go, others come, and one says something else."""
        done = [one for one in self.lines if not one["lays"]]
        for line in self.random.sample(done, min(len(done), self.random.choice((0, 0, 1, 2)))):
            self.lines.remove(line)
        for line in self.random.sample(self.lines, self.random.choice((0, 1, 1))):
            line["said"] += 1
        for _line in range(max(self.random.choice((0, 1, 1, 2)), LEAST - len(self.lines))):
            self.come()
        del self.lines[PAGE:]

    def text(self, name):
        items, run, day = [], [], 0

        def end():
            drawn = "".join(LINE.format(**one) for one in run)
            if len(run) >= 3:
                drawn = FOLD.format(name=run[-1]["name"], count=len(run), lines=drawn)
            items.append(drawn)
            run.clear()

        for number, line in enumerate(self.lines):
            if run and (line["day"] != day or not line["lays"] or not run[-1]["lays"] or number == 1):
                end()
            if line["day"] != day:
                day = line["day"]
                items.append(f'<li class="day">Day {day}</li>\n')
            run.append(line)
        end()
        return f'<section id="{name}"><ol class="journal">{"".join(items)}</ol></section>'


def test_whatever_comes_and_goes_a_list_reads_as_it_was_drawn(player):
    page, lines = player(), []
    page.route_web_socket("**/ws/**", lambda one: lines.append(one))
    page.goto(page.url.rstrip("/") + "/journal/")
    name = page.locator("section:has(.journal)").get_attribute("id")
    journal = Journal(1)
    page.wait_for_function("() => document.getElementById('connection').dataset.state === 'live'", timeout=PATIENCE)
    ((line),) = lines

    def send(before, after):
        steps = delta.steps(before, after) if before else None
        line.send(json.dumps({"regions": {name: after}} if steps is None else {"regions": {}, "parts": {name: steps}}))

    text = journal.text(name)
    send("", text)
    page.wait_for_function(SAME, arg=[name, text], timeout=PATIENCE)
    page.evaluate(SWAPS)
    whole = by_line = folds = 0
    for number in range(FRAMES):
        journal.move()
        before, text = text, journal.text(name)
        if text == before:
            continue
        page.evaluate("() => { swaps.length = 0; }")
        send(before, text)
        page.wait_for_function(SAME, arg=[name, text], timeout=PATIENCE)
        shown, drawn = page.evaluate(BOTH, [name, text])
        assert shown == drawn, number
        folds += 'class="fold"' in before and 'class="fold"' in text
        is_whole = name in page.evaluate("() => swaps")
        whole, by_line = whole + is_whole, by_line + (not is_whole)
    assert min(whole, by_line) > 20 and folds > FRAMES / 2, "some are put in line by line, others cannot be"
