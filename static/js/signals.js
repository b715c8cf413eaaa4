// Signals of this device, read from its page: sound, vibration and page title at a turn, and a screen that stays awake.
//   [data-signal="turn|asked|next"][data-words]   a signal with its words; its first <p> has the subject
//   [data-choice="sound|buzz|title|awake"]        turns one on or off here
(() => {
  "use strict";
  const KEPT = "signals", WALL = document.querySelector('#wire[data-page="screen"]'), all = (names) => [...document.querySelectorAll(names)];
  const FIGHT = '#wire[data-page^="fight/"], .ladder-wall, .fight-link';
  const TONES = { turn: [523, 784], asked: [880, 880, 880], next: [440], die: [190, 150] }; // hertz, one after the other
  const BUZZES = { turn: 200, asked: [90, 70, 90, 70, 90], next: 60 };
  const able = { buzz: "vibrate" in navigator, awake: "wakeLock" in navigator };
  let chosen = { title: true }, base = document.title, shown = base, audio, lock, asking, before, due;
  try { Object.assign(chosen, JSON.parse(localStorage.getItem(KEPT))); } catch {}

  const resumeAudio = () => (audio ??= new AudioContext()).resume();
  function sound(kind) {
    resumeAudio();
    TONES[kind].forEach((hertz, place) => {
      const tone = audio.createOscillator(), loud = audio.createGain(), at = audio.currentTime + place * .14;
      tone.frequency.value = hertz;
      loud.gain.setValueAtTime(.25, at);
      loud.gain.exponentialRampToValueAtTime(.001, at + .25);
      tone.connect(loud).connect(audio.destination);
      tone.start(at);
      tone.stop(at + .25);
    });
  }

  const text = (names) => all(names).map((element) => element.textContent).join();
  function read() {
    if (WALL) return { turn: text("#party [aria-current] .rung-who"), die: text("#result_band .die") };
    const signal = ["asked", "turn", "next"].flatMap((kind) => all(`[data-signal="${kind}"]`))[0], words = signal?.dataset.words;
    return signal ? { [signal.dataset.signal]: words + signal.querySelector("p")?.textContent, words } : {};
  }

  async function updateWakeLock() {
    const wanted = able.awake && !document.hidden && Boolean(chosen.awake || document.querySelector(FIGHT));
    if (asking || wanted === Boolean(lock && !lock.released)) return;
    asking = true;
    if (wanted) lock = await navigator.wakeLock.request().catch(() => 0); // refused when the battery is low
    else await lock?.release();
    asking = false;
  }

  function look() {
    due = 0;
    const { words, ...now } = read(), was = before ?? now;
    before = now;
    for (const kind in now) {
      if (!now[kind] || now[kind] === was[kind]) continue;
      if (chosen.sound) sound(kind);
      if (chosen.buzz && able.buzz) navigator.vibrate(BUZZES[kind] ?? 0);
    }
    if (document.title === shown) document.title = shown = words && chosen.title ? `${words} · ${base}` : base;
    updateWakeLock();
  }

  function paint() {
    for (const button of all("[data-choice]")) {
      const name = button.dataset.choice;
      button.hidden = able[name] === false;
      button.closest("[data-choices]")?.removeAttribute("hidden");
      button.setAttribute("aria-pressed", Boolean(chosen[name]));
    }
  }

  document.addEventListener("click", (event) => {
    const name = event.target.closest("[data-choice]")?.dataset.choice;
    if (name) {
      chosen[name] = !chosen[name];
      try { localStorage.setItem(KEPT, JSON.stringify(chosen)); } catch {}
      if (name === "sound" && chosen.sound) sound("turn");
      paint();
      look();
    } else if (chosen.sound) resumeAudio(); // browsers allow sound only after a tap
  });
  document.addEventListener("visibilitychange", updateWakeLock);
  document.addEventListener("tablee:page", () => { base = shown = document.title; look(); });
  new MutationObserver(() => (due ||= setTimeout(look, 60))).observe(document.body, { childList: true, subtree: true, characterData: true });
  paint();
  look();
})();
