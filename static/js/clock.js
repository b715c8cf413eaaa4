// A countdown that starts when this window first shows it and continues after a reload; at zero nothing happens.
//   [data-clock="key"][data-seconds]   shows the time left, and gets data-over at the end
(() => {
  "use strict";
  const KEPT = "clocks";
  let begun = JSON.parse(sessionStorage.getItem(KEPT) ?? "{}");

  function tick() {
    const now = Date.now(), shown = [...document.querySelectorAll("[data-clock]")];
    // Clocks that are no longer shown are forgotten: if one comes back, it starts again.
    const known = begun;
    begun = Object.fromEntries(shown.map((clock) => [clock.dataset.clock, known[clock.dataset.clock] ?? now]));
    for (const clock of shown) {
      const left = Math.max(0, Math.ceil(clock.dataset.seconds - (now - begun[clock.dataset.clock]) / 1000));
      const words = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
      if (clock.textContent !== words) clock.textContent = words;
      clock.toggleAttribute("data-over", left === 0);
    }
    const text = JSON.stringify(begun);
    if (sessionStorage.getItem(KEPT) !== text) sessionStorage.setItem(KEPT, text);
  }

  setInterval(tick, 500);
  tick();
})();
