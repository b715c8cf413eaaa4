// The page shown while the site cannot be reached: it polls every few seconds, and reloads as the page it replaced.
(() => {
  "use strict";
  const EVERY = 4000;
  async function ask() {
    const answer = await fetch("/alive/", { cache: "no-store" }).catch(() => null);
    if (answer?.ok) location.reload();
  }
  addEventListener("online", ask);
  setInterval(ask, EVERY);
})();
