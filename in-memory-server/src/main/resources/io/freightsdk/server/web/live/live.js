"use strict";
// Follows the page's event stream and puts in place what it sends: elements by their data-region.
const follow = ({ before = () => {}, after = () => {} } = {}) => {
  const main = document.querySelector("main[data-follow]");
  if (!main || !window.EventSource) return;
  const source = new EventSource(location.pathname + "/events?v=" + main.dataset.version);
  const heading = () => main.querySelector("h1").textContent;

  const showLive = (connected) => {
    const live = main.querySelector("[data-live]");
    if (!live) return;
    live.hidden = false;
    live.textContent = connected ? "Live" : "Reconnecting";
    live.classList.toggle("lost", !connected);
  };

  const apply = (markup) => {
    const fresh = new DOMParser().parseFromString(markup, "text/html");
    const frame = fresh.querySelector("[data-frame]");
    const shown = main.querySelector("[data-frame]");
    // The load left the picture: the map itself has to be drawn anew.
    if (frame && frame.dataset.frame !== shown.dataset.frame) return location.reload();
    before(main);
    const said = heading();
    for (const region of fresh.querySelectorAll("[data-region]")) {
      const old = main.querySelector(`[data-region="${region.dataset.region}"]`);
      if (old && !old.isEqualNode(region)) old.replaceWith(document.adoptNode(region));
    }
    if (heading() !== said) {
      main.querySelector("[data-announce]").textContent = heading();
      document.title = document.title.split(" · ")[0] + " · " + heading();
    }
    showLive(true);
    after(main);
  };

  source.addEventListener("open", () => showLive(true));
  source.addEventListener("update", (event) => apply(event.data));
  source.addEventListener("end", () => {
    source.close();
    const live = main.querySelector("[data-live]");
    if (live) live.hidden = true;
  });
  source.addEventListener("error", () => {
    showLive(false);
    // Refused: the server has as many streams as it keeps. The page still comes up to date.
    if (source.readyState === EventSource.CLOSED) setTimeout(() => location.reload(), 30000);
  });
};
