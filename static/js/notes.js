// Notes, saved as somebody types: form[data-save] is sent soon after the last key, and when its field loses focus or the
// page is hidden. Its hidden field `replaces` holds the text it started from, as JSON under the field's name if data-save
// is "json"; if somebody else wrote meanwhile, the server's form with both texts replaces it.
(() => {
  "use strict";
  const PAUSE = { text: 2000, json: 15000 };
  const timers = new Map(), saving = new Set(), sent = new Map();
  const area = (form) => form.querySelector("textarea");
  const isNew = (form) => area(form).value !== area(form).defaultValue;

  function later(form) {
    clearTimeout(timers.get(form.id));
    timers.set(form.id, setTimeout(() => save(form), PAUSE[form.dataset.save]));
  }

  async function save(form) {
    clearTimeout(timers.get(form.id));
    if (!form.isConnected || !isNew(form)) return;
    if (saving.has(form.id)) return later(form);
    saving.add(form.id);
    const field = area(form), text = field.value, { id } = field;
    sent.set(form.id, text);
    const data = new FormData(form);
    data.set("quiet", "1"); // no toast
    const { ok } = await window.tablee.send(form, data);
    saving.delete(form.id);
    if (!form.isConnected) { // the new form has both texts: append what was typed meanwhile
      const fresh = document.getElementById(id), more = field.value.startsWith(text) ? field.value.slice(text.length) : field.value;
      if (!fresh || field.value === text) return;
      fresh.value = `${fresh.value}\n${more}`;
      return fresh.form.dataset.save && later(fresh.form);
    }
    if (ok && isNew(form)) later(form);
  }

  // Whether it was saved by itself or by its button, the next text replaces this one.
  document.addEventListener("submit", ({ target }) => target.matches("form[data-save]") && sent.set(target.id, area(target).value), true);
  document.addEventListener("tablee:done", ({ target: form, detail }) => {
    if (!detail.ok || !sent.has(form.id)) return;
    const field = area(form), text = (field.defaultValue = sent.get(form.id));
    form.elements.replaces.value = form.dataset.save === "json" ? JSON.stringify({ [field.name]: text }) : text;
    sent.delete(form.id);
  }, true);

  const each = (event) => event.target.closest?.("form[data-save]");
  document.addEventListener("input", (event) => each(event) && later(each(event)));
  document.addEventListener("focusout", (event) => {
    const form = each(event), done = new CustomEvent("tablee:done", { bubbles: true, detail: { ok: true, same: true } });
    if (form?.contains(event.relatedTarget)) return; // its own button saves it
    if (form) setTimeout(() => (isNew(form) ? save(form) : form.dispatchEvent(done)));
  });
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) document.querySelectorAll("form[data-save]").forEach((form) => save(form));
  });
})();
