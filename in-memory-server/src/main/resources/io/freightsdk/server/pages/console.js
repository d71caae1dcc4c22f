// The console: loads, requests, money, messages and faults, by the routes of the test control.
const map = statesMap(byId("map"));
const MOST_ROWS = 100;
const usd = (amount) => (amount === null || amount === undefined ? "" : Number(amount).toFixed(Math.max(2, (String(amount).split(".")[1] ?? "").length)) + " USD");
const time = (instant) => (instant ? instant.replace("T", " ").replace(/(\.\d+)?Z$/, "") : "");
const path = (...segments) => segments.map(encodeURIComponent).join("/");

let view = "loads";
let chosen = null; // the load or request whose details are shown
let paused = false;

const say = (text, failed = false) => {
  byId("said").className = "said" + (failed ? " failed" : "");
  put(byId("said"), text);
};

/** Asks the test control; what it refuses is said. */
const ask = async (method, route, body) => {
  const options = { method, signal: AbortSignal.timeout(60000) };
  if (body !== undefined) Object.assign(options, { headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
  const answer = await fetch(route, options);
  const read = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Error(read.error ?? "status " + answer.status);
  return read;
};

const act = async (words, ...asked) => {
  say(words + " …");
  try {
    const done = await ask(...asked);
    say(words + ": done");
    refresh();
    return done;
  } catch (failed) {
    say(words + ": " + failed.message, true);
    return null;
  }
};

const button = (words, click, kind = "") => make("button", { type: "button", class: kind, click }, words);
const facts = (pairs) => make("dl", { class: "facts" }, ...pairs.filter(([, value]) => value !== null && value !== undefined && value !== "").flatMap(([term, value]) => [make("dt", {}, term), make("dd", {}, value instanceof Node ? value : String(value))]));
const badge = (status) => make("span", { class: "badge " + status }, statusWord(status));
const query = () => {
  const q = byId("q").value.trim();
  return "?limit=" + MOST_ROWS + (q ? "&q=" + encodeURIComponent(q) : "");
};

const choose = (what) => {
  chosen = what;
  refresh();
};
const whole = (words) => make("span", { class: "whole" }, words);
const link = (words, what) => button(words, () => choose(what), "link");
const loadLink = (number) => (number ? make("span", { class: "whole" }, link(number, { load: number })) : "");

// What each view reads, and a row of it.
const VIEWS = {
  loads: {
    title: "Loads",
    head: ["Load", "Status", "From", "To", "Reference", "Created"],
    read: async () => (await ask("GET", "loads" + query())).loads,
    row: (load) => [loadLink(load.loadNumber), badge(load.status), place(load.stops[0]), place(load.stops[load.stops.length - 1]), cut(load.order.customerRef ?? "", 60), whole(time(load.createdAt).slice(5))],
    key: (load) => load.loadNumber,
  },
  requests: {
    title: "Requests",
    head: ["Time", "Request", "Answer", "Charged", "Load"],
    read: async () => (await ask("GET", "requests" + query())).requests.reverse(),
    row: (one) => [whole(time(one.at).slice(5)), link(one.method + " " + cut(one.path, 80), { request: one.requestId }), (one.status || "closed") + (one.fault ? ", " + one.fault : ""), whole(usd(one.chargeUsd)), loadLink(one.loadNumber)],
    key: (one) => one.requestId,
  },
  money: {
    title: "Money",
    head: ["Time", "Broker", "What", "Amount", "Balance", "Load"],
    read: async () => {
      const brokers = (await ask("GET", "brokers" + query())).brokers;
      fill(byId("credit").elements.broker, brokers.map((one) => [one.brokerId, cut(one.email, 60) + ": " + usd(one.balanceUsd)]));
      const prices = (await ask("GET", "prices")).prices;
      fill(byId("price").elements.key, Object.entries(prices).map(([key, price]) => [key, key + ": " + usd(price)]));
      const ledgers = await Promise.all(brokers.slice(0, 10).map(async (one) => (await ask("GET", path("brokers", one.brokerId) + "/ledger")).entries.reverse().map((entry) => ({ ...entry, broker: one }))));
      return ledgers.flat().sort((a, b) => b.at.localeCompare(a.at)).slice(0, MOST_ROWS);
    },
    row: (entry) => [whole(time(entry.at).slice(5)), cut(entry.broker.email, 16), entry.operation ?? entry.type.toLowerCase(), whole((entry.type === "DEBIT" ? "−" : "") + usd(entry.amountUsd)), whole(usd(entry.balanceAfterUsd)), loadLink(entry.loadNumber)],
    key: () => null,
  },
  messages: {
    title: "Text messages",
    head: ["Time", "Phone", "Load", "Text"],
    read: async () => (await ask("GET", "sms" + query())).messages.reverse(),
    row: (one) => [whole(time(one.at).slice(5)), one.phone, loadLink(one.loadNumber), cut(one.text, 300)],
    key: () => null,
  },
  faults: {
    title: "Planned faults",
    head: ["Id", "For", "Kind", "When", ""],
    read: async () => (await ask("GET", "faults")).faults,
    row: (fault) => [String(fault.id), fault.operation ?? fault.path ?? "*", fault.kind, fault.when, button("Remove", () => act("Remove fault " + fault.id, "DELETE", path("faults", fault.id)))],
    key: () => null,
  },
};

/** Fills a select, and keeps what is selected. */
const fill = (select, options) => {
  const selected = select.value;
  put(select, ...options.map(([value, words]) => make("option", { value }, words)));
  if (options.some(([value]) => value === selected)) select.value = selected;
};

const detailOfLoad = async (number) => {
  const route = path("loads", number);
  const [load, explained] = await Promise.all([ask("GET", route), ask("GET", route + "/explain")]);
  const drive = (words, until) => button(words, () => act(words, "POST", route + "/drive", { until }));
  const next = load.stops.find((stop) => !stop.arrivedAt && !stop.missed);
  const open = !isOver(load);
  const order = load.order;
  const seen = explained.fixes.slice(-8).reverse();
  return [
    make("div", { class: "row" }, make("h2", {}, load.loadNumber), badge(load.status), button("Close", () => choose(null))),
    make(
      "div",
      { class: "row" },
      open && next ? drive("Drive to the next stop", load.stops.indexOf(next) + 1) : null,
      open ? drive("Drive until delivered", "DELIVERED") : null,
      open ? button("Deliver by hand", () => act("Deliver", "POST", route + "/deliver")) : null,
      open ? button("Wait for the bill of lading", () => act("Wait for the bill of lading", "POST", route + "/await-bol", { enabled: true })) : null,
      open ? button("Cancel the load", () => confirm("Cancel " + number + "?") && act("Cancel", "POST", route + "/cancel"), "danger") : null,
    ),
    make("p", {}, make("a", { href: "../track/" + encodeURIComponent(load.trackingToken) }, "Customer's page"), ", ", make("a", { href: "../driver/" + encodeURIComponent(load.driverToken) }, "driver's page")),
    facts([
      ["Created", time(load.createdAt)],
      ["Delivered", time(load.deliveredAt)],
      ["Reference", cut(order.customerRef ?? "")],
      ["Shipper", cut(order.shipperName ?? "")],
      ["Carrier", cut(order.carrierName ?? "")],
      ["Driver's phone", order.driverPhone],
      ["Truck", cut(order.truckNumber ?? "")],
      ["Equipment", cut(order.equipmentType ?? "")],
      ["Positions", load.pingCount + (load.distanceMiles === null ? "" : ", " + miles(load.distanceMiles))],
    ]),
    make("ol", { class: "stops" }, ...load.stops.map((stop) => make("li", { class: stopClass(load, stop) }, make("h3", {}, kind(stop) + ": " + cut(stop.facilityName || stop.address)), make("p", { class: "soft" }, cut(stop.address) + ", " + place(stop) + " " + cut(stop.zip, 20)), ...stopLines(load, stop)))),
    seen.length ? make("h3", {}, "The last positions, and what they did") : null,
    seen.length
      ? make("div", {}, ...seen.map((fix) => make("p", { class: "soft" }, time(fix.ts) + ": " + (fix.accepted ? fix.events.join(", ") || statusWord(fix.statusAfter) : "refused, " + fix.reason))))
      : null,
  ];
};

const detailOfRequest = async (id) => {
  const one = await ask("GET", path("requests", id));
  return [
    make("div", { class: "row" }, make("h2", {}, one.method + " " + cut(one.path, 200)), button("Close", () => choose(null))),
    facts([
      ["Time", time(one.at)],
      ["Request", one.requestId],
      ["Answer", one.status || "closed"],
      ["Fault", one.fault],
      ["Charged", usd(one.chargeUsd) || "nothing"],
      ["Balance after", usd(one.balanceAfterUsd)],
      ["Idempotency key", one.idempotencyKey],
      ["Note", one.note],
    ]),
    one.body ? make("h3", {}, "Body") : null,
    one.body ? make("pre", {}, one.body) : null,
    one.answer ? make("h3", {}, "Answer") : null,
    one.answer ? make("pre", {}, one.answer) : null,
  ];
};

const showDetail = async () => {
  const wanted = chosen;
  const detail = byId("detail");
  if (!wanted) {
    detail.hidden = true;
    return;
  }
  try {
    const lines = wanted.load ? await detailOfLoad(wanted.load) : await detailOfRequest(wanted.request);
    if (wanted !== chosen) return;
    put(detail, ...lines);
  } catch (failed) {
    if (wanted !== chosen) return;
    put(detail, make("p", {}, failed.message), button("Close", () => choose(null)));
  }
  detail.hidden = false;
};

const showMap = async (loads) => {
  if (!chosen?.load) return map.show(loads.slice(0, 60));
  const known = loads.find((load) => load.loadNumber === chosen.load) ?? (await ask("GET", path("loads", chosen.load)));
  const answer = await fetch("../track/" + encodeURIComponent(known.trackingToken) + "/load");
  map.show([answer.ok ? await answer.json() : known]);
};

const showRows = (read) => {
  const shown = VIEWS[view];
  put(byId("title"), shown.title);
  put(byId("head"), make("tr", {}, ...shown.head.map((word) => make("th", { scope: "col" }, word))));
  const isChosen = (row) => chosen !== null && shown.key(row) !== null && [chosen.load, chosen.request].includes(shown.key(row));
  put(byId("rows"), ...read.map((row) => make("tr", { class: isChosen(row) ? "chosen" : "" }, ...shown.row(row).map((cell) => make("td", {}, cell)))));
  put(byId("empty"), read.length === 0 ? "Nothing here yet." : read.length === MOST_ROWS ? "The newest " + MOST_ROWS + "; search for others." : "");
};

let running = 0;
/** Reads what is shown; of several readings the last one counts. */
const refresh = async () => {
  const mine = ++running;
  for (const one of document.querySelectorAll("[data-view]")) one.setAttribute("aria-current", one.dataset.view === view);
  byId("q").parentElement.hidden = view === "faults";
  byId("fault").hidden = view !== "faults";
  byId("credit").hidden = byId("price").hidden = view !== "money";
  try {
    const [clock, read] = await Promise.all([ask("GET", "clock"), VIEWS[view].read()]);
    if (mine !== running) return;
    paused = clock.pace === 0;
    put(byId("now"), time(clock.now) + " UTC" + (clock.pace === 1 ? "" : paused ? ", paused" : ", pace " + clock.pace));
    put(byId("pause"), paused ? "Go on" : "Pause");
    showRows(read);
    await showDetail();
    await showMap(view === "loads" ? read : (await ask("GET", "loads?limit=60")).loads);
    put(byId("connection"));
  } catch (failed) {
    if (mine === running) put(byId("connection"), "Not read: " + failed.message);
  }
};

const repeat = async () => {
  await refresh();
  setTimeout(repeat, document.hidden ? 20000 : 2000);
};

const CITIES = [
  ["Cincinnati", "OH", "45202"], ["Sevierville", "TN", "37862"], ["Chicago", "IL", "60607"], ["Dallas", "TX", "75212"], ["Atlanta", "GA", "30303"], ["Denver", "CO", "80202"],
];

/** A load between two cities, paid by the broker with the most money, under a further key of his. */
const createLoad = async () => {
  say("Create a load …");
  try {
    const brokers = (await ask("GET", "brokers?limit=100")).brokers.sort((a, b) => b.balanceUsd - a.balanceUsd);
    if (brokers.length === 0) throw new Error("there is no broker");
    const { agentKey } = await ask("POST", path("brokers", brokers[0].brokerId) + "/keys", {});
    const from = Math.floor(Math.random() * CITIES.length);
    const to = (from + 1 + Math.floor(Math.random() * (CITIES.length - 1))) % CITIES.length;
    const stop = ([city, state, zip]) => ({ address: "100 Main St", city, state, zip });
    const answer = await fetch("../v1/agent/loads", {
      method: "POST",
      headers: { "Content-Type": "application/json", Authorization: "Bearer " + agentKey },
      body: JSON.stringify({ driverPhone: "+13125550142", pickups: [stop(CITIES[from])], deliveries: [stop(CITIES[to])] }),
    });
    const created = await answer.json();
    if (!answer.ok) throw new Error(created.error ?? "status " + answer.status);
    say("Created " + created.loadNumber);
    view = "loads";
    choose({ load: created.loadNumber });
  } catch (failed) {
    say("Create a load: " + failed.message, true);
  }
};

for (const one of document.querySelectorAll("[data-view]")) {
  one.addEventListener("click", () => {
    view = one.dataset.view;
    byId("q").value = "";
    refresh();
  });
}
for (const one of document.querySelectorAll("[data-advance]")) one.addEventListener("click", () => act("Move the clock " + one.textContent, "POST", "clock", { advance: one.dataset.advance }));
byId("pause").addEventListener("click", () => act(paused ? "Go on" : "Pause", "POST", "clock", { pace: paused ? 1 : 0 }));
byId("reset").addEventListener("click", () => {
  if (!confirm("Delete every load, request and message, and start over?")) return;
  chosen = null;
  act("Start over", "POST", "reset");
});
byId("create").addEventListener("click", createLoad);
byId("clear").addEventListener("click", () => act("Remove all faults", "DELETE", "faults"));
byId("q").addEventListener("input", refresh);
byId("fault").addEventListener("submit", (event) => {
  event.preventDefault();
  const given = Object.fromEntries(new FormData(event.target));
  const fault = { operation: given.operation, kind: given.kind, times: Number(given.times || 1) };
  if (given.phase) fault.phase = given.phase;
  if (given.kind === "STATUS") fault.status = Number(given.status);
  if (given.kind === "DELAY") fault.delay = given.delay;
  act("Plan a fault", "POST", "faults", fault);
});
byId("credit").addEventListener("submit", (event) => {
  event.preventDefault();
  const { broker, amount } = Object.fromEntries(new FormData(event.target));
  act("Add money", "POST", path("brokers", broker) + "/credit", { amountUsd: amount });
});
byId("price").addEventListener("submit", (event) => {
  event.preventDefault();
  const { key, usd: price } = Object.fromEntries(new FormData(event.target));
  act("Change the price", "PUT", "prices", { [key]: Number(price) });
});
repeat();
