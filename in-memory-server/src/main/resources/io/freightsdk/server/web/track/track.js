"use strict";
// Keeps the page current: each event carries the regions that may have changed.
(() => {
  const main = document.querySelector("main[data-follow]");
  if (!main || !window.EventSource) return;

  const source = new EventSource(location.pathname + "/events?v=" + main.dataset.version);
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const place = (truck) => truck && truck.getAttribute("transform").match(/-?\d+/g).map(Number);

  const showLive = (connected) => {
    const live = main.querySelector("[data-live]");
    if (!live) return;
    live.hidden = false;
    live.textContent = connected ? "Live" : "Reconnecting";
    live.classList.toggle("lost", !connected);
  };

  const glide = (from, truck) => {
    const to = place(truck);
    if (!from || !to || still.matches || (from[0] === to[0] && from[1] === to[1])) return;
    const at = ([x, y]) => ({ transform: `translate(${x}px, ${y}px)` });
    truck.animate([at(from), at(to)], { duration: 900, easing: "ease-in-out" });
  };

  const apply = (markup) => {
    const fresh = new DOMParser().parseFromString(markup, "text/html");
    const frame = fresh.querySelector("[data-frame]").dataset.frame;
    // The load left the picture: the map itself has to be drawn anew.
    if (frame !== main.querySelector("[data-frame]").dataset.frame) return location.reload();
    const from = place(main.querySelector(".truck"));
    const before = main.querySelector("h1").textContent;
    for (const region of fresh.querySelectorAll("[data-region]")) {
      const old = main.querySelector(`[data-region="${region.dataset.region}"]`);
      if (old && !old.isEqualNode(region)) old.replaceWith(document.adoptNode(region));
    }
    glide(from, main.querySelector(".truck"));
    const after = main.querySelector("h1").textContent;
    if (after !== before) {
      main.querySelector("[data-announce]").textContent = after;
      document.title = document.title.split(" · ")[0] + " · " + after;
    }
    showLive(true);
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
})();
