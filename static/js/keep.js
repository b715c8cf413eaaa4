// Lets the service worker keep the page that is shown while the line is down. Only where the browser allows it: over
// https, or on this very machine.
(() => {
  "use strict";
  if ("serviceWorker" in navigator) navigator.serviceWorker.register("/worker.js").catch(() => {});
})();
