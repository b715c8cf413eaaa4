// Dialogs, messages and small buttons of a page, by delegation because regions come and go:
//   [data-print]         prints the page
//   [data-fill] [data-pad]  buttons that write their text into the input beside them
//   [data-copy]          copies a link
//   a[data-dialog]       opens the main part of its page (or the fragment the server gives) in #dialog, and is aria-busy meanwhile
//   [data-close]         closes the dialog around it; [data-dismiss] removes the snack around it
//   [data-snack]         disappears after 10 s, but not while hovered or focused; [data-seconds] counts down
(() => {
  "use strict";
  const STAY = 10;

  // Paper.
  document.querySelectorAll("[data-print]").forEach((button) => {
    button.hidden = false;
    button.addEventListener("click", () => print());
    document.documentElement.style.setProperty("--paper", JSON.stringify(document.title));
  });

  // Dialogs.
  document.addEventListener("click", async (event) => {
    const link = event.target.closest("a[data-dialog]"), dialog = document.getElementById(link?.dataset.dialog || "dialog");
    event.target.closest("[data-close]")?.closest("dialog")?.close();
    event.target.closest("[data-dismiss]")?.closest("[data-snack]")?.remove();
    if (event.target.localName === "dialog") event.target.close(); // the backdrop
    if (!link || !dialog || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (link.getAttribute("aria-busy")) return;
    link.setAttribute("aria-busy", "true");
    const address = link.getAttribute("href"); // the href of a link in a drawing is no string
    const response = await fetch(address, { headers: { "HX-Request": "true" } }).catch(() => null);
    if (!response?.ok) return location.assign(address);
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    const body = dialog.firstElementChild;
    await htmx.swap({ text: (page.querySelector("main") ?? page.body).innerHTML, target: body, swap: "innerHTML", sourceElement: body });
    link.removeAttribute("aria-busy");
    if (!dialog.open) dialog.showModal();
    else body.querySelector("[autofocus]")?.focus();
  });

  // A question to a player who has scrolled down is scrolled into view, and the phone vibrates.
  const questions = () => [...document.querySelectorAll(":is(.fight-now div.exchange-ask, .asked) > form")].map((form) => form.id);
  let known = questions();
  document.addEventListener("tablee:frame", () => setTimeout(() => {
    const before = known;
    known = questions();
    if (known.every((id) => before.includes(id)) || document.activeElement.closest("input:not([type=radio], [type=checkbox]), textarea, select")) return;
    window.scrollTo({ top: 0 });
    navigator.vibrate?.(200);
  }));

  // The key / opens the rules lookup, unless the page uses it otherwise or keys are turned off.
  document.addEventListener("keydown", (event) => {
    const link = document.querySelector("[data-lookup]"), types = event.target.closest("input, textarea, select, [contenteditable]");
    if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || !link || types) return;
    if (localStorage.getItem("keys-off") === "1" || document.querySelector('dialog:modal, [data-key="/"]')) return;
    event.preventDefault();
    link.click();
  });

  // Suggestions of a field, and real dice: one tap for each die, two taps for a die of a hundred.
  document.addEventListener("click", ({ target: key }) => {
    const box = key.parentElement, ten = box?.querySelector("[aria-pressed]");
    const dice = key.matches("[data-pad] > *") ? [...box.parentElement.querySelectorAll("input")] : [];
    const input = key.matches("[data-fill]") ? box.parentElement.querySelector("input") : dice.find((die) => !die.value);
    if (!input) return;
    if (box.dataset.pad && !ten) return key.setAttribute("aria-pressed", "true");
    ten?.removeAttribute("aria-pressed");
    input.value = ten ? Number(ten.value + key.value) || 100 : key.value;
    input.dispatchEvent(new Event("change", { bubbles: true }));
    if (input === dice.at(-1)) key.form.requestSubmit(box.parentElement.querySelector(":scope > .btn"));
  });

  // Copies a link, or shows it if the browser forbids copying.
  document.addEventListener("click", async ({ target }) => {
    const button = target.closest("[data-copy]"), label = button?.querySelector("span");
    if (!button) return;
    const done = await navigator.clipboard?.writeText(button.dataset.copy).then(() => true, () => false);
    label.textContent = done ? button.dataset.copied : button.dataset.copy;
  });

  // Snacks. On touch screens :hover stays after a tap, so it does not count there.
  const aside = matchMedia("(hover: hover)").matches ? ":not(:hover)" : "";
  setInterval(() => {
    document.querySelectorAll(`[data-snack]${aside}:not(:focus-within)`).forEach((snack) => {
      snack.dataset.age = Number(snack.dataset.age ?? 0) + 1;
      const left = STAY - snack.dataset.age, seconds = snack.querySelector("[data-seconds]");
      if (seconds) seconds.textContent = `${left}\u00a0s`;
      if (left <= 0) snack.remove();
    });
  }, 1000);
})();
