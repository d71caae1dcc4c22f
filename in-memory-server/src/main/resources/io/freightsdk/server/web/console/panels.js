// What is opened next to the list: a load with an explanation of each fix, a request with its answer, a broker's ledger.
let panelState = "";

const facts = (pairs) => element("dl", {}, pairs.filter(([, value]) => value !== null && value !== undefined && value !== "").flatMap(([term, value]) => [element("dt", {}, term), element("dd", {}, value)]));
const table = (columns, rows) =>
  element("table", {}, element("thead", {}, element("tr", {}, columns.map((column) => element("th", { scope: "col" }, column)))), element("tbody", {}, rows));
const pretty = (text) => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
};
const pageLink = (path, text) => element("a", { href: path, target: "_blank", rel: "noopener" }, text);

// Metres near a fence, where they decide; miles on the road.
const distance = (meters) => (meters < 10000 ? Math.round(meters).toLocaleString("en-US") + " m" : Math.round(meters / 1609.344).toLocaleString("en-US") + " mi");
const requestsWith = (text) => "#view=requests&q=" + encodeURIComponent(text);

const loadPanel = async (loadNumber) => {
  const path = "loads/" + encodeURIComponent(loadNumber);
  const [load, explained] = await Promise.all([ask("GET", path), ask("GET", path + "/explain")]);
  const done = load.status === "DELIVERED" || load.status === "CANCELLED";
  const next = load.stops.find((stop) => !stop.arrivedAt && !stop.missed);
  const button = (text, message, work, off, sure) =>
    element("button", { type: "button", "data-key": text, disabled: off && "", onclick: act(loadNumber + message, async () => (!sure || (await confirmed(sure, text))) && work()) }, text);
  const fixes = explained.fixes.slice(-200).reverse();
  const fixRow = (fix) =>
    element(
      "tr",
      { class: fix.accepted ? null : "refused" },
      cell(time(fix.ts)),
      cell(Number(fix.lat).toFixed(4) + ", " + Number(fix.lng).toFixed(4) + (fix.accuracyMeters === null ? "" : " ± " + Math.round(fix.accuracyMeters) + " m")),
      cell(fix.accepted ? words(fix.quality) : "refused: " + words(fix.reason)),
      cell(fix.events.join(". ") || (fix.statusBefore === fix.statusAfter ? "" : words(fix.statusBefore) + " → " + words(fix.statusAfter)), "wrap"),
      cell(fix.fences.filter((fence) => fence.meters !== null).map((fence) => fence.sequence + ": " + distance(fence.meters) + " " + words(fence.side)).join("; "), "wrap"),
    );
  return [
    load,
    explained.fixes.length,
    () => [
      element("h2", { id: "panel-title", tabindex: "-1" }, load.loadNumber, " ", badge(load.status, TONES[load.status] || "calm")),
      element("p", { class: "row" }, pageLink("/track/" + load.trackingToken, "Customer's page"), pageLink("/driver/" + load.driverToken, "Driver's page"), element("a", { href: requestsWith(loadNumber) }, "Its requests"), pageLink("/__admin/" + path + "/explain", "As JSON")),
      element(
        "div",
        { class: "row" },
        button("Drive to next stop", " drove to its next stop", () => ask("POST", path + "/drive", { until: next.sequence }), done || !next),
        button("Deliver", " was delivered", () => ask("POST", path + "/drive", {}), done, "Drive " + loadNumber + " to its last stop? The server's clock moves on with it and does not come back."),
        button("Await BOL", " waits for its BOL", () => ask("POST", path + "/await-bol", { enabled: true }), done),
        button("Cancel load", " was cancelled", () => ask("POST", path + "/cancel", {}), done, "Cancel " + loadNumber + "? It cannot be opened again."),
      ),
      facts([
        ["Broker", element("a", { href: "#view=brokers&broker=" + encodeURIComponent(load.brokerId) }, load.brokerId)],
        ["Created", time(load.createdAt)],
        ["Delivered", time(load.deliveredAt)],
        ["Driver", load.driverJoined ? "has opened the page or sent a position" : "has not joined"],
        ["Bill of lading", load.bolReceivedAt ? "received " + time(load.bolReceivedAt) : load.bolMissing ? "missing: delivered without it" : ""],
        ["Fixes", load.pingCount + (load.distanceMiles === null ? "" : ", " + Number(load.distanceMiles).toFixed(1) + " miles")],
      ]),
      element("h3", {}, "Stops"),
      table(
        ["Stop", "Place", "Fence", "Arrived", "Departed"],
        load.stops.map((stop) =>
          element("tr", {}, cell(stop.sequence + " " + words(stop.type)), cell(short(stop.city, 40) + ", " + stop.state, "wrap"), cell(stop.radiusMeters === null ? "none" : Math.round(stop.radiusMeters) + " m, " + stop.geocodePrecision), cell(stop.missed ? "missed" : time(stop.arrivedAt)), cell(time(stop.departedAt))),
        ),
      ),
      element("h3", {}, "Fixes, the newest first, and why each did what it did"),
      fixes.length
        ? element("div", { class: "fixes", "data-fixes": "", tabindex: "0", role: "region", "aria-label": "Fixes" }, table(["Time", "Place", "Taken as", "What happened", "Distance to stops"], fixes.map(fixRow)), explained.fixes.length > 200 ? element("p", { class: "events" }, "The newest 200 of " + explained.fixes.length) : "")
        : element("p", { class: "events" }, "No fix yet."),
    ],
  ];
};

const curl = (request) => {
  const quoted = (text) => "'" + text.replaceAll("'", "'\\''") + "'";
  const parts = ["curl -X " + request.method + " " + quoted(location.origin + request.path)];
  if (request.path.startsWith("/v1/")) parts.push('-H "Authorization: Bearer $FREIGHT_AGENT_KEY"');
  if (request.idempotencyKey) parts.push("-H " + quoted("Idempotency-Key: " + request.idempotencyKey));
  if (request.body) parts.push("-H 'Content-Type: application/json'", "-d " + quoted(request.body));
  return parts.join(" \\\n  ");
};

const requestPanel = async (requestId) => {
  const request = await ask("GET", "requests/" + encodeURIComponent(requestId));
  return [
    request,
    0,
    () => [
      element("h2", { id: "panel-title", tabindex: "-1" }, request.method + " " + request.path + " ", request.status === 0 ? badge("closed", "bad") : badge(String(request.status), tone(request.status))),
      facts([
        ["Request", request.requestId],
        ["Time", request.at],
        ["Operation", request.operation],
        ["Broker", request.brokerId && element("a", { href: "#view=brokers&broker=" + encodeURIComponent(request.brokerId) }, request.brokerId)],
        ["Idempotency key", request.idempotencyKey && element("a", { href: requestsWith(request.idempotencyKey) }, request.idempotencyKey)],
        ["Fault", request.fault && badge(request.fault, "bad")],
        ["Sent again after", request.resendOf && openLink({ request: request.resendOf }, request.resendOf)],
        ["Connection", request.connectionId],
        ["Note", request.note],
      ]),
      element("h3", {}, "Body (phones, keys and links are masked)"),
      element("pre", { "data-body": "", tabindex: "0" }, request.body ? pretty(request.body) : "none"),
      element("h3", {}, "Answer"),
      element("pre", { "data-answer": "", tabindex: "0" }, request.status === 0 ? "The connection was closed without one." : request.answer ? pretty(request.answer) : "none kept"),
      element("h3", {}, "As curl"),
      element("pre", { "data-curl": "", tabindex: "0" }, curl(request)),
      element("p", { class: "row" }, element("button", { type: "button", onclick: act("Copied. Masked parts must be filled in again", () => navigator.clipboard.writeText(curl(request))) }, "Copy as curl"), pageLink("/__admin/requests/" + encodeURIComponent(requestId), "As JSON")),
    ],
  ];
};

const brokerPanel = async (brokerId) => {
  const ledger = await ask("GET", "brokers/" + encodeURIComponent(brokerId) + "/ledger");
  const entries = ledger.entries.slice(-200).reverse();
  return [
    ledger,
    0,
    () => [
      element("h2", { id: "panel-title", tabindex: "-1" }, brokerId),
      facts([["Balance", usd(ledger.balanceUsd) + " USD"], ["Loads", element("a", { href: "#view=loads&q=" + encodeURIComponent(brokerId) }, "show them")], ["Requests", element("a", { href: requestsWith(brokerId) }, "show them")]]),
      element("h3", {}, "Ledger, the newest first"),
      table(["Time", "What", "USD", "After"], entries.map((entry) => element("tr", {}, cell(time(entry.at)), cell([entry.type.toLowerCase(), entry.operation, entry.loadNumber].filter(Boolean).join(" "), "wrap"), cell(usd(entry.amountUsd), "num"), cell(usd(entry.balanceAfterUsd), "num")))),
    ],
  ];
};

let panelOf = "";
// Settled when the panel has the answers to all that it has asked.
let panelAsked = Promise.resolve();
const refreshPanel = () => {
  const shown = showPanel();
  panelAsked = Promise.allSettled([panelAsked, shown]);
  return shown;
};

const showPanel = async () => {
  const here = at();
  const panel = $("[data-panel]");
  const name = here.load ? "load " + here.load : here.request ? "request " + here.request : here.broker ? "broker " + here.broker : "";
  const close = element("button", { type: "button", class: "close", "aria-label": "Close", onclick: () => go({ load: "", request: "", broker: "" }) }, "Close");
  if (!name) {
    panel.hidden = true;
    panel.replaceChildren();
    panelOf = panelState = "";
    return;
  }
  try {
    const [data, extra, render] = await (here.load ? loadPanel(here.load) : here.request ? requestPanel(here.request) : brokerPanel(here.broker));
    const state = name + JSON.stringify(data) + extra;
    if (state === panelState) return;
    panelState = state;
    const focused = panel.contains(document.activeElement) ? document.activeElement.dataset.key : null;
    panel.replaceChildren(close, ...render());
    if (focused) $(`[data-key="${CSS.escape(focused)}"]`, panel)?.focus({ preventScroll: true });
  } catch (failure) {
    // It was removed by a reset or because the log is bounded: that is not an error of the console.
    panelState = name;
    panel.replaceChildren(close, element("h2", { id: "panel-title", tabindex: "-1" }, "Not there any more"), element("p", {}, failure.message));
  }
  panel.hidden = false;
  if (panelOf !== name) {
    panelOf = name;
    $("#panel-title")?.focus({ preventScroll: true });
  }
};

// What people do.
for (const button of document.querySelectorAll("[data-advance]")) {
  const advance = button.dataset.advance;
  button.addEventListener("click", act("The clock moved", () => ask("POST", "clock", { advance })));
}
$('[data-form="clock"]').addEventListener("submit", (event) => {
  event.preventDefault();
  const set = event.target.elements.set.value;
  if (set) act("The clock was set", () => ask("POST", "clock", { set: set + (set.length === 16 ? ":00Z" : "Z") }))();
});
$("[data-reset]").addEventListener(
  "click",
  act("The server starts over", async () => {
    if (!(await confirmed("Start over? Every load, message, request and fault is forgotten, and the clock goes back.", "Start over"))) return false;
    // The panel closes first: else the stream tells of the reset, and the panel asks for what is gone.
    go({ load: "", request: "", broker: "", page: "", before: "" });
    await panelAsked;
    await ask("POST", "reset");
  }),
);
$('[data-form="faults"]').addEventListener("submit", (event) => {
  event.preventDefault();
  const { operation, kind, times, status, delay } = Object.fromEntries(new FormData(event.target));
  const fault = { operation, kind, times: Number(times) || 1 };
  if (status && kind === "STATUS") fault.status = Number(status);
  if (delay && kind === "DELAY") fault.delay = "PT" + delay + "S";
  act("The next " + fault.times + " calls of " + operation + " meet " + kind, () => ask("POST", "faults", fault))();
});
$("[data-clear-faults]").addEventListener(
  "click",
  act("No faults are planned", async () => ((await confirmed("Forget every planned fault?", "Clear all")) ? ask("DELETE", "faults") : false)),
);
const filter = $('[data-form="filter"]');
const search = () => {
  const { q, status, operation, answer, fault } = Object.fromEntries(new FormData(filter));
  go({ q, status, operation, answer, fault, page: "", before: "" });
};
let typing = null;
filter.addEventListener("input", (event) => {
  clearTimeout(typing);
  if (event.target.tagName === "SELECT") search();
  else typing = setTimeout(search, 200);
});
filter.addEventListener("submit", (event) => {
  event.preventDefault();
  search();
});
for (const button of document.querySelectorAll("[data-page]")) {
  button.addEventListener("click", () => {
    const here = at();
    const page = Number(here.page || 1) + Number(button.dataset.page);
    if (here.view !== "requests") return go({ page: page > 1 ? page : "" });
    const starts = (here.from || "").split(".").filter(Boolean);
    if (button.dataset.page === "1") {
      const before = listed[listed.length - 1].sequence;
      return go({ page, before, from: [...starts, before].join(".") });
    }
    starts.pop();
    go({ page: page > 1 ? page : "", before: starts[starts.length - 1] || "", from: starts.join(".") });
  });
}
document.addEventListener("keydown", (event) => {
  if (event.key === "/" && !/INPUT|SELECT|TEXTAREA/.test(event.target.tagName)) {
    event.preventDefault();
    $("#q").focus();
  }
  const here = at();
  // Keys work within the list or its panel only.
  const inList = event.target.closest?.("[data-rows], [data-panel]") && !/INPUT|SELECT|TEXTAREA/.test(event.target.tagName);
  if (inList && (event.key === "j" || event.key === "k")) {
    const links = [...document.querySelectorAll("[data-rows] [data-open]")];
    const shown = links.findIndex((one) => one.closest("tr").getAttribute("aria-selected") === "true");
    const next = links[shown + (event.key === "j" ? 1 : -1)];
    if (next) next.click();
  }
  if (event.key === "Escape" && !$("[data-confirm]").open && (here.load || here.request || here.broker)) {
    const key = here.load || here.request || here.broker;
    go({ load: "", request: "", broker: "" });
    $(`[data-rows] [data-key="${CSS.escape(key)}"]`)?.focus();
  }
});
addEventListener("hashchange", refreshSafely);
refreshSafely().finally(listen);
