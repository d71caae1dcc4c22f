// A load in the panel: its life on one axis of time, and every fix with what it did.
// Metres near a fence, where they decide; miles on the road.
const distance = (meters) => (meters < 10000 ? count(Math.round(meters)) + " m" : count(Math.round(meters / 1609.344)) + " mi");
const requestsWith = (text) => "#view=requests&q=" + encodeURIComponent(text);

// What each fix did, as far as it is known; only later ones are asked for, until one comes late.
const explained = { load: "", fixes: [] };
const explain = async (path, loadNumber) => {
  const known = explained.load === loadNumber ? explained.fixes : [];
  const last = known.at(-1)?.ts;
  let answer = await ask("GET", path + "/explain" + query({ after: last }));
  if (last && known.length + answer.fixes.length !== answer.explained) answer = await ask("GET", path + "/explain");
  else answer.fixes = [...known, ...answer.fixes];
  explained.load = loadNumber;
  explained.fixes = answer.fixes;
  return answer;
};

const callsOf = async (loadNumber) => {
  const { requests } = await ask("GET", "requests" + query({ q: loadNumber, limit: 200 }));
  return requests.filter((call) => call.operation);
};

const svg = (name, attributes, ...children) => {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
};
const titled = (name, attributes, text) => {
  const title = svg("title", {});
  title.textContent = plain(text);
  return svg(name, attributes, title);
};

// Time runs to the right: statuses, stays at stops, fixes by quality, calls with what they cost.
const WIDTH = 640;
const LABELS = 80;
const axis = (load, fixes, calls) => {
  const times = [load.createdAt, load.deliveredAt, ...fixes.map((fix) => fix.ts), ...calls.map((call) => call.at)].filter(Boolean).map(Date.parse);
  const [from, to] = [Math.min(...times), Math.max(...times, Math.min(...times) + 60000)];
  const x = (instant) => (((typeof instant === "number" ? instant : Date.parse(instant)) - from) / (to - from)) * (WIDTH - LABELS - 10) + LABELS;
  const band = (y, css, begin, end, text) => titled("rect", { class: css, x: x(begin), y, width: Math.max(3, x(end) - x(begin)), height: 16, rx: 3 }, text);
  const parts = [];
  const lane = (y, name) => {
    const label = svg("text", { x: 0, y: y + 12 });
    label.textContent = name;
    parts.push(label, svg("path", { class: "lane", d: "M" + LABELS + " " + (y + 8) + "H" + (WIDTH - 10) }));
  };
  lane(10, "Status");
  let status = "PLANNED";
  let since = load.createdAt;
  const state = (until) => parts.push(band(10, "status " + (TONES[status] || "calm"), since, until, words(status) + ", " + time(since) + " to " + time(new Date(Date.parse(until)).toISOString())));
  for (const fix of fixes) {
    if (!fix.accepted || fix.statusBefore === fix.statusAfter) continue;
    state(fix.ts);
    [status, since] = [fix.statusAfter, fix.ts];
  }
  state(new Date(to).toISOString());
  lane(40, "At stops");
  for (const stop of load.stops) {
    if (stop.arrivedAt) parts.push(band(40, "stay", stop.arrivedAt, stop.departedAt || new Date(to).toISOString(), "Stop " + stop.sequence + ", " + stop.city + ": " + time(stop.arrivedAt) + (stop.departedAt ? " to " + time(stop.departedAt) : ", still there")));
  }
  lane(70, "Positions");
  // Many ticks at one place look like one: the last of each is drawn.
  const drawn = new Map();
  for (const fix of fixes) drawn.set((fix.accepted ? fix.quality : "refused") + Math.round(x(fix.ts)), fix);
  for (const fix of drawn.values()) {
    const css = fix.accepted ? fix.quality.toLowerCase() : "refused";
    const accuracy = fix.accuracyMeters === null ? "" : ", ± " + Math.round(fix.accuracyMeters) + " m";
    parts.push(titled("rect", { class: "fix " + css, x: x(fix.ts), y: fix.accepted ? 72 : 66, width: 2, height: fix.accepted ? 12 : 24 }, time(fix.ts) + accuracy + ": " + (fix.accepted ? words(fix.quality) : "refused, " + words(fix.reason))));
  }
  lane(100, "Calls");
  for (const call of calls) {
    const failed = call.status === 0 || call.status >= 400;
    const cost = call.chargeUsd === null ? "" : ", " + usd(call.chargeUsd) + " USD";
    const link_ = titled("circle", { class: "call" + (failed || call.fault ? " failed" : ""), cx: x(call.at), cy: 108, r: call.chargeUsd === null ? 5 : 7 }, time(call.at) + " " + call.method + " " + call.path + ": " + (call.status || "closed") + cost + (call.fault ? ", " + call.fault : ""));
    const a = svg("a", { href: link({ view: "requests", load: "", request: call.requestId }), "aria-label": call.method + " at " + time(call.at) + cost }, link_);
    parts.push(a);
  }
  const ends = [
    [from, "start", LABELS],
    [to, "end", WIDTH - 10],
  ];
  for (const [at_, anchor, place] of ends) {
    const label = svg("text", { x: place, y: 146, "text-anchor": anchor, class: "soft" });
    label.textContent = time(new Date(at_).toISOString());
    parts.push(label);
  }
  return svg("svg", { class: "axis", viewBox: "0 0 " + WIDTH + " 152", role: "group", "aria-label": "The load over time" }, ...parts);
};

const fixForm = (path, stop) => {
  const field = (label, name, value, more = {}) => element("label", {}, label, element("input", { name, type: "number", step: "any", value, "data-key": "fix-" + name, ...more }));
  const form = element("form", { class: "fields", "data-form": "fix" }, field("Latitude", "lat", String(stop?.lat ?? "")), field("Longitude", "lng", String(stop?.lng ?? "")), field("Accuracy, m", "accuracy", "10"), element("p", { class: "row" }, element("button", { "data-key": "add-fix" }, "Add a position here, now")));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const fix = Object.fromEntries([...new FormData(form)].filter(([, value]) => value !== "").map(([name, value]) => [name, Number(value)]));
    act("The position was sent", async () => {
      const { refused } = await ask("POST", path + "/pings", [{ ...fix, timestamp: new Date(serverNow()).toISOString() }]);
      if (refused.length) throw new Error("The position was refused: " + words(refused[0].reason));
    })();
  });
  return form;
};

// The newest positions, in rows that stay while newer ones come.
const MOST_FIXES = 100;
const fixRows = new WeakMap();
const fixBody = element("tbody");
const fixCount = element("p", { class: "events" });
const fixRow = (fix) => {
  const done = fix.events.join(". ") || (fix.statusBefore === fix.statusAfter ? "" : words(fix.statusBefore) + " → " + words(fix.statusAfter));
  const fences = fix.fences.filter((fence) => fence.meters !== null);
  const row = element(
    "tr",
    { class: fix.accepted ? null : "refused" },
    cell(time(fix.ts).slice(5)),
    cell(Number(fix.lat).toFixed(4) + ", " + Number(fix.lng).toFixed(4)),
    cell((fix.accepted ? words(fix.quality) : "refused: " + words(fix.reason)) + (fix.accuracyMeters === null ? "" : ", ± " + Math.round(fix.accuracyMeters) + " m")),
    cell(done, "wrap"),
    cell(fences.map((fence) => element("span", { class: "fence" }, fence.sequence + ": " + distance(fence.meters) + " " + words(fence.side))), "wrap"),
  );
  fixRows.set(fix, row);
  return row;
};
const showFixes = (fixes) => {
  arrange(fixBody, fixes.slice(-MOST_FIXES).reverse().map((fix) => fixRows.get(fix) ?? fixRow(fix)));
  put(fixCount, fixes.length === 0 ? "No position yet." : fixes.length > MOST_FIXES ? "The newest 100 of " + count(fixes.length) : "");
};

const addressOf = (stop) => [
  stop.facilityName ? element("b", { class: "facility" }, short(stop.facilityName, 60)) : "",
  [short(stop.address, 60), short(stop.city, 40), stop.state + " " + stop.zip].join(", "),
];
const orderOf = ({ order, driverJoined }) => [
  ["Reference", short(order.customerRef, 80)],
  ["Driver", order.driverPhone + (driverJoined ? ", has opened the page or sent a position" : ", has not joined")],
  ["Truck", short(order.truckNumber, 80)],
  ["Carrier", short(order.carrierName, 80)],
  ["Shipper", short(order.shipperName, 80)],
  ["Freight", [short(order.equipmentType, 80), order.weight === null ? "" : count(order.weight) + " lb"].filter(Boolean).join(", ")],
  ["Rate", order.rate === null ? "" : usd(order.rate) + " USD"],
  ["Planned", order.miles === null ? "" : count(order.miles) + " miles"],
];
const refusedOf = (fixes) => fixes.filter((fix) => !fix.accepted).length;

const loadPanel = async (loadNumber) => {
  const path = "loads/" + encodeURIComponent(loadNumber);
  const [load, story, calls] = await Promise.all([ask("GET", path), explain(path, loadNumber), callsOf(loadNumber)]);
  const done = load.status === "DELIVERED" || load.status === "CANCELLED";
  const next = load.stops.find((stop) => !stop.arrivedAt && !stop.missed);
  const button = (text, message, work, off, sure) =>
    element("button", { type: "button", "data-key": text, disabled: off && "", onclick: act(loadNumber + message, async () => (!sure || (await confirmed(sure, text))) && work()) }, text);
  const drawn = () => axis(load, story.fixes, calls);
  const actions = () => [
    element("p", { class: "row" }, pageLink(SERVER + "/track/" + load.trackingToken, "Customer's page"), pageLink(SERVER + "/driver/" + load.driverToken, "Driver's page"), element("a", { href: requestsWith(loadNumber) }, "Its requests"), pageLink(ROOT + path + "/explain", "As JSON")),
    element(
      "div",
      { class: "row" },
      button("Drive to next stop", " drove to its next stop", () => ask("POST", path + "/drive", { until: next.sequence }), done || !next),
      button("Deliver", " was delivered", () => ask("POST", path + "/drive", {}), done, "Drive " + loadNumber + " to its last stop? The server's clock moves on with it and does not come back."),
      button("Await BOL", " waits for its BOL", () => ask("POST", path + "/await-bol", { enabled: true }), done),
      button("Cancel load", " was cancelled", () => ask("POST", path + "/cancel", {}), done, "Cancel " + loadNumber + "? It cannot be opened again."),
    ),
    fixForm(path, next ?? load.stops.at(-1)),
  ];
  const refused = refusedOf(story.fixes);
  const told = [
    ...orderOf(load),
    ["Broker", element("a", { href: "#view=brokers&broker=" + encodeURIComponent(load.brokerId) }, load.brokerId)],
    ["Created", time(load.createdAt)],
    ["Delivered", time(load.deliveredAt)],
    ["Bill of lading", load.bolReceivedAt ? "received " + time(load.bolReceivedAt) : load.bolMissing ? "missing: delivered without it" : ""],
    ["Positions", count(load.pingCount) + " kept" + (refused ? ", " + count(refused) + " refused" : "") + (load.distanceMiles === null ? "" : ", " + Number(load.distanceMiles).toFixed(1) + " miles")],
  ];
  const stop = (one) =>
    element("tr", {}, cell(one.sequence + " " + words(one.type)), cell(addressOf(one), "wrap"), cell(one.radiusMeters === null ? "none" : distance(one.radiusMeters) + ", " + one.geocodePrecision), cell(one.missed ? "missed" : time(one.arrivedAt).slice(5, 16)), cell(time(one.departedAt).slice(5, 16)));
  const table_ = table(["Stop", "Place", "Fence", "Arrived", "Departed"], load.stops.map(stop));
  const stops = () => [element("h3", {}, "Stops"), element("div", { class: "across", tabindex: "0", role: "region", "aria-label": "Stops" }, table_)];
  const positions = () => [
    element("h3", {}, "Positions, the newest first, and why each did what it did"),
    story.fixes.length ? element("div", { class: "fixes", "data-fixes": "", tabindex: "0", role: "region", "aria-label": "Positions" }, element("table", {}, headOf(["Time", "Place", "Taken as", "What happened", "Distance to stops"]), fixBody)) : "",
    fixCount,
  ];
  showFixes(story.fixes);
  return [
    part([load.loadNumber, load.status], () => element("h2", { id: "panel-title", tabindex: "-1" }, load.loadNumber, " ", badge(load.status, TONES[load.status] || "calm"))),
    part([load.status, story.explained, calls.length, load.stops], drawn),
    part([load.status, next?.sequence], actions),
    part([load.driverJoined, load.pingCount, refused, load.bolReceivedAt, load.bolMissing, load.deliveredAt], () => facts(told)),
    part(load.stops, stops),
    part(story.fixes.length > 0, positions),
  ];
};
