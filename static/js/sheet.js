// Steppers, edits, dialogs and messages of a page, by delegation because regions come and go:
//   form[data-stepper]   its .stepper-controls buttons add at once to [data-value]; the first tap is sent at once, those before the
//                        response together
//   [data-edit][id]      not morphed from the first input until saved or cancelled; a value that changed
//                        meanwhile is shown in its [data-changed] (hidden until then), in an <output>
//   details[data-edit]   is not morphed from its opening until it is closed or sent
//   [data-print]         prints the page
//   [data-fill] [data-pad]  buttons that write their text into the input beside them
//   a[data-dialog]       opens the main part of its page (or the fragment the server gives) in #dialog, and is aria-busy meanwhile
//   [data-close]         closes the dialog around it; [data-dismiss] removes the snack around it
//   [data-snack]         disappears after 10 s, but not while hovered or focused; [data-seconds] counts down
(() => {
  "use strict";
  const STAY = 10;

  // Steppers. Caught before commands.js sees the submit.
  const tapped = new WeakMap();
  document.addEventListener("submit", (event) => {
    const { target: form, submitter } = event;
    if (!form.matches("form[data-stepper]")) return;
    form.querySelectorAll(":popover-open").forEach((pad) => pad.hidePopover());
    if (!submitter?.closest(".stepper-controls") || !document.getElementById("wire")) return;
    event.preventDefault();
    const value = form.querySelector("[data-value]"), taps = tapped.get(form) ?? { by: 0, open: 0, shown: value.textContent };
    taps.by += Number(submitter.value);
    taps.name = submitter.name;
    tapped.set(form, taps);
    value.textContent = String(Number(value.textContent.replace("−", "-")) + Number(submitter.value)).replace("-", "−");
    hold(form);
    if (!taps.open) sendTaps(form, taps);
  }, true);
  document.addEventListener("tablee:hurry", () => {
    for (const form of document.querySelectorAll("form[data-stepper]")) if (tapped.get(form)?.by) sendTaps(form, tapped.get(form));
  });

  async function sendTaps(form, taps) {
    const data = new FormData(form);
    data.delete("typed");
    data.set(taps.name, taps.by);
    taps.by = 0;
    taps.open += 1;
    const { ok, same } = await window.tablee.send(form, data);
    taps.open -= 1;
    if (taps.open) return;
    if (ok && taps.by) return sendTaps(form, taps); // tapped again meanwhile
    tapped.delete(form);
    if (!ok) form.querySelector("[data-value]").textContent = taps.shown;
    release(form, same);
  }

  // Typing. Updates that came while an element was held are drawn when it is released.
  const held = new WeakMap();
  function hold(element) {
    if (!element.hasAttribute("hx-morph-skip")) held.set(element, performance.now());
    element.setAttribute("hx-morph-skip", "");
  }
  function release(element, anyway = false) {
    element.removeAttribute("hx-morph-skip");
    element.removeAttribute("aria-busy");
    element.querySelectorAll("[data-changed]").forEach((words) => (words.hidden = true));
    window.tablee.refresh(element, anyway ? 0 : held.get(element));
  }
  document.addEventListener("input", (event) => {
    const edit = event.target.closest("[data-edit]");
    if (edit) hold(edit);
  });
  document.addEventListener("keydown", (event) => {
    const edit = event.key === "Escape" && event.target.closest("[data-edit][hx-morph-skip]");
    if (!edit) return;
    edit.querySelectorAll("form").forEach((form) => form.reset());
    if (edit.matches("form")) edit.reset();
    release(edit, true);
  });
  document.addEventListener("tablee:done", ({ target: form, detail }) => {
    const edits = around(form);
    if (detail.ok && form.matches("[data-clears]")) form.reset();
    if (!detail.ok || !edits.length || (form.matches("[data-save]") && form.contains(document.activeElement.closest("textarea")))) return;
    if (edits[0].matches("details:not(.offer)")) form.reset(); // the next new thing starts empty
    edits.forEach((edit) => edit.removeAttribute("hx-morph-skip")); // an outer one that is still held keeps its content
    release(edits.at(-1), detail.same);
  });
  function around(element) {
    const edit = element.closest("[data-edit]");
    return edit ? [edit, ...around(edit.parentElement)] : [];
  }
  document.addEventListener("tablee:frame", ({ detail }) => {
    const region = document.getElementById(detail.id);
    const edits = [...(region?.querySelectorAll("[data-edit][hx-morph-skip][id]") ?? [])];
    if (!edits.length) return;
    const fresh = new DOMParser().parseFromString(detail.html, "text/html");
    edits.forEach((edit) => tellChanged(edit, fresh.getElementById(edit.id)));
  });
  function tellChanged(edit, fresh) {
    const words = edit.querySelector("[data-changed]");
    const field = [...edit.querySelectorAll("input:not([type=hidden]), textarea")].find((input) => {
      const other = input.name && fresh?.querySelector(`[name="${CSS.escape(input.name)}"]`);
      return other && ![input.defaultValue, input.value].includes(other.defaultValue); // one's own is no change
    });
    if (!words || !field) return;
    words.hidden = false;
    words.querySelector("output").textContent = fresh.querySelector(`[name="${CSS.escape(field.name)}"]`).defaultValue;
  }

  // Elements that a reader has unfolded stay open through updates. Only an htmx extension is asked about attributes, and
  // pages without live parts have no htmx.
  window.htmx?.registerExtension("folds", {
    htmx_before_morph_attr: (element, { attrName }) => attrName !== "open" || !element.matches("[data-fold]"),
  });

  // An opened element stays open, and text typed in it stays even if it is closed. It is held from the click on, because a
  // frame may come before the toggle event; elements that were open before this script ran are held as well.
  const typed = (details) => [...details.querySelectorAll("textarea")].some((area) => area.value !== area.defaultValue);
  document.addEventListener("click", (event) => {
    const details = event.target.closest("details[data-edit] > summary")?.parentElement;
    if (details && !details.open) details.setAttribute("hx-morph-skip", "");
  }, true);
  // Opens the target of the address's fragment, and everything around it.
  const meant = document.getElementById(location.hash.slice(1));
  for (let details = meant?.closest("details"); details; details = details.parentElement.closest("details")) details.open = true;
  meant?.scrollIntoView({ block: "center" });
  document.querySelectorAll("details[data-edit][open]").forEach((details) => details.setAttribute("hx-morph-skip", ""));
  document.addEventListener("toggle", (event) => {
    const details = event.target;
    if (!details.matches("details[data-edit]")) return;
    details.toggleAttribute("hx-morph-skip", details.open || typed(details));
    if (!details.open && !typed(details)) window.tablee?.refresh(details);
  }, true);

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
