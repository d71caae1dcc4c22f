// The truck glides from where it was to where it is now.
(() => {
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const place = (main) => {
    const truck = main.querySelector(".truck");
    return truck && truck.getAttribute("transform").match(/-?\d+/g).map(Number);
  };
  let from = null;
  follow({
    before: (main) => (from = place(main)),
    after: (main) => {
      const to = place(main);
      if (!from || !to || still.matches || (from[0] === to[0] && from[1] === to[1])) return;
      const at = ([x, y]) => ({ transform: `translate(${x}px, ${y}px)` });
      main.querySelector(".truck").animate([at(from), at(to)], { duration: 900, easing: "ease-in-out" });
    },
  });
})();
