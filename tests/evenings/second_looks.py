"""One more evening, whose game master corrects what was done and tries it in a copy of the fight."""

import re
from itertools import islice

from django.urls import reverse

from tests.cast import client_of
from tests.evenings.evening import FightEvening
from tests.hostile.harvest import forms

DIE = re.compile(r'name="(die\.[^"]+)"\s+value="\d+" min="1" max="(\d+)"')
KEEP = re.compile(r'name="(keep\.[^"]+)"')
ACTS, CORRECTED = 14, 1


class SecondLooks(FightEvening):
    """A fight whose game master turns back to what was done in it."""

    def get(self, path):
        return client_of(self.gm).get(path).content.decode()

    def press(self, path, html, **sent):
        """Send the form of a page that has these fields with these values."""
        whole = (form for form in forms("gm", path, html) if form.method == "POST")
        form = next(form for form in whole if sent.items() <= dict(form.offered).items())
        client_of(self.gm).post(form.action, {**dict(form.fields), **sent})

    def correct(self, path, key, most):
        """Write down what would follow from the lowest and the highest face of a die, and of a roll that is kept."""
        for face in (1, most):
            looked = f"{path}?look=1&{key}={face}"
            html = self.write("gm", looked, f"corrected to {face}")
            yield looked, html
            later = KEEP.search(html)
            if later:
                yield looked, self.write("gm", f"{looked}&{later[1]}=keep", "corrected, with a roll that is kept")


def look_again(game):
    """The pages of acts that are corrected, and of a copy of the fight."""
    evening = SecondLooks(game)
    evening.play(ACTS)
    gm = evening.gm
    journal = evening.get(reverse("journal", args=[gm.token]))
    lines = dict.fromkeys(re.findall(rf'/t/{gm.token}/journal/[a-z2-7]{{16}}/(?=")', journal))
    dice = ((path, DIE.search(evening.get(path))) for path in reversed(lines))
    rolled = islice(((path, *die.groups()) for path, die in dice if die), CORRECTED)
    looked = [each for die in rolled for each in evening.correct(*die)]
    for path, html in [each for each in looked if 'value="correct"' in each[1]][:1]:
        evening.press(path, html, do="correct")
    evening.open("gm", "journal")
    copied = client_of(gm).post(reverse("fork", args=[gm.token, evening.token])).headers["Location"]
    html = evening.write("gm", copied, "copy")
    evening.write("gm", f"{copied}?act={re.search(r'act=([^#]+)#', html)[1]}", "form in a copy")
    return evening.pages
