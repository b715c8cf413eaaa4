// The page shown while the site cannot be reached: it asks now and then, and comes back as the page it stands for.
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
