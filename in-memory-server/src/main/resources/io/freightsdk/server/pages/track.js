// The customer's page: where the load is and when it arrives.
const map = statesMap(byId("map"));

const headline = (load) => {
  const next = nextStop(load);
  const last = load.stops[load.stops.length - 1];
  if (load.status === "CANCELLED") return "This load was cancelled";
  if (load.status === "DELIVERED") return "Delivered in " + place(last);
  if (load.status === "PLANNED") return "Waiting for pickup in " + place(load.stops[0]);
  if (!next) return "On the road";
  const { length } = load.stops;
  const stop = length > 2 ? "stop " + (load.stops.indexOf(next) + 1) + " of " + length + " in " : "";
  if (!next.arrivedAt) return "On the way to " + stop + place(next);
  return "At " + (stop || "the " + kind(next).toLowerCase() + " in ") + place(next);
};

const arrival = (load) => {
  const last = load.stops[load.stops.length - 1];
  const lines = [];
  const time = load.deliveredAt ?? (isOver(load) ? null : last.arrivedAt ?? last.eta);
  if (time) {
    const term = load.deliveredAt ? "Delivered" : last.arrivedAt ? "Arrived at the delivery" : "Arrives in " + place(last) + " about";
    lines.push(make("p", { class: "soft" }, term), make("p", { class: "figure" }, at(time, last.timeZone)));
    const judged = load.deliveredAt ? punctuality(load) : load.expected ? punctuality(load.expected) : "";
    if (judged) lines.push(make("p", {}, judged));
  }
  if (!isOver(load) && last.arrivedAt) lines.push(make("p", {}, "Not delivered yet: the bill of lading is not confirmed"));
  if (load.last && !isOver(load)) {
    const minutes = Math.max(0, new Date(load.now) - new Date(load.last.time)) / 60000;
    const age = duration(minutes);
    const isOverdue = load.noEta === "position_too_old";
    const isLost = load.last.stale || isOverdue;
    const town = truckAt(load.stops, load.last);
    if (town) lines.push(make("p", { class: "where" }, (isLost ? "Last seen " : "Now ") + town));
    // The driven distance is not by road, so the sum of both would be wrong.
    if (load.remainingMiles !== null) lines.push(make("p", {}, "About " + miles(load.remainingMiles) + " to go by road"));
    const silence = "No position for " + age + (isOverdue ? ": the arrival cannot be estimated" : last.eta ? "; estimates start there" : "");
    lines.push(make("p", { class: isLost ? "lost" : "soft" }, isLost ? silence : "Last position " + (minutes < 1 ? "just now" : age + " ago")));
  }
  return lines;
};

const show = (load) => {
  const order = load.orderNumber ? "Order " + cut(load.orderNumber, 60) : null;
  put(byId("order"), order);
  put(byId("load"), "Load " + load.loadNumber);
  showStatus(byId("status"), load.status);
  put(byId("headline"), headline(load));
  document.title = (order ? order + ": " : "") + headline(load);
  const lines = arrival(load);
  byId("arrival").hidden = lines.length === 0;
  put(byId("arrival"), ...lines);
  put(byId("stops"), ...load.stops.map((stop) => make("li", { class: stopClass(load, stop) }, make("p", { class: "soft" }, numbered(load.stops, stop)), make("h3", {}, place(stop)), ...stopLines(load, stop))));
  map.show([{ loadNumber: load.loadNumber, stops: load.stops, track: load.track, last: isOver(load) ? null : load.last }]);
};

readTowns().then(() => follow(location.pathname.split("/").pop() + "/load", show, () => location.reload()));
