// A form[data-passkey="create" or "get"] asks its address for a challenge, and sends the device's response there as
// [name=answer]; [data-said] shows why it failed. Without passkeys it stays hidden: [data-passkey-none].
(() => {
  "use strict";
  const keys = window.PublicKeyCredential;
  if (!keys?.parseCreationOptionsFromJSON || /^[\d.]+$|:/.test(location.hostname)) return;

  document.querySelectorAll("[data-passkey], [data-passkey-none]").forEach((element) => (element.hidden = !element.hidden));
  document.addEventListener("submit", async (event) => {
    const { target: form, submitter: button } = event, said = form.querySelector("[data-said]");
    if (!said) return;
    event.preventDefault();
    if (button.ariaBusy) return;
    button.ariaBusy = "true";
    let words = said.dataset.failed;
    try {
      const response = await fetch(form.action, { method: "POST", body: new FormData(form) });
      if (response.status === 422 || response.status === 429) words = await response.text();
      const { publicKey } = await response.json(), { answer, password } = form.elements;
      answer.value = JSON.stringify(form.dataset.passkey === "create"
        ? await navigator.credentials.create({ publicKey: keys.parseCreationOptionsFromJSON(publicKey) })
        : await navigator.credentials.get({ publicKey: keys.parseRequestOptionsFromJSON(publicKey) }));
      answer.disabled = false;
      if (password) password.value = "";
      form.submit();
    } catch {
      said.textContent = words;
    }
    said.hidden = !said.textContent;
    button.ariaBusy = null;
  });
})();
