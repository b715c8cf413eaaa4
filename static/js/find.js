// Search, tabs and step buttons of a sheet, by event delegation because regions come and go:
//   [data-finder] [data-find]   shows only the [data-name] that contain the typed text, and opens groups with a match
//   [data-filter]               a button that shows only those whose [data-kinds] have its word; the empty word shows all
//   .sheet-tabs[data-tab]       its tab bar's a[data-to] change the tab without a request
//   [data-bump]                 adds its number to the input beside it; [data-least] and [data-most] around both are the bounds of
//                               an input that accepts words too, and [data-below] is the word below the least number
//   [data-plain] [aria-invalid] is unmarked with the first letter typed, so that nothing moves under the press that follows; the
//                               server checks it again
(() => {
  "use strict";
  const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

  function find(finder) {
    const words = plain(finder.querySelector("[data-find]").value).split(/\s+/).filter(Boolean);
    const kind = finder.querySelector("[data-filter][aria-pressed=true]")?.dataset.filter;
    let some = false;
    finder.querySelectorAll("[data-group]").forEach((group) => {
      let left = false;
      group.querySelectorAll("[data-name]").forEach((row) => {
        const name = plain(row.dataset.name);
        row.hidden = !words.every((word) => name.includes(word)) || (kind && !row.dataset.kinds.split(" ").includes(kind));
        left ||= !row.hidden;
      });
      group.hidden = !left;
      if (group.localName === "details" && (kind || words.length)) group.open = left;
      some ||= left;
    });
    finder.querySelectorAll(".find-none").forEach((sentence) => (sentence.hidden = some));
  }
  const again = () => document.querySelectorAll("[data-finder]").forEach((finder) => finder.querySelector("[data-find]").value && find(finder));

  document.addEventListener("input", (event) => event.target.matches("[data-find]") && find(event.target.closest("[data-finder]")));
  document.addEventListener("click", ({ target }) => {
    const filter = target.closest("[data-filter]");
    if (!filter) return;
    for (const other of filter.parentElement.children) other.setAttribute("aria-pressed", String(other === filter));
    find(filter.closest("[data-finder]"));
  });
  document.addEventListener("tablee:frame", () => setTimeout(again));
  document.addEventListener("tablee:done", () => setTimeout(again));

  function unmark({ target }) {
    if (!target.matches("[data-plain] [aria-invalid]")) return;
    target.removeAttribute("aria-invalid");
    target.classList.remove("is-invalid");
    document.getElementById(`${target.id}_error`)?.remove();
  }
  document.addEventListener("input", unmark);
  document.addEventListener("change", unmark);

  // Their buttons reach every word, so a phone may show the numeric keyboard.
  const easeTyping = () => document.querySelectorAll("[data-below] > input").forEach((input) => (input.inputMode = "numeric"));
  document.addEventListener("tablee:page", easeTyping);
  easeTyping();

  function turn(tab) {
    const tabs = document.querySelector(".sheet-tabs");
    if (!tabs || !tab) return;
    tabs.dataset.tab = tab;
    document.querySelectorAll("a[data-to]").forEach((link) => {
      if (link.dataset.to === tab) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    });
  }
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-to]"), bump = event.target.closest("[data-bump]");
    if (bump) {
      const box = bump.parentElement, input = box.querySelector("input"), { least, most, below } = box.dataset;
      const low = Number(input.min || least || -Infinity), high = Number(input.max || most || Infinity);
      const under = below && input.value.trim().toLowerCase() === below.toLowerCase();
      const next = (under ? low - 1 : Number(input.value.replace("\u2212", "-")) || 0) + Number(bump.dataset.bump);
      input.value = below && next < low ? below : String(Math.max(low, Math.min(high, next))).replace("-", least ? "\u2212" : "-");
      input.dispatchEvent(new Event("change", { bubbles: true }));
    }
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    history.pushState({ tab: link.dataset.to }, "", link.href);
    turn(link.dataset.to);
    scrollTo(0, 0);
  });
  addEventListener("popstate", () => {
    const link = [...document.querySelectorAll("a[data-to]")].find((other) => new URL(other.href).pathname === location.pathname);
    turn(link?.dataset.to);
  });
})();
