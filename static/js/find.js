// What a sheet does besides live.js, commands.js and sheet.js, by delegation (regions come and go under it):
//   [data-finder] [data-find]   shows only the [data-name] that hold what is typed, and the [data-group] with one left
//   .sheet-tabs[data-tab]       its tab bar's a[data-to] change the tab without asking the server
//   [data-bump]                 adds its number to the input beside it
(() => {
  "use strict";
  const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

  function find(finder) {
    const words = plain(finder.querySelector("[data-find]").value).split(/\s+/).filter(Boolean);
    let some = false;
    finder.querySelectorAll("[data-group]").forEach((group) => {
      let left = false;
      group.querySelectorAll("[data-name]").forEach((one) => {
        const name = plain(one.dataset.name);
        one.hidden = !words.every((word) => name.includes(word));
        left ||= !one.hidden;
      });
      group.hidden = !left;
      some ||= left;
    });
    finder.querySelectorAll(".find-none").forEach((sentence) => (sentence.hidden = some));
  }
  const again = () => document.querySelectorAll("[data-finder]").forEach((finder) => finder.querySelector("[data-find]").value && find(finder));

  document.addEventListener("input", (event) => event.target.matches("[data-find]") && find(event.target.closest("[data-finder]")));
  document.addEventListener("tablee:frame", () => setTimeout(again));
  document.addEventListener("tablee:done", () => setTimeout(again));

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
      const input = bump.parentElement.querySelector("input");
      const low = input.min === "" ? -Infinity : Number(input.min), high = input.max === "" ? Infinity : Number(input.max);
      input.value = Math.max(low, Math.min(high, (Number(input.value) || 0) + Number(bump.dataset.bump)));
      input.dispatchEvent(new Event("change", { bubbles: true }));
    }
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    history.pushState({ tab: link.dataset.to }, "", link.href);
    turn(link.dataset.to);
    scrollTo(0, 0);
  });
  addEventListener("popstate", () => {
    const link = [...document.querySelectorAll("a[data-to]")].find((one) => new URL(one.href).pathname === location.pathname);
    turn(link?.dataset.to);
  });
})();
