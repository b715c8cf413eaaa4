// For every page, also those without the bundle.

// Lets the service worker cache the page that is shown while the site cannot be reached. Only if the browser allows it:
// over https, or on this very machine.
(() => {
  "use strict";
  if ("serviceWorker" in navigator) navigator.serviceWorker.register("/worker.js").catch(() => {});
})();
// A field that the browser itself refuses says why in the words of the page (#field-words, data-fill, -choose, -number,
// -least, -most), not in those of the browser, whose language may be another.
(() => {
  "use strict";
  const told = new Set();

  function why(field) {
    const { valueMissing, rangeUnderflow, rangeOverflow } = field.validity;
    if (valueMissing && !field.validity.badInput) return field.matches("select, [type=radio], [type=checkbox], [type=file]") ? "choose" : "fill";
    return rangeUnderflow ? "least" : rangeOverflow ? "most" : "number";
  }

  document.addEventListener("invalid", ({ target: field }) => {
    const words = document.getElementById("field-words")?.dataset[why(field)];
    if (!words) return;
    field.setCustomValidity(words.replace("{n}", field.validity.rangeUnderflow ? field.min : field.max));
    told.add(field);
  }, true);
  // Whatever is done next lets the browser look anew.
  for (const kind of ["input", "click", "keydown"]) {
    document.addEventListener(kind, () => {
      for (const field of told) field.setCustomValidity("");
      told.clear();
    }, true);
  }
})();
