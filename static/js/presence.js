// For how long somebody has been away, counted on the page: "offline 12 s", "offline 3 min", "offline 2 h".
//   [data-since][data-counted]   the moment (seconds since 1970, the server's clock) and the words, {} for how long
// The server's own words name the hour and stay right; whatever draws them again is counted before it is painted.
(() => {
  "use strict";
  // The page was drawn when it began to arrive, however long it took to come here.
  const drawn = performance.timeOrigin + (performance.getEntriesByType("navigation")[0]?.responseStart ?? 0);
  const ahead = drawn - document.currentScript.dataset.now * 1000;
  const DAY = 86400, UNITS = [[3600, "h"], [60, "min"], [1, "s"]];

  function count() {
    for (const one of document.querySelectorAll("[data-since][data-counted]")) {
      const gone = Math.max(1, Math.round((Date.now() - ahead) / 1000 - one.dataset.since));
      const [size, unit] = UNITS.find(([size]) => gone >= size);
      const words = one.dataset.counted.replace("{}", `${Math.floor(gone / size)}\u00a0${unit}`);
      if (gone < DAY && one.textContent !== words) one.textContent = words;
    }
  }

  setInterval(count, 1000);
  new MutationObserver(count).observe(document.body, { childList: true, subtree: true, characterData: true });
  count();
})();
