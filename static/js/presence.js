// For how long somebody has been away, counted on the page: "offline 12 s", "offline 3 min", "offline 2 h".
//   [data-since][data-counted]   the moment (seconds since 1970, the server's clock) and the words, {} for how long
// The server's text names the hour, which stays right; redrawn elements are counted before they are painted.
(() => {
  "use strict";
  // The server's time belongs to the start of the response, however long the page took to load.
  const drawn = performance.timeOrigin + (performance.getEntriesByType("navigation")[0]?.responseStart ?? 0);
  const ahead = drawn - document.currentScript.dataset.now * 1000;
  const DAY = 86400, UNITS = [[3600, "h"], [60, "min"], [1, "s"]];

  function count() {
    for (const label of document.querySelectorAll("[data-since][data-counted]")) {
      const gone = Math.max(1, Math.round((Date.now() - ahead) / 1000 - label.dataset.since));
      const [size, unit] = UNITS.find(([size]) => gone >= size);
      const words = label.dataset.counted.replace("{}", `${Math.floor(gone / size)}\u00a0${unit}`);
      if (gone < DAY && label.textContent !== words) label.textContent = words;
    }
  }

  setInterval(count, 1000);
  new MutationObserver(count).observe(document.body, { childList: true, subtree: true, characterData: true });
  count();
})();
