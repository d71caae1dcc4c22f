// Streets under the maps of a page, where the server has tiles: a worker reads them, and they are drawn when they are
// there. Without them a map is whole.
(() => {
  const SVG = "http://www.w3.org/2000/svg";
  const worker = new Worker("../streets.js");
  const element = (name, attributes, text = "") => {
    const made = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.textContent = text;
    return made;
  };
  const ask = () => {
    for (const map of document.querySelectorAll("svg[data-view]:not([data-asked])")) {
      map.dataset.asked = "";
      const [lat, lng, unitsPerMeter] = map.dataset.view.split(" ").map(Number);
      const { width, height } = map.viewBox.baseVal;
      worker.postMessage({ view: map.dataset.view, lat, lng, unitsPerMeter, width, height });
    }
  };
  const credit = (map, text) => {
    const home = map.parentNode;
    home.querySelector(".credit")?.remove();
    if (!text) return;
    const line = document.createElement("p");
    line.className = "credit";
    line.textContent = text;
    home.append(line);
  };
  const draw = (map, { paths, labels, credit: owner }) => {
    const streets = map.querySelector(".streets");
    for (const [name, d] of Object.entries(paths)) if (d) streets.append(element("path", { class: name, d }));
    if (!streets.childElementCount) return;
    const sketch = map.querySelector("text.sketch");
    if (sketch) sketch.textContent = "North is up";
    const taken = [...map.querySelectorAll("text, .mark")].map((one) => one.getBoundingClientRect());
    for (const { text, x, y } of labels) {
      const label = element("text", { x, y }, text);
      streets.append(label);
      const box = label.getBoundingClientRect();
      const covers = taken.some((other) => box.left < other.right && other.left < box.right && box.top < other.bottom && other.top < box.bottom);
      if (covers) label.remove();
    }
    credit(map, owner ? "Streets: " + owner : "");
  };
  worker.onmessage = ({ data }) => {
    for (const map of document.querySelectorAll("svg[data-view]")) {
      if (map.dataset.view !== data.view) continue;
      if (data.failure) credit(map, "No streets: the server's tiles could not be read.");
      else draw(map, data);
    }
  };
  // A map that leaves its frame is another element.
  const watch = new MutationObserver(ask);
  for (const home of document.querySelectorAll("[data-map], [data-map-card]")) watch.observe(home, { childList: true });
  ask();
})();
