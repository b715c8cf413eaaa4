// For every page, even those without the bundle.

// Registers the service worker, which caches the offline page; browsers allow it over https or on localhost only.
(() => {
  "use strict";
  if ("serviceWorker" in navigator) navigator.serviceWorker.register("/worker.js").catch(() => {});
})();
// Validation messages in the language of the page instead of the browser's: #field-words has them in data-fill, -choose,
// -number, -least and -most.
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
  // Any further action clears the messages, so that the browser validates again.
  for (const kind of ["input", "click", "keydown"]) {
    document.addEventListener(kind, () => {
      for (const field of told) field.setCustomValidity("");
      told.clear();
    }, true);
  }
})();
// A form that leads back to its own page leaves it where it was scrolled, unless something there is to be filled in again.
(() => {
  "use strict";
  const LEFT = "left";
  try {
    const [page, top] = JSON.parse(sessionStorage.getItem(LEFT) ?? "[]");
    sessionStorage.removeItem(LEFT);
    const again = document.querySelector("main :is([aria-invalid=true], .alert)");
    if (page === location.pathname && !location.hash && !again) scrollTo({ top, behavior: "instant" });
  } catch { /* Storage is forbidden. */ }
  addEventListener("submit", (event) => {
    if (event.defaultPrevented && !window.tablee?.leaving) return; // a command, or leave() of commands.js
    try { sessionStorage.setItem(LEFT, JSON.stringify([location.pathname, scrollY])); } catch { /* as above */ }
  });
})();
