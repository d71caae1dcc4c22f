// The console shows one list at a time and one opened thing next to it; the address bar names both. It reads the lists
// from the test control's routes, a page at a time, and reads them again every two seconds.
const ROOT = "./";
const SERVER = new URL("..", location.href).href.slice(0, -1);
const PAGE = 50;
const $ = (selector, within = document) => within.querySelector(selector);

// A text that stands there already is not written again: each writing is a new layout.
const put = (node, text) => node.textContent === text || (node.textContent = text);

const say = (text, bad = false) => {
  $("[data-said]").textContent = text;
  $("[data-said]").classList.toggle("bad", bad);
};

const ask = async (method, path, body) => {
  const options = { method };
  if (body !== undefined) {
    options.headers = { "Content-Type": "application/json" };
    options.body = JSON.stringify(body);
  }
  const answer = await fetch(ROOT + path, options);
  const parsed = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Error(parsed.error || method + " " + path + " answered " + answer.status);
  return parsed;
};

// Marks that turn the direction of text could reverse what stands after a name.
const TURNS = /[\u202A-\u202E\u2066-\u2069\u200E\u200F\u061C]/g;
const plain = (child) => (typeof child === "string" ? child.replace(TURNS, "\uFFFD") : child ?? "");
// Everything that came from outside becomes a text node: nothing is ever parsed as markup.
const element = (name, attributes = {}, ...children) => {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key === "onclick") made.addEventListener("click", value);
    else if (value !== null && value !== false) made.setAttribute(key, value);
  }
  made.append(...children.flat().map(plain));
  return made;
};
const cell = (content, css = "") => element("td", css ? { class: css } : {}, content);
const short = (text, most = 90) => (text && text.length > most ? text.slice(0, most - 1) + "…" : text || "");
const time = (instant) => (instant ? instant.replace("T", " ").slice(0, 19) : "");
// The browser's own number formats take 20 ms to load.
const count = (number) => String(number).replace(/\B(?=(\d{3})+$)/g, ",");
const usd = (amount) => Number(amount).toFixed(2);
const words = (name) => name.replaceAll("_", " ").toLowerCase();
const TONES = { PLANNED: "calm", AT_PICKUP: "busy", IN_TRANSIT: "moving", AT_DELIVERY: "busy", DELIVERED: "good", CANCELLED: "bad" };
const badge = (text, tone) => element("span", { class: "badge " + tone }, words(text));
const tone = (status) => (status === 0 || status >= 500 ? "bad" : status >= 400 ? "busy" : "good");

// Where the console is: read from the address, and written to it.
const at = () => Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
const link = (changes) => {
  const next = Object.entries({ view: "loads", ...at(), ...changes }).filter(([, value]) => value);
  return "#" + new URLSearchParams(next);
};
const go = (changes) => (location.hash = link(changes));
const query = (parameters) => "?" + new URLSearchParams(Object.entries(parameters).filter(([, value]) => value !== undefined && value !== ""));

const confirmed = (text, yes) =>
  new Promise((resolve) => {
    const dialog = $("[data-confirm]");
    $("#confirm-text").textContent = text;
    $("[data-yes]").textContent = yes;
    dialog.returnValue = "no";
    dialog.addEventListener("close", () => resolve(dialog.returnValue === "yes"), { once: true });
    dialog.showModal();
  });

const act = (done, work) => async () => {
  try {
    if ((await work()) === false) return;
    say(done);
    await refresh();
  } catch (failure) {
    say(failure.message, true);
  }
};

const openLink = (changes, text) => element("a", { href: link(changes), "data-key": Object.values(changes).join(), "data-open": JSON.stringify(changes) }, text);

// What each list asks for, what its columns are, and how a row looks.
const VIEWS = {
  loads: {
    title: "Loads",
    search: "Number, reference, phone, city  /",
    columns: ["Load", "Status", "Route", ["Fixes"], ["Miles"]],
    load: ({ q, status, broker, page = 1 }) => ask("GET", "loads" + query({ q, status, brokerId: broker, offset: (page - 1) * PAGE, limit: PAGE })),
    rows: (answer) => answer.loads,
    key: (item) => item.loadNumber,
    row: (item) => [
      cell([openLink({ load: item.loadNumber }, item.loadNumber), item.order.customerRef ? element("span", { class: "reference" }, short(item.order.customerRef, 24)) : ""]),
      cell(badge(item.status, TONES[item.status] || "calm")),
      cell(short(item.stops.map((stop) => short(stop.city, 30) + ", " + stop.state).join(" → "), 110), "wrap"),
      cell(String(item.pingCount), "num"),
      cell(item.distanceMiles === null ? "" : Number(item.distanceMiles).toFixed(1), "num"),
    ],
    empty: "No load fits. Create one under Try it, or with POST /v1/agent/loads.",
  },
  requests: {
    title: "Requests",
    columns: ["Time, UTC", "Request", ["Answer"], ["Cost, USD"], ["Balance", "roomy"], ["Key", "roomy left"], "What happened"],
    load: ({ q, operation, answer, fault, before }) => ask("GET", "requests" + query({ q, operation, status: answer, fault, before, limit: PAGE })),
    rows: (answer) => joined(answer.requests.reverse()),
    key: (item) => item.requestId,
    css: (item) => (item.joined ? "joined" : ""),
    row: (item) => [
      cell(time(item.at), "when"),
      cell(openLink({ request: item.requestId }, short(item.method + " " + item.path, 48)), "path"),
      cell(item.status === 0 ? badge("closed", "bad") : badge(String(item.status), tone(item.status)), "num"),
      cell(item.chargeUsd === null ? "" : usd(item.chargeUsd), "num"),
      cell(item.balanceAfterUsd === null ? "" : usd(item.balanceAfterUsd), "num roomy"),
      cell(item.idempotencyKey ? element("span", { class: "key", title: item.idempotencyKey }, short(item.idempotencyKey, 14)) : "", "roomy"),
      cell([item.fault ? badge(item.fault, "bad") : "", " ", [item.joined, item.resendOf && "sent again after " + item.resendOf, short(item.note)].filter(Boolean).join(". ")], "wrap"),
    ],
    empty: "No request fits.",
  },
  brokers: {
    title: "Brokers",
    columns: ["Broker", "E-mail", ["Balance, USD"], "Credit"],
    load: ({ q, page = 1 }) => ask("GET", "brokers" + query({ q, offset: (page - 1) * PAGE, limit: PAGE })),
    rows: (answer) => answer.brokers,
    key: (item) => item.brokerId,
    row: (item) => [
      cell(openLink({ broker: item.brokerId }, short(item.brokerId, 24))),
      cell((item.email || "") + (item.registered ? "" : " (not registered)"), "wrap"),
      cell(usd(item.balanceUsd), "num"),
      cell(element("button", { type: "button", "data-key": item.brokerId + "credit", onclick: act("Credited 10.00 USD", () => ask("POST", "brokers/" + item.brokerId + "/credit", { amountUsd: "10.00" })) }, "+10 USD")),
    ],
    empty: "No broker fits.",
  },
  faults: {
    title: "Faults in force",
    columns: ["Operation", "Fault", "Strikes", "Broker", "End it"],
    load: () => ask("GET", "faults"),
    rows: (answer) => answer.faults,
    key: (item) => String(item.id),
    row: (item) => [
      cell(item.operation),
      cell([badge(item.kind, "bad"), " ", [item.status, item.delay, item.phase === "AFTER_COMMIT" && "after the charge"].filter(Boolean).join(", ")]),
      cell(item.when),
      cell(item.brokerId ? short(item.brokerId, 20) : "every broker"),
      cell(element("button", { type: "button", "data-key": "fault" + item.id, onclick: act("The fault is removed", () => ask("DELETE", "faults/" + item.id)) }, "Remove")),
    ],
    empty: "No fault is planned: every call is answered as the service would.",
  },
  messages: {
    title: "Text messages",
    columns: ["Time", "To", "Load", "Text"],
    load: ({ q, page = 1 }) => ask("GET", "sms" + query({ q, offset: (page - 1) * PAGE, limit: PAGE })),
    rows: (answer) => answer.messages.reverse(),
    key: (item) => item.at + item.phone + item.text,
    row: (item) => [cell(time(item.at)), cell(item.phone), cell(item.loadNumber ? element("a", { href: "#view=loads&load=" + encodeURIComponent(item.loadNumber) }, item.loadNumber) : ""), cell(short(item.text, 400), "wrap")],
    empty: "No message was sent.",
  },
  try: {
    title: "Try it",
    columns: ["Scenario", "What happens", "What the SDK does", "Run it"],
    load: () => Promise.resolve({ rows: SCENARIOS }),
    rows: (answer) => answer.rows,
    key: (item) => item.name,
    row: (item) => [
      cell(item.name, "wrap"),
      cell(item.story, "wrap"),
      cell(item.sdk, "wrap"),
      cell(element("button", { type: "button", class: "strong", "data-key": item.name, onclick: act(item.name + ": done", item.run) }, "Run")),
    ],
    empty: "",
  },
};

// Calls with one key, and an exact repeat of a call, belong together: what they cost is said once.
const joined = (requests) => {
  const groups = new Map();
  for (const request of requests) {
    const first = requests.find((other) => other.requestId === request.resendOf);
    const key = request.idempotencyKey ? "key " + request.brokerId + request.idempotencyKey : first ? "again " + first.requestId : "again " + request.requestId;
    groups.set(key, [...(groups.get(key) ?? []), request]);
  }
  for (const group of groups.values()) {
    if (group.length < 2) continue;
    const charges = group.filter((one) => Number(one.chargeUsd) > 0);
    const sum = charges.reduce((total, one) => total + Number(one.chargeUsd), 0);
    const times = charges.length === 0 ? "nothing charged" : charges.length === 1 ? "charged once, " + usd(sum) + " USD" : "charged " + charges.length + " times, " + usd(sum) + " USD";
    group.forEach((one, i) => (one.joined = "call " + (group.length - i) + " of " + group.length + ": " + times));
  }
  return requests;
};

let listed = []; // what is shown, as it came
let shownRows = new Map(); // key -> { state, row }

// Puts these rows in this order. A row that stays is not moved.
const arrange = (body, rows) => {
  const wanted = new Set(rows);
  for (const old of [...body.children]) if (!wanted.has(old)) old.remove();
  rows.forEach((row, i) => body.children[i] === row || body.insertBefore(row, body.children[i] ?? null));
};

// Only what changed is written: selection, focus and scrolling survive.
const showRows = (view, items) => {
  const body = $("[data-rows]");
  const focused = body.contains(document.activeElement) ? document.activeElement.dataset.key : null;
  const fresh = new Map();
  const here = at();
  const open = here.load || here.request || here.broker;
  const rows = items.map((item) => {
    const key = view.title + view.key(item);
    const known = shownRows.get(key);
    const selected = view.key(item) === open;
    // Links hold the filters, which may have changed since the row was made.
    const state = location.hash + selected + JSON.stringify(item);
    let row = known?.row;
    if (known?.state !== state) {
      const made = element("tr", { "aria-selected": String(selected), class: view.css?.(item) || null }, view.row(item));
      if (row) patch(row, made);
      else row = made;
    }
    fresh.set(key, { state, row });
    return row;
  });
  arrange(body, rows);
  shownRows = fresh;
  if (focused && document.activeElement.dataset?.key !== focused) $(`[data-key="${CSS.escape(focused)}"]`, body)?.focus({ preventScroll: true });
};

let asked = 0;
let matching = 0;
const refreshList = async () => {
  const here = at();
  const view = VIEWS[here.view] || VIEWS.loads;
  const turn = ++asked;
  const answer = await view.load(here);
  if (turn !== asked) return;
  listed = view.rows(answer, here);
  matching = answer.matching ?? listed.length;
  showList();
};

const showList = () => {
  const here = at();
  const view = VIEWS[here.view] || VIEWS.loads;
  showRows(view, listed);
  const empty = $("[data-empty]");
  empty.hidden = listed.length > 0;
  put(empty, view.empty);
  $(".pager").hidden = here.view === "faults" || here.view === "try";
  const page = Number(here.page || 1);
  const first = (page - 1) * PAGE + 1;
  const many = count(matching);
  const range = matching === 0 ? "" : first + "–" + Math.min(matching, page * PAGE) + " of " + many;
  put($("[data-range]"), here.view === "requests" ? many + (matching === 1 ? " request" : " requests") : range);
  $('[data-page="-1"]').disabled = page === 1;
  $('[data-page="1"]').disabled = here.view === "requests" ? listed.length < PAGE : page * PAGE >= matching;
};

const showView = () => {
  const here = at();
  const name = VIEWS[here.view] ? here.view : "loads";
  const view = VIEWS[name];
  for (const one of document.querySelectorAll("[data-view]")) {
    if (one.dataset.view === name) one.setAttribute("aria-current", "page");
    else one.removeAttribute("aria-current");
  }
  const main = $("[data-main]");
  if (main.dataset.shown !== name) {
    main.dataset.shown = name;
    $("[data-title]").textContent = view.title;
    $("[data-head]").replaceChildren(element("tr", {}, view.columns.map((column) => element("th", Array.isArray(column) ? { scope: "col", class: "num " + (column[1] ?? "") } : { scope: "col" }, [column].flat()[0]))));
    for (const one of document.querySelectorAll("[data-for]")) one.hidden = one.dataset.for !== name;
    $('[data-form="filter"]').hidden = name === "faults" || name === "try";
    $("[data-rows]").replaceChildren();
  }
  const form = $('[data-form="filter"]').elements;
  form.q.placeholder = view.search ?? "Search  /";
  for (const field of ["q", "status", "operation", "answer", "fault"]) {
    if (form[field] && document.activeElement !== form[field]) form[field].value = here[field] || "";
  }
  const planned = $('[data-form="faults"]').elements.operation;
  if (name === "faults" && here.operation && planned.dataset.asked !== here.operation) {
    planned.value = here.operation;
    planned.dataset.asked = here.operation;
  }
  $("[data-map-card]").hidden = name !== "loads" || Boolean(here.load);
  main.classList.toggle("wide", $("[data-map-card]").hidden && !(here.load || here.request || here.broker));
};

const showMap = async () => {
  const map = $(".fleet");
  if ($("[data-map-card]").hidden || map.contains(document.activeElement)) return;
  const answer = await fetch(ROOT + "map" + query({ frame: map.dataset.frame }));
  if (!answer.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("svg");
  if (fresh.dataset.frame !== map.dataset.frame) return map.replaceWith(document.adoptNode(fresh));
  patch($("[data-region]", map), document.adoptNode($("[data-region]", fresh)));
};

// The server's clock is shown running between two readings of it.
let clock = { server: 0, pace: 0, page: 0 };
let ranAt = 1; // the pace to which a paused clock returns
const serverNow = () => clock.server + (performance.now() - clock.page) * clock.pace;
const showClock = () => {
  if (!clock.server) return;
  const now = new Date(serverNow()).toISOString();
  put($("[data-now]"), now.replace("T", " ").slice(0, 19) + " UTC");
};
setInterval(() => document.hidden || showClock(), 1000);
const refreshClock = async () => {
  const { now, pace } = await ask("GET", "clock");
  clock = { server: Date.parse(now), pace, page: performance.now() };
  if (pace) ranAt = pace;
  put($("[data-pause]"), pace ? "Pause" : "Run");
  showClock();
};

// Rows first: the server draws the map, and doing both at once would delay the rows.
const refresh = async () => {
  showView();
  await Promise.all([refreshClock(), refreshList(), showPanel()]);
  await showMap();
};

const LOST = "No connection to the server";
const refreshSafely = async () => {
  try {
    await refresh();
    if ($("[data-said]").textContent === LOST) say("");
  } catch (failure) {
    const lost = failure instanceof TypeError; // of fetch itself
    say(lost ? LOST : failure.message, true);
    if (lost) clock = { server: serverNow(), pace: 0, page: performance.now() };
  }
};

const EVERY_MS = 2000;
let reading = false;
const readAgain = async () => {
  if (reading || document.visibilityState !== "visible") return;
  reading = true;
  await refreshSafely();
  reading = false;
};
