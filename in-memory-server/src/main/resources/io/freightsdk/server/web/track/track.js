// The truck glides from where it was to where it is now; the page can be handed on.
(() => {
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const place = (main) => {
    const truck = main.querySelector(".truck");
    return truck && truck.getAttribute("transform").match(/-?\d+/g).map(Number);
  };
  const offerToShare = (main) => {
    const button = main.querySelector("[data-share-page]");
    if (!button || !(navigator.share || navigator.clipboard)) return;
    button.hidden = false;
    button.onclick = async () => {
      const title = document.title;
      try {
        if (navigator.share) return await navigator.share({ title, url: location.href });
        await navigator.clipboard.writeText(location.href);
        button.textContent = say("share.copied");
      } catch {
        // Whoever closes the phone's own sheet has changed their mind.
      }
    };
  };
  // Where positions come every second it would glide without end.
  const SELDOM_MS = 5000;
  let movedAt = -SELDOM_MS;
  let from = null;
  offerToShare(document);
  follow({
    before: (main) => (from = place(main)),
    after: (main) => {
      offerToShare(main);
      const to = place(main);
      if (!from || !to || (from[0] === to[0] && from[1] === to[1])) return;
      const isSeldom = performance.now() - movedAt > SELDOM_MS;
      movedAt = performance.now();
      if (still.matches || !isSeldom) return;
      const at = ([x, y]) => ({ transform: `translate(${x}px, ${y}px)` });
      main.querySelector(".truck").animate([at(from), at(to)], { duration: 900, easing: "ease-in-out" });
    },
  });
})();
