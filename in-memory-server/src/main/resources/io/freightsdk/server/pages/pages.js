// Shared by the pages: elements without markup, polling every two seconds, times, and the map. Texts from outside become
// text nodes, because markup could be a script.

const make = (tag, attributes = {}, ...children) => {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") made.addEventListener(name, value);
    else if (value !== null && value !== false) made.setAttribute(name, value);
  }
  made.append(...children.filter((child) => child !== null && child !== undefined && child !== ""));
  return made;
};

/** Replaces the children of an element if they differ, so that a text selection stays. Keeps the focus. */
const put = (place, ...children) => {
  const next = place.cloneNode(false);
  next.append(...children.filter((child) => child !== null && child !== undefined));
  if (place.isEqualNode(next)) return;
  const focused = place.contains(document.activeElement) ? document.activeElement : null;
  place.replaceChildren(...next.childNodes);
  if (focused) [...place.querySelectorAll(focused.localName)].find((element) => element.isEqualNode(focused))?.focus({ preventScroll: true });
};

const byId = (id) => document.getElementById(id);
const dateForms = new Map();
/** A time with the name of its zone; in UTC if the zone of a stop is unknown. */
const at = (time, zone = "UTC") => {
  if (!dateForms.has(zone)) dateForms.set(zone, new Intl.DateTimeFormat("en-US", { timeZone: zone, weekday: "short", month: "short", day: "numeric", hour: "numeric", minute: "2-digit", timeZoneName: "short" }));
  return dateForms.get(zone).format(new Date(time));
};
/** A time in the time zone of this device. */
const deviceTime = (time = new Date()) => time.toLocaleTimeString("en-US", { hour: "numeric", minute: "2-digit", timeZoneName: "short" });
const cut = (text, max = 120) => (text.length <= max ? text : text.slice(0, max - 1) + "…");
const place = (stop) => cut(stop.city, 60) + ", " + cut(stop.state, 20);
const kind = (stop) => (stop.type === "PICKUP" ? "Pickup" : "Delivery");
/** The number and type of a stop, such as "2. Delivery". */
const numbered = (stops, stop) => stops.indexOf(stop) + 1 + ". " + kind(stop);
const miles = (count) => Math.round(count).toLocaleString("en-US") + " mi";

const STATUSES = { PLANNED: "planned", AT_PICKUP: "at pickup", IN_TRANSIT: "in transit", AT_DELIVERY: "at delivery", DELIVERED: "delivered", CANCELLED: "cancelled" };
const statusWord = (status) => STATUSES[status] ?? status;
const showStatus = (badge, status) => {
  badge.className = "badge " + status;
  badge.textContent = statusWord(status);
};

const duration = (minutes) => {
  const whole = Math.round(Math.abs(minutes));
  if (whole < 60) return whole + " min";
  if (whole < 48 * 60) return Math.floor(whole / 60) + " h " + (whole % 60) + " min";
  return Math.round(whole / 1440) + " days";
};

/** Whether a delivery is on time, or by how much it is late; empty without an appointment. */
const punctuality = ({ onTime, delayMinutes }) => {
  if (onTime === null) return "";
  return onTime ? "on time" : duration(delayMinutes) + " late";
};

/** The first stop that the driver has neither left nor missed; undefined if there is none. */
const nextStop = (load) => load.stops.find((stop) => !stop.departedAt && !stop.missed);
const isOver = (load) => load.status === "DELIVERED" || load.status === "CANCELLED";

/** The appointment and the visit of a stop, in lines. Times are local to the stop. */
const stopLines = (load, stop) => {
  const there = (time) => at(time, stop.timeZone);
  const lines = [];
  if (stop.windowFrom) lines.push("Appointment " + there(stop.windowFrom) + (stop.windowTo ? " to " + there(stop.windowTo) : ""));
  if (stop.arrivedAt) lines.push("Arrived " + there(stop.arrivedAt));
  if (stop.departedAt) lines.push("Left " + there(stop.departedAt));
  if (stop.missed) lines.push("Passed without a recorded stop");
  else if (!stop.arrivedAt && isOver(load)) lines.push("Not recorded");
  else if (!stop.arrivedAt) lines.push(stop.eta ? "Expected about " + there(stop.eta) : "Ahead");
  return lines.map((line) => make("p", {}, line));
};

const stopClass = (load, stop) => {
  if (stop.departedAt || (isOver(load) && stop.arrivedAt)) return "done";
  return stop === nextStop(load) && !isOver(load) ? "next" : "";
};

/** Reads JSON every two seconds while the page is open. Calls `onGone` if the page has expired. */
const follow = (url, show, onGone) => {
  const connection = byId("connection");
  let lastResponseAt = new Date();
  const read = async () => {
    let trouble = "No connection since ";
    try {
      const response = await fetch(url, { signal: AbortSignal.timeout(15000) });
      if (response.status === 410) return onGone();
      if (response.status === 404) trouble = "The server has not known this load since ";
      if (!response.ok) throw new Error("status " + response.status);
      const load = await response.json();
      lastResponseAt = new Date();
      put(connection);
      show(load);
    } catch (failed) {
      put(connection, trouble + deviceTime(lastResponseAt));
    }
    setTimeout(read, document.hidden ? 20000 : 2000);
  };
  read();
};

// Larger towns, the largest first; empty until they are read.
let towns = [];
let townsRead = null;
const readTowns = () =>
  (townsRead ??= fetch("../assets/towns.json")
    .then((response) => response.json())
    .then((read) => (towns = read.map(([name, state, lat, lng]) => ({ name, state, lat, lng }))))
    .catch(() => towns));

const MILES_PER_DEGREE = 69.1;
const DIRECTIONS = ["north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest"];
/** A position by its nearest town: "in Corbin, KY" or "12 mi north of Corbin, KY"; empty without a town within 100 mi. */
const whereabouts = ({ lat, lng }) => {
  let nearest = null;
  for (const town of towns) {
    const north = (lat - town.lat) * MILES_PER_DEGREE;
    const east = (lng - town.lng) * MILES_PER_DEGREE * Math.cos((lat * Math.PI) / 180);
    const away = Math.hypot(north, east);
    if (!nearest || away < nearest.away) nearest = { town, north, east, away };
  }
  if (!nearest || nearest.away > 100) return "";
  const name = nearest.town.name + ", " + nearest.town.state;
  if (nearest.away < 4) return "in " + name;
  const direction = Math.round(Math.atan2(nearest.east, nearest.north) / (Math.PI / 4) + 8) % 8;
  return miles(nearest.away) + " " + DIRECTIONS[direction] + " of " + name;
};

/** The place of a truck: the town of its stop or, on the road, the nearest town. */
const truckAt = (stops, fix) => {
  const next = nextStop({ stops });
  return next?.arrivedAt ? "in " + place(next) : whereabouts(fix);
};

/** A map of states and loads. Calls `choose` with the load number when a truck is clicked. */
const statesMap = (element, choose) => {
  const map = L.map(element, { minZoom: 3, maxZoom: 13, zoomSnap: 0.5, attributionControl: true });
  map.attributionControl.setPrefix("Leaflet");
  map.attributionControl.addAttribution("US Census Bureau");
  map.setView([38.5, -96], 4);
  map.createPane("states").style.zIndex = 200; // below the loads, in whatever order both are drawn
  const loads = L.layerGroup().addTo(map);
  fetch("../assets/states.json")
    .then((response) => response.json())
    .then((outlines) => L.geoJSON(outlines, { pane: "states", interactive: false, style: { className: "state" } }).addTo(map));
  let drawn = "";
  let framed = "";

  /** A point and its name, which is a text node because markup could be a script. */
  const named = (point, words, isNamed, kind) => point.bindTooltip(make("span", {}, words), isNamed ? { permanent: true, className: kind } : {}).addTo(loads);

  const SIDES = { right: [10, 0], left: [-10, 0], top: [0, -10], bottom: [0, 10] };
  const overlap = (one, other) => one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
  /**
   * Moves each permanent name to a side of its point where it covers no other point or name. Trucks choose first. The
   * name of a stop without a free side is hidden until the map is zoomed in.
   */
  const spreadNames = () => {
    const frame = element.getBoundingClientRect();
    const taken = [...element.querySelectorAll(".stop, .truck")].map((point) => point.getBoundingClientRect());
    const isFree = (box) => box.left >= frame.left && box.right <= frame.right && box.top >= frame.top && box.bottom <= frame.bottom && !taken.some((other) => overlap(box, other));
    const names = loads.getLayers().flatMap((point) => point.getTooltip() ?? []).filter((name) => name.options.permanent);
    const isTruck = (name) => name.options.className === "ofTruck";
    for (const name of names.sort((one, other) => isTruck(other) - isTruck(one))) {
      name.getElement().hidden = false;
      const boxOn = (side) => {
        Object.assign(name.options, { direction: side, offset: SIDES[side] });
        name.update();
        return name.getElement().getBoundingClientRect();
      };
      const side = Object.keys(SIDES).find((candidate) => isFree(boxOn(candidate)));
      if (side || isTruck(name)) taken.push(boxOn(side ?? "right"));
      else name.getElement().hidden = true;
    }
  };
  map.on("zoomend", spreadNames);

  const draw = ({ loadNumber, stops, track, last }, isNamed) => {
    const known = stops.filter((stop) => stop.lat !== null && stop.lng !== null);
    const ahead = known.filter((stop) => !stop.departedAt && !stop.missed).map((stop) => [stop.lat, stop.lng]);
    const from = last ? [[last.lat, last.lng]] : [];
    const rest = track?.length || last ? [...from, ...ahead] : known.map((stop) => [stop.lat, stop.lng]);
    L.polyline(rest, { className: "planned", interactive: false }).addTo(loads);
    if (track?.length) L.polyline(track, { className: "driven", interactive: false }).addTo(loads);
    for (const stop of known) {
      if (isNamed) L.circle([stop.lat, stop.lng], { radius: stop.radiusMeters, className: "fence", interactive: false }).addTo(loads);
      const isFirstOfCity = known.find((other) => place(other) === place(stop)) === stop;
      const label = stops.indexOf(stop) + 1 + (isFirstOfCity ? " " + cut(place(stop), 30) : "");
      const words = isNamed ? label : numbered(stops, stop) + ", " + place(stop);
      named(L.circleMarker([stop.lat, stop.lng], { radius: 7, className: "stop" }), words, isNamed, "ofStop");
    }
    if (last) {
      const truck = L.circleMarker([last.lat, last.lng], { radius: 9, className: "truck" + (last.stale ? " stale" : "") });
      named(truck, choose ? loadNumber : "Truck", isNamed, "ofTruck");
      if (choose) truck.on("click", () => choose(loadNumber));
    }
    return [...known.map((stop) => [stop.lat, stop.lng]), ...from];
  };

  /** The maximum number of loads whose trucks and stops are named; others show their names under the mouse. */
  const MAX_NAMED = 3;

  return {
    /** Draws loads, and fits the map to them if they are not the same loads as before. */
    show: (shown) => {
      const { clientWidth, clientHeight } = element; // they change when the map is shown again
      const now = JSON.stringify([shown, clientWidth, clientHeight]);
      if (now === drawn) return;
      drawn = now;
      loads.clearLayers();
      const points = shown.flatMap((load) => draw(load, shown.length <= MAX_NAMED));
      const frame = JSON.stringify([shown.map((load) => load.loadNumber), clientWidth, clientHeight]);
      map.invalidateSize({ animate: false });
      if (frame !== framed && points.length) map.fitBounds(points, { padding: [60, 36], maxZoom: 10, animate: false });
      framed = frame;
      spreadNames();
    },
  };
};
