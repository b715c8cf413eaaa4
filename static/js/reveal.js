// Shows a password while it is typed: [data-reveal] names its field.
(() => {
  "use strict";
  for (const box of document.querySelectorAll("[data-reveal]")) {
    box.closest("[hidden]").hidden = false;
    box.addEventListener("change", () => (document.getElementById(box.dataset.reveal).type = box.checked ? "text" : "password"));
  }
})();
