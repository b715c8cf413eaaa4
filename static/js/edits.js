// Edits of a page, by delegation because regions come and go:
//   form[data-stepper]   its .stepper-controls buttons add at once to [data-value]; the first tap is sent at once, those before the
//                        response together
//   [data-edit][id]      not morphed from the first input until saved or cancelled; a value that changed
//                        meanwhile is shown in its [data-changed] (hidden until then), in an <output>
//   details[data-edit]   is not morphed from its opening until it is closed or sent
(() => {
  "use strict";

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
})();
