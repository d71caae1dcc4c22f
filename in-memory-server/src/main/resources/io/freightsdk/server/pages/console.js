// The console: loads, requests, money, messages and faults, read and changed through the control routes. The address
// selects the view: #loads, #loads/LD-2026-0001, #loads/new, #requests/req_1, #money, each with ?q= and a search text.
const MAX_ROWS = 100;
const decimals = (amount) => {
  const [digits, exponent] = String(amount).split("e");
  return Math.max(2, (digits.split(".")[1] ?? "").length - Number(exponent ?? 0));
};
const usd = (amount) => (amount === null || amount === undefined ? "" : Number(amount).toFixed(decimals(amount)) + " USD");
const MINUTES = { month: "short", day: "numeric", hour: "numeric", minute: "2-digit", timeZoneName: "short" };
const minutesForm = new Intl.DateTimeFormat("en-US", MINUTES);
const secondsForm = new Intl.DateTimeFormat("en-US", { ...MINUTES, second: "2-digit" });
/** A time in the time zone of this browser; the times of a stop are local to the stop. */
const time = (instant, form = secondsForm) => (instant ? form.format(new Date(instant)) : "");
const path = (...segments) => segments.map(encodeURIComponent).join("/");

let paused = false;

const showNotice = (text, failed = false) => {
  byId("notice").className = "notice" + (failed ? " failed" : "");
  put(byId("notice"), text);
};

/** Calls a control route. Throws the error of the response if it is refused. */
const callServer = async (method, route, body) => {
  const options = { method, signal: AbortSignal.timeout(60000) };
  if (body !== undefined) Object.assign(options, { headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
  const response = await fetch(route, options);
  const read = await response.json().catch(() => ({}));
  if (!response.ok) throw new Error(read.error ?? "status " + response.status);
  return read;
};

/** Calls a control route and shows the outcome, unless the view has changed meanwhile. */
const runAction = async (words, ...call) => {
  const { view } = currentView();
  const show = (...notice) => view === currentView().view && showNotice(...notice);
  showNotice(words + " …");
  try {
    await callServer(...call);
    show(words + ": done");
    refresh();
  } catch (failed) {
    show(words + ": " + failed.message, true);
  }
};

/** JSON with one member per line. Numbers and strings keep their form; other text is unchanged. */
const formatted = (text) => {
  try {
    JSON.parse(text);
  } catch (noJson) {
    return text;
  }
  let depth = 0;
  const line = () => "\n" + "  ".repeat(depth);
  const tokens = text.match(/"(?:\\.|[^"\\])*"|[{}[\],:]|[^\s{}[\],:"]+/g);
  return tokens.reduce((written, token, i) => {
    const isEmpty = (token === "{" || token === "[") && (tokens[i + 1] === "}" || tokens[i + 1] === "]");
    const wasEmpty = (token === "}" || token === "]") && (tokens[i - 1] === "{" || tokens[i - 1] === "[");
    if (isEmpty || wasEmpty) return written + token;
    if (token === "{" || token === "[") depth++;
    if (token === "}" || token === "]") depth--;
    if (token === "{" || token === "[" || token === ",") return written + token + line();
    if (token === "}" || token === "]") return written + line() + token;
    return written + token + (token === ":" ? " " : "");
  }, "");
};

const button = (words, click, kind = "") => make("button", { type: "button", class: kind, click }, words);
const closeLink = (view) => make("a", { class: "button", href: addressOf(view, null, currentView().q) }, "Close");
const facts = (pairs) => make("dl", { class: "facts" }, ...pairs.filter(([, value]) => value !== null && value !== undefined && value !== "").flatMap(([term, value]) => [make("dt", {}, term), make("dd", {}, value instanceof Node ? value : String(value))]));
const badge = (status) => make("span", { class: "badge " + status }, statusWord(status));
const query = () => {
  const q = byId("q").value.trim();
  return "?limit=" + MAX_ROWS + (q ? "&q=" + encodeURIComponent(q) : "");
};

const NEW = "new";
const addressOf = (view, chosen = null, q = "") => "#" + [view, chosen].filter(Boolean).map(encodeURIComponent).join("/") + (q ? "?q=" + encodeURIComponent(q) : "");
/** The view, the chosen load or request, and the search text of the address; the loads for an unknown address. */
const currentView = () => {
  try {
    const [route, q = ""] = location.hash.slice(1).split("?q=");
    const [view, chosen = ""] = route.split("/").map(decodeURIComponent);
    if (Object.hasOwn(VIEWS, view)) return { view, chosen: chosen || null, q: decodeURIComponent(q) };
  } catch (malformed) {
    // handled like an unknown address
  }
  return { view: "loads", chosen: null, q: "" };
};
const openView = (view, chosen) => (location.hash = addressOf(view, chosen));
const map = statesMap(byId("map"), (number) => openView("loads", number));

const noWrap = (words) => make("span", { class: "no-wrap" }, words);
const link = (words, view, chosen) => make("a", { href: addressOf(view, chosen, view === currentView().view ? currentView().q : "") }, words);
const loadLink = (number) => (number ? make("span", { class: "no-wrap" }, link(number, "loads", number)) : "");
/** The text of a message, with its link. */
const textOf = ({ text, link: href }) => {
  const [before, after] = href && text.includes(href) ? text.split(href) : [text, null];
  return after === null ? cut(text, 300) : make("span", {}, before, make("a", { href }, href), after);
};

// Data and rows of each view. In a narrow window, a label precedes the values that need one.
const VIEWS = {
  loads: {
    title: "Loads",
    head: ["Load", "Status", "From", "To", "Reference", "Created"],
    labels: ["", "", "", "to ", "reference ", "created "],
    empty: () => firstCall("No load yet."),
    read: async () => (await callServer("GET", "loads" + query())).loads,
    row: (load) => [loadLink(load.loadNumber), badge(load.status), place(load.stops[0]), place(load.stops[load.stops.length - 1]), cut(load.order.customerRef ?? "", 60), noWrap(time(load.createdAt, minutesForm))],
    key: (load) => load.loadNumber,
  },
  requests: {
    title: "Requests",
    head: ["Time", "Request", "Response", "Charged", "Load"],
    labels: ["", "", "response ", "charged ", ""],
    empty: () => firstCall("No request yet."),
    read: async () => (await callServer("GET", "requests" + query())).requests.reverse(),
    row: (one) => [noWrap(time(one.at)), link(one.method + " " + cut(one.path, 80), "requests", one.requestId), (one.status || "closed") + (one.fault ? ", " + one.fault : ""), noWrap(usd(one.chargeUsd) || "nothing"), loadLink(one.loadNumber)],
    key: (one) => one.requestId,
  },
  money: {
    title: "Money",
    head: ["Time", "Broker", "Operation", "Amount", "Balance", "Load"],
    labels: ["", "", "", "", "balance ", ""],
    empty: async () => ["No money has moved yet."],
    read: async () => {
      const brokers = richestFirst((await callServer("GET", "brokers" + query())).brokers);
      fillSelect(byId("credit").elements.broker, brokers.map(brokerOption));
      const prices = (await callServer("GET", "prices")).prices;
      const byPrice = Object.entries(prices).sort(([, one], [, other]) => other - one);
      fillSelect(byId("price").elements.key, byPrice.map(([key, price]) => [key, key + ": " + usd(price)]));
      if (!byId("price").elements.usd.value) proposePrice(prices);
      const ledgers = await Promise.all(brokers.slice(0, 10).map(async (one) => (await callServer("GET", path("brokers", one.brokerId) + "/ledger")).entries.reverse().map((entry) => ({ ...entry, broker: one }))));
      return ledgers.flat().sort((a, b) => b.at.localeCompare(a.at)).slice(0, MAX_ROWS);
    },
    row: (entry) => [noWrap(time(entry.at)), nameOf(entry.broker), noWrap(entry.operation ?? entry.type.toLowerCase()), noWrap((entry.type === "DEBIT" ? "−" : "") + usd(entry.amountUsd)), noWrap(usd(entry.balanceAfterUsd)), loadLink(entry.loadNumber)],
    key: () => null,
  },
  messages: {
    title: "Text messages",
    head: ["Time", "Phone", "Load", "Text"],
    labels: ["", "to ", "", ""],
    empty: async () => ["No message yet. The driver of each new load gets one."],
    read: async () => (await callServer("GET", "sms" + query())).messages.reverse(),
    row: (one) => [noWrap(time(one.at)), noWrap(one.phone), loadLink(one.loadNumber), textOf(one)],
    key: () => null,
  },
  faults: {
    title: "Planned faults",
    head: ["Id", "For", "Kind", "When", ""],
    labels: ["", "", "", "", ""],
    empty: async () => ["No fault is planned."],
    read: async () => (await callServer("GET", "faults")).faults,
    row: (fault) => [String(fault.id), fault.operation ?? fault.path ?? "*", [fault.kind, fault.status, fault.delay].filter(Boolean).join(" "), fault.when + (fault.phase === "AFTER_COMMIT" ? ", after the charge" : ""), button("Remove", () => runAction("Remove fault " + fault.id, "DELETE", path("faults", fault.id)))],
    key: () => null,
  },
};

const nameOf = (broker) => cut(broker.email.replace("@broker.example", ""), 20);
/** The option of a select for a broker, short enough for a phone. */
const brokerOption = (broker) => [broker.brokerId, nameOf(broker) + ": " + usd(broker.balanceUsd)];
const richestFirst = (brokers) => brokers.sort((one, other) => other.balanceUsd - one.balanceUsd);

/** The address and the key with which a program calls this server. */
const firstCall = async (nothing) => {
  const { brokers } = await callServer("GET", "brokers?limit=100");
  const [broker] = richestFirst(brokers);
  if (!broker) return [nothing + " There is no broker either."];
  const address = new URL("..", location.href).href.replace(/\/$/, "");
  return [
    make("p", {}, nothing + " Your application needs no SDK: give it this address and this key."),
    facts([
      ["Address", make("code", {}, address)],
      ["Agent key", make("code", {}, broker.agentKey)],
      ["Balance", usd(broker.balanceUsd) + ", of " + nameOf(broker)],
    ]),
    make("pre", {}, "curl -H 'Authorization: Bearer " + broker.agentKey + "' " + address + "/v1/agent/balance"),
  ];
};

/** Fills a select. Keeps the selected option, or selects the first one. A form without options cannot be sent. */
const fillSelect = (select, options) => {
  const selected = select.value;
  put(select, ...options.map(([value, words]) => make("option", { value }, words)));
  // Moved options would leave the last one selected.
  select.value = options.some(([value]) => value === selected) ? selected : (options[0]?.[0] ?? "");
  select.form.querySelector("button").disabled = options.length === 0;
};

const NO_ETA = { no_position: "no position yet", no_coordinates: "a stop ahead is not on the map", position_too_old: "the last position is too old" };
/** When a load arrives or was delivered. `late` is how late that is; empty if it is on time or has no appointment. */
const arrivalOf = (load, tracked) => {
  const last = tracked.stops[tracked.stops.length - 1];
  const time = load.deliveredAt ?? (isOver(load) ? null : last.eta);
  if (!time) return { text: !isOver(load) && NO_ETA[tracked.noEta] ? "unknown: " + NO_ETA[tracked.noEta] : "", late: "" };
  const judged = load.deliveredAt ? tracked : tracked.expected;
  const words = judged ? punctuality(judged) : "";
  const late = judged?.onTime === false ? words : "";
  const appointment = late ? " (appointment until " + at(last.windowTo, last.timeZone) + ")" : "";
  return { text: at(time, last.timeZone) + (words && ", " + words) + appointment, late };
};

const withTimes = (event, form) => event.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, (instant) => form(instant));
const exactMiles = (meters) => (meters / 1609.344).toFixed(1) + " mi";
/** Why a stop has no arrival, from the server's explanations of the fixes. */
const whyNotSeen = (load, stop, fixes) => {
  if (stop.arrivedAt) return [];
  if (stop.lat === null) {
    const needsHand = !isOver(load) && (stop === load.stops[0] || stop === load.stops[load.stops.length - 1]);
    return [
      make("strong", { class: "lost" }, "Not on the map: " + place(stop) + " is not known, so no position can be an arrival here."),
      "Create the load with lat and lng for this stop, or with a real ZIP code of its state." + (needsHand ? ' Only "Deliver by hand" ends this load.' : ""),
    ];
  }
  const there = (time) => at(time, stop.timeZone);
  const name = new RegExp("\\bstop " + stop.sequence + "\\b");
  const lines = fixes.flatMap((fix) => fix.events.filter((event) => name.test(event)).map((event) => there(fix.ts) + ": " + withTimes(event, there))).slice(-1);
  const fenceOf = (fix) => fix.fences[stop.sequence - 1];
  const nearest = fixes.reduce((best, fix) => (best && fenceOf(best).meters <= fenceOf(fix).meters ? best : fix), null);
  const isPast = stop.missed || isOver(load) || stop === nextStop(load);
  const isNearing = nearest === fixes[fixes.length - 1] && nearest?.accepted && fenceOf(nearest).side !== "INSIDE";
  if (nearest && isPast && !isNearing) {
    const accuracy = nearest.accuracyMeters === null ? "accuracy unknown" : "accurate to " + Math.round(nearest.accuracyMeters).toLocaleString("en-US") + " m";
    const remarks = [there(nearest.ts), accuracy, nearest.accepted ? "" : "refused: " + nearest.reason].filter(Boolean);
    lines.push("Nearest of the last " + fixes.length + " positions: " + exactMiles(fenceOf(nearest).meters) + " away, its fence has " + exactMiles(stop.radiusMeters) + " (" + remarks.join(", ") + ")");
  }
  return lines;
};

const detailOfLoad = async (number) => {
  const route = path("loads", number);
  const [load, explained] = await Promise.all([callServer("GET", route), callServer("GET", route + "/explain")]);
  const tracked = (await trackedOf(load)) ?? { ...load, onTime: null };
  const stops = load.stops.map((stop, i) => ({ ...tracked.stops[i], ...stop }));
  const arrival = arrivalOf(load, tracked);
  const drive = (words, until, kind) => button(words, () => runAction(words, "POST", route + "/drive", { until }), kind);
  const next = load.stops.find((stop) => !stop.arrivedAt && !stop.missed);
  const open = !isOver(load);
  const order = load.order;
  const latest = explained.fixes.slice(-8).reverse();
  const head = [
    make("div", { class: "row" }, make("h2", { tabindex: -1 }, load.loadNumber), badge(load.status), arrival.late && make("span", { class: "badge late" }, arrival.late), closeLink("loads")),
    make(
      "div",
      { class: "row" },
      open && next ? drive("Drive to the next stop", load.stops.indexOf(next) + 1, "strong") : null,
      open ? drive("Drive until delivered", "DELIVERED") : null,
      open ? button("Deliver by hand", () => runAction("Deliver", "POST", route + "/deliver")) : null,
      open ? button("Wait for the bill of lading", () => runAction("Wait for the bill of lading", "POST", route + "/await-bol", { enabled: true })) : null,
      open ? button("Cancel the load", () => confirm("Cancel " + number + "?") && runAction("Cancel", "POST", route + "/cancel"), "plain danger") : null,
    ),
    make("p", {}, make("a", { href: "../track/" + encodeURIComponent(load.trackingToken) }, "Customer's page"), ", ", make("a", { href: "../driver/" + encodeURIComponent(load.driverToken) }, "driver's page")),
  ];
  const rest = [
    facts([
      ["Created", time(load.createdAt)],
      [load.deliveredAt ? "Delivered" : "Arrives about", arrival.text],
      ["Reference", cut(order.customerRef ?? "")],
      ["Shipper", cut(order.shipperName ?? "")],
      ["Carrier", cut(order.carrierName ?? "")],
      ["Driver's phone", order.driverPhone + (load.driverJoined ? "" : ", has not opened the driver's page")],
      ["Truck", cut(order.truckNumber ?? "")],
      ["Equipment", cut(order.equipmentType ?? "")],
      ["Last seen", load.lastFix ? [truckAt(load.stops, load.lastFix), time(load.lastFix.ts)].filter(Boolean).join(", ") : ""],
      ["Positions", load.pingCount + (load.distanceMiles === null ? "" : ", " + miles(load.distanceMiles) + " in straight lines between them")],
    ]),
    make("ol", { class: "stops" }, ...stops.map((stop) => make("li", { class: stopClass({ ...load, stops }, stop) }, make("h3", {}, numbered(stops, stop) + ": " + cut(stop.facilityName || stop.address)), make("p", { class: "soft" }, cut(stop.address) + ", " + place(stop) + " " + cut(stop.zip, 20)), ...stopLines(load, stop), ...whyNotSeen({ ...load, stops }, stop, explained.fixes).map((line) => make("p", {}, line))))),
    latest.length ? make("h3", {}, "Latest positions") : null,
    latest.length
      ? make("div", {}, ...latest.map((fix) => make("p", { class: "soft" }, time(fix.ts) + ": " + (fix.accepted ? withTimes(fix.events.join(", "), time) || statusWord(fix.statusAfter) : "refused, " + fix.reason))))
      : null,
  ];
  return { head, rest };
};

const detailOfRequest = async (id) => {
  const one = await callServer("GET", path("requests", id));
  const head = [make("div", { class: "row" }, make("h2", { tabindex: -1 }, one.method + " " + cut(one.path, 200)), closeLink("requests"))];
  const rest = [
    facts([
      ["Time", time(one.at)],
      ["Request", one.requestId],
      ["Response", one.status || "closed"],
      ["Fault", one.fault],
      ["Charged", usd(one.chargeUsd) || "nothing"],
      ["Balance after", usd(one.balanceAfterUsd)],
      ["Idempotency key", one.idempotencyKey],
      ["Load", loadLink(one.loadNumber)],
      ["Note", one.note],
    ]),
    one.body ? make("h3", {}, "Request body") : null,
    one.body ? make("pre", {}, formatted(one.body)) : null,
    one.responseBody ? make("h3", {}, "Response body") : null,
    one.responseBody ? make("pre", {}, formatted(one.responseBody)) : null,
  ];
  return { head, rest };
};

let detailShown = null;
/** Shows the details of a load or request. Scrolls to their start and focuses it if they are new. */
const showDetail = async ({ view, chosen }) => {
  const detail = byId("detail");
  const isChosen = chosen !== null && chosen !== NEW && (view === "loads" || view === "requests");
  document.querySelector("main").className = "console " + view + (isChosen ? " chosen" : "");
  document.title = (isChosen ? chosen : VIEWS[view].title) + ", In-memory server";
  if (!isChosen) {
    const wasInside = detail.contains(document.activeElement) || document.activeElement === document.body;
    detail.hidden = true;
    if (detailShown && wasInside) [...byId("rows").querySelectorAll("a")].find((row) => row.getAttribute("href") === addressOf(view, detailShown, currentView().q))?.focus();
    detailShown = null;
    return;
  }
  let shown;
  try {
    shown = view === "loads" ? await detailOfLoad(chosen) : await detailOfRequest(chosen);
  } catch (failed) {
    shown = { head: [make("div", { class: "row" }, make("h2", { tabindex: -1 }, chosen), closeLink(view))], rest: [make("p", {}, failed.message)] };
  }
  if (currentView().chosen !== chosen) return;
  put(detail, make("div", { class: "card panel" }, ...shown.head), make("div", { class: "card panel" }, ...shown.rest));
  detail.hidden = false;
  if (detailShown === chosen) return;
  detailShown = chosen;
  detail.querySelector("h2").focus({ preventScroll: true });
  const { top } = detail.firstElementChild.getBoundingClientRect();
  if (top < 0 || top > innerHeight / 2) detail.firstElementChild.scrollIntoView();
};

const QUIET_MILLIS = 15 * 60000; // like EtaEstimator.isStale on the customer's page
/** A load as the map draws it. A delivered or cancelled load has no truck. */
const onMap = (load, now) => {
  const fix = isOver(load) ? null : load.lastFix;
  return { loadNumber: load.loadNumber, stops: load.stops, last: fix && { lat: fix.lat, lng: fix.lng, time: fix.ts, stale: new Date(now) - new Date(fix.ts) > QUIET_MILLIS } };
};

/** The data of the customer's page; null after the page has expired. */
const trackedOf = async (load) => {
  const response = await fetch("../track/" + encodeURIComponent(load.trackingToken) + "/load");
  return response.ok ? response.json() : null;
};

const showMap = async ({ chosen }, loads, now) => {
  if (!chosen || chosen === NEW) return map.show(loads.slice(0, 60).map((load) => onMap(load, now)));
  const load = loads.find((load) => load.loadNumber === chosen) ?? (await callServer("GET", path("loads", chosen)).catch(() => null));
  if (!load) return map.show([]);
  const tracked = (await trackedOf(load)) ?? onMap(load, now);
  if (currentView().chosen === chosen) map.show([{ loadNumber: tracked.loadNumber, stops: tracked.stops, track: tracked.track, last: isOver(tracked) ? null : tracked.last }]);
};

const showRows = async ({ view, chosen, q }, read) => {
  const shown = VIEWS[view];
  put(byId("title"), shown.title);
  put(byId("head"), make("tr", {}, ...shown.head.map((word) => make("th", { scope: "col" }, word))));
  const isChosen = (row) => chosen !== null && shown.key(row) === chosen;
  put(byId("rows"), ...read.map((row) => make("tr", { class: isChosen(row) ? "chosen" : "" }, ...shown.row(row).map((cell, i) => make("td", { "data-label": shown.labels[i] }, cell)))));
  document.querySelector("table").hidden = read.length === 0;
  if (read.length === 0) put(byId("empty"), ...(q ? ["No matches."] : await shown.empty()));
  else put(byId("empty"), read.length === MAX_ROWS ? "The newest " + MAX_ROWS + "; search for others." : null);
};

let latestRefresh = 0;
/** Reads and shows the current view. Results of an earlier, slower refresh are discarded. */
const refresh = async () => {
  const id = ++latestRefresh;
  const place = currentView();
  const { view } = place;
  for (const one of document.querySelectorAll("[data-view]")) one.setAttribute("aria-current", one.dataset.view === view ? "page" : "false");
  if (byId("q").value.trim() !== place.q) byId("q").value = place.q;
  byId("q").parentElement.hidden = view === "faults";
  byId("fault").hidden = view !== "faults";
  byId("credit").hidden = byId("price").hidden = view !== "money";
  try {
    const [clock, read] = await Promise.all([callServer("GET", "clock"), VIEWS[view].read(), readTowns()]);
    if (id !== latestRefresh) return;
    paused = clock.pace === 0;
    put(byId("now"), time(clock.now) + (clock.pace === 1 ? "" : paused ? ", stopped" : ", " + clock.pace + " times as fast"));
    put(byId("pause"), paused ? "Start the clock" : "Stop the clock");
    await showRows(place, read);
    await showDetail(place);
    if (id !== latestRefresh) return;
    if (view === "loads") await showMap(place, read, clock.now);
    put(byId("connection"));
  } catch (failed) {
    if (id === latestRefresh) put(byId("connection"), "The server cannot be read: " + failed.message);
  }
};

const poll = async () => {
  await refresh();
  setTimeout(poll, document.hidden ? 20000 : 2000);
};

const CITIES = [
  ["255 E 5th St", "Cincinnati", "OH", "45202"], ["120 Gary Wade Blvd", "Sevierville", "TN", "37862"], ["401 S Clinton St", "Chicago", "IL", "60607"], ["4800 Singleton Blvd", "Dallas", "TX", "75212"], ["100 Peachtree St", "Atlanta", "GA", "30303"], ["1400 Wewatta St", "Denver", "CO", "80202"],
];
const orderDialog = byId("order");
const orderForm = orderDialog.querySelector("form");
let orderKey = ""; // idempotency key of the order in the form: two presses create one load

const setFields = (values) => {
  for (const [name, value] of Object.entries(values)) orderForm.elements[name].value = value;
};
const setStop = (prefix, [address, city, state, zip]) => setFields({ [prefix + "Address"]: address, [prefix + "City"]: city, [prefix + "State"]: state, [prefix + "Zip"]: zip });
const newKey = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

/** Opens the form with a complete order and its price. */
const openOrder = async () => {
  orderDialog.showModal();
  put(byId("order-notice"));
  byId("buy").disabled = true;
  orderKey = newKey();
  setStop("from", CITIES[0]);
  setStop("to", CITIES[1]);
  try {
    const [{ brokers }, { prices }, { matching }, { now }] = await Promise.all([callServer("GET", "brokers?limit=100"), callServer("GET", "prices"), callServer("GET", "loads?limit=1"), callServer("GET", "clock")]);
    if (brokers.length === 0) throw new Error("There is no broker that can pay.");
    fillSelect(orderForm.elements.broker, richestFirst(brokers).map(brokerOption));
    const inHours = (hours) => {
      const time = new Date(Math.ceil(Date.parse(now) / 3600000 + hours) * 3600000);
      return new Date(time - time.getTimezoneOffset() * 60000).toISOString().slice(0, 16); // an input has local time
    };
    setFields({ customerRef: "acme/PO-" + (1001 + matching), driverPhone: "+13125550142", equipmentType: "VAN", fromDate: inHours(2), toDate: inHours(26) });
    put(byId("buy"), "Create the load for " + usd(prices.load_create));
    byId("buy").disabled = false;
  } catch (failed) {
    put(byId("order-notice"), failed.message);
  }
};

const otherCities = () => {
  const from = Math.floor(Math.random() * CITIES.length);
  setStop("from", CITIES[from]);
  setStop("to", CITIES[(from + 1 + Math.floor(Math.random() * (CITIES.length - 1))) % CITIES.length]);
};

const orderOf = (values) => {
  const stop = (prefix) => {
    const date = values[prefix + "Date"];
    return { address: values[prefix + "Address"], city: values[prefix + "City"], state: values[prefix + "State"].toUpperCase(), zip: values[prefix + "Zip"], ...(date ? { date: new Date(date).toISOString() } : {}) };
  };
  const named = Object.fromEntries(["customerRef", "driverPhone", "equipmentType"].filter((name) => values[name].trim()).map((name) => [name, values[name].trim()]));
  return { ...named, pickups: [stop("from")], deliveries: [stop("to")] };
};

/** Sends the order with a new agent key of the selected broker. */
const buy = async (event) => {
  event.preventDefault();
  const values = Object.fromEntries(new FormData(orderForm));
  byId("buy").disabled = true;
  put(byId("order-notice"));
  try {
    const { agentKey } = await callServer("POST", path("brokers", values.broker) + "/keys", {});
    const response = await fetch("../v1/agent/loads", {
      method: "POST",
      headers: { "Content-Type": "application/json", Authorization: "Bearer " + agentKey, "Idempotency-Key": orderKey },
      body: JSON.stringify(orderOf(values)),
      signal: AbortSignal.timeout(60000),
    });
    const created = await response.json();
    if (!response.ok) throw new Error([created.error ?? "status " + response.status, ...(created.fields ?? [])].join(", "));
    showNotice(created.deduplicated ? "Nothing was charged: " + created.loadNumber + " has this reference" : "Created " + created.loadNumber);
    openView("loads", created.loadNumber);
  } catch (failed) {
    put(byId("order-notice"), failed.message);
  }
  byId("buy").disabled = false;
};

/** Fills in the current price. */
const proposePrice = (prices) => {
  const { key, usd: price } = byId("price").elements;
  if (key.value) price.value = usd(prices[key.value]).replace(" USD", "");
};

const showFaultFields = () => {
  const kind = byId("fault").elements.kind.value;
  for (const label of byId("fault").querySelectorAll("[data-of]")) label.hidden = !label.dataset.of.split(" ").includes(kind);
};

let viewBefore = currentView().view;
/** Shows the view of the address. Removes the notice of another view. */
const showAddress = () => {
  if (currentView().view !== viewBefore) showNotice("");
  viewBefore = currentView().view;
  const isNew = currentView().view === "loads" && currentView().chosen === NEW;
  if (isNew && !orderDialog.open) openOrder();
  if (!isNew && orderDialog.open) orderDialog.close();
  refresh();
};

addEventListener("hashchange", showAddress);
orderDialog.addEventListener("close", () => currentView().chosen === NEW && openView("loads"));
orderForm.addEventListener("submit", buy);
byId("other").addEventListener("click", otherCities);
for (const one of document.querySelectorAll("[data-advance]")) one.addEventListener("click", () => runAction("Move the clock ahead by " + one.textContent, "POST", "clock", { advance: one.dataset.advance }));
byId("pause").addEventListener("click", () => runAction(paused ? "Start the clock" : "Stop the clock", "POST", "clock", { pace: paused ? 1 : 0 }));
byId("reset").addEventListener("click", () => {
  if (!confirm("Delete every load, request and message, and start over?")) return;
  openView("loads");
  runAction("Start over", "POST", "reset");
});
byId("clear").addEventListener("click", () => runAction("Remove all faults", "DELETE", "faults"));
byId("q").addEventListener("input", () => {
  const { view, chosen } = currentView();
  history.replaceState(null, "", addressOf(view, chosen, byId("q").value.trim()));
  refresh();
});
byId("fault").elements.kind.addEventListener("change", showFaultFields);
byId("fault").addEventListener("submit", (event) => {
  event.preventDefault();
  const values = Object.fromEntries(new FormData(event.target));
  const applies = (name) => !byId("fault").elements[name].closest("label").hidden;
  const fault = { operation: values.operation, kind: values.kind, times: Number(values.times || 1) };
  if (applies("phase")) fault.phase = values.phase;
  if (applies("status")) fault.status = Number(values.status);
  if (applies("seconds")) fault.delay = "PT" + Number(values.seconds) + "S";
  runAction("Plan a fault", "POST", "faults", fault);
});
byId("credit").addEventListener("submit", (event) => {
  event.preventDefault();
  const { broker, amount } = Object.fromEntries(new FormData(event.target));
  runAction("Add money", "POST", path("brokers", broker) + "/credit", { amountUsd: amount });
});
byId("price").elements.key.addEventListener("change", async () => proposePrice((await callServer("GET", "prices")).prices));
byId("price").addEventListener("submit", (event) => {
  event.preventDefault();
  const { key, usd: price } = Object.fromEntries(new FormData(event.target));
  runAction("Change the price", "PUT", "prices", { [key]: Number(price) });
});
showFaultFields();
if (currentView().chosen === NEW && currentView().view === "loads") openOrder();
poll();
