"""Sound, vibration, title and wake lock, each by choice."""

from playwright.sync_api import expect

STANDINS = """
  window.heard = [];
  const last = { connect: (next) => next };
  const tone = { ...last, frequency: { set value(hertz) { heard.push(hertz); } }, start() {}, stop() {} };
  const gain = { ...last, gain: { setValueAtTime() {}, exponentialRampToValueAtTime() {} } };
  window.AudioContext = class {
    currentTime = 0;
    resume() {}
    createOscillator() { return tone; }
    createGain() { return gain; }
  };
  navigator.vibrate = (buzz) => heard.push(["buzz", buzz]);
  const lock = { released: false, release: async () => { lock.released = true; heard.push("sleeps"); } };
  const request = async () => { lock.released = false; heard.push("awake"); return lock; };
  Object.defineProperty(navigator, "wakeLock", { value: { request } });
"""
SHOW = """([kind, words, about]) => {
  document.getElementById("shown")?.remove();
  const html = `<div id="shown" data-signal="${kind}" data-words="${words}"><p>${about}</p></div>`;
  if (kind) document.getElementById("main").insertAdjacentHTML("beforeend", html);
}"""
NOW = """async () => { await new Promise((done) => setTimeout(done, 200)); return heard.splice(0); }"""


def test_only_the_signals_chosen_on_this_device_happen_at_a_turn(player):
    page = player()
    page.add_init_script(STANDINS)
    page.reload()
    title = page.title()

    def shown(kind, words="", about=""):
        page.evaluate(SHOW, [kind, words, about])
        return page.evaluate(NOW)

    assert shown("turn", "À vous", "Élowen") == []
    assert page.title() == f"À vous · {title}"
    for other in ("Ailleurs", title):  # the title of an answer that takes the place of the content
        page.evaluate("title => { document.title = title; document.dispatchEvent(new Event('tablee:page')); }", other)
        assert page.title() == f"À vous · {other}"
    assert shown("") == [] and page.title() == title

    page.locator("[popovertarget=display]").first.click()
    choose = page.get_by_role("dialog", name="Affichage").get_by_role("button")
    choose.filter(has_text="Son").click()
    choose.filter(has_text="Vibration").click()
    choose.filter(has_text="Titre").click()
    choose.filter(has_text="toujours").click()
    expect(choose.filter(has_text="Son")).to_have_attribute("aria-pressed", "true")
    assert page.evaluate(NOW) == [523, 784, "awake"]
    assert shown("turn", "À vous", "Élowen") == [523, 784, ["buzz", 200]]
    assert page.title() == title
    assert shown("turn", "À vous", "Élowen") == []
    assert shown("asked", "Répondez", "Parade") == [880, 880, 880, ["buzz", [90, 70, 90, 70, 90]]]
    assert shown("asked", "Répondez", "Esquive")[0] == 880
    assert shown("next", "Bientôt", "")[0] == 440
    choose.filter(has_text="toujours").click()
    assert page.evaluate(NOW) == ["sleeps"]

    page.reload()
    assert page.evaluate(NOW) == []
    expect(page.locator("[data-choice=sound]")).to_have_attribute("aria-pressed", "true")
