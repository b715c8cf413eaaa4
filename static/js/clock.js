// A countdown that starts when this window first sees it, and goes on after a reload; nothing happens when it is over.
//   [data-clock="key"][data-seconds]   shows the time left, and gets data-over at the end
(() => {
  "use strict";
  const KEPT = "clocks";
  let begun = JSON.parse(sessionStorage.getItem(KEPT) ?? "{}");

  function tick() {
    const now = Date.now(), shown = [...document.querySelectorAll("[data-clock]")];
    // What is no longer shown is forgotten: when it comes back, somebody has their whole time again.
    const known = begun;
    begun = Object.fromEntries(shown.map((one) => [one.dataset.clock, known[one.dataset.clock] ?? now]));
    for (const one of shown) {
      const left = Math.max(0, Math.ceil(one.dataset.seconds - (now - begun[one.dataset.clock]) / 1000));
      const words = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
      if (one.textContent !== words) one.textContent = words;
      one.toggleAttribute("data-over", left === 0);
    }
    const text = JSON.stringify(begun);
    if (sessionStorage.getItem(KEPT) !== text) sessionStorage.setItem(KEPT, text);
  }

  setInterval(tick, 500);
  tick();
})();
