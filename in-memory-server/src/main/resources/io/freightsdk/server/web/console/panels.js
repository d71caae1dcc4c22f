// What is opened next to the list: a load with an explanation of each fix, a request with its answer, a broker's ledger.
// Its parts are made again each for itself, when what a part shows has changed.
const part = (shows, make) => ({ state: JSON.stringify(shows), make });
let shownParts = []; // { state, box }
let panelTurn = 0;

const facts = (pairs) => element("dl", {}, pairs.filter(([, value]) => value !== null && value !== undefined && value !== "").flatMap(([term, value]) => [element("dt", {}, term), element("dd", {}, value)]));
const headOf = (columns) => element("thead", {}, element("tr", {}, columns.map((column) => element("th", { scope: "col" }, column))));
const table = (columns, rows) => element("table", {}, headOf(columns), element("tbody", {}, rows));
const pretty = (text) => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
};
const pageLink = (path, text) => element("a", { href: path, target: "_blank", rel: "noopener" }, text);

const quoted = (text) => "'" + text.replaceAll("'", "'\\''") + "'";
// With a key, the command runs as it is pasted; without, it can be shown to others.
const curl = (request, key = "$FREIGHT_AGENT_KEY") => {
  const parts = ["curl -X " + request.method + " " + quoted(SERVER + request.path)];
  if (request.path.startsWith("/v1/")) parts.push('-H "Authorization: Bearer ' + key + '"');
  if (request.idempotencyKey) parts.push("-H " + quoted("Idempotency-Key: " + request.idempotencyKey));
  if (request.body) parts.push("-H 'Content-Type: application/json'", "-d " + quoted(request.body));
  return parts.join(" \\\n  ");
};

// Phones are masked in what is kept; a call that is sent again gets one of the numbers for fiction.
const FICTION = "+13125550199";
const unmasked = (body) => body && body.replace(/("driverPhone"\s*:\s*)"\*\*\*"/, '$1"' + FICTION + '"');

const java = (request, key) => {
  const block = (text) => '"""\n' + pretty(text).replaceAll("\\", "\\\\").replaceAll('"""', '\\"""').replace(/^/gm, "        ") + '"""';
  const load = quotedJava(request.path.split("/")[4] ?? "");
  const options = request.idempotencyKey ? ",\n    CallOptions.builder().idempotencyKey(" + quotedJava(request.idempotencyKey) + ").build()" : "";
  const calls = {
    createLoad: () => "client.createLoad(\n    FreightJson.adapter(CreateLoadInput.class).fromJson(\n        " + block(unmasked(request.body) ?? "{}") + ")" + options + ")",
    getLoadPosition: () => "client.getLoadPosition(" + load + ")",
    confirmDelivery: () => "client.confirmDelivery(" + load + ")",
    getPricing: () => "client.getPricing()",
    getBalance: () => "client.getBalance()",
  };
  const call = calls[request.operation];
  if (!call) return null;
  return "try (FreightClient client =\n    FreightClient.builder().baseUrl(" + quotedJava(SERVER) + ").agentKey(" + quotedJava(key) + ").build()) {\n  System.out.println(" + call() + ");\n}\n";
};
const quotedJava = (text) => JSON.stringify(text);

const copied = (make) => act("Copied, with an agent key in clear: it runs as it is", async () => navigator.clipboard.writeText(await make()));

// Of a large body only its size is kept: that is nothing to send or to copy.
const isKept = (body) => !/^\(\d+ bytes, not kept\)$/.test(body ?? "");
const NOT_KEPT = "The body was too large to be kept: this request can neither be sent again nor be copied.";

const requestPanel = async (requestId) => {
  const request = await ask("GET", "requests/" + encodeURIComponent(requestId));
  const kept = isKept(request.body);
  const sendable = kept && request.operation && !request.path.includes("***");
  const body = element("textarea", { "data-edit": "", rows: "10", "aria-label": "Body to send", hidden: "" }, request.body ? pretty(unmasked(request.body)) : "");
  const resend = async (text) => {
    const answer = await agentCall(request.brokerId, request.method, request.path, text, request.idempotencyKey);
    go({ view: "requests", request: answer.requestId, q: "", answer: "", fault: "", operation: "", before: "" });
  };
  const edit = element("button", { type: "button", "data-key": "edit" }, "Edit and send");
  edit.addEventListener("click", () => {
    if (body.hidden) {
      body.hidden = false;
      edit.textContent = "Send what is written";
      return body.focus();
    }
    act("Sent", () => resend(body.value))();
  });
  return [
    part(request, () => [
      element("h2", { id: "panel-title", tabindex: "-1" }, request.method + " " + request.path + " ", request.status === 0 ? badge("closed", "bad") : badge(String(request.status), tone(request.status))),
      element("p", { class: "cost", "data-cost": "" }, request.chargeUsd === null ? "Nothing was charged." : "Charged " + usd(request.chargeUsd) + " USD; the account then held " + usd(request.balanceAfterUsd) + " USD."),
      element(
        "div",
        { class: "row" },
        element("button", { type: "button", "data-key": "again", class: "strong", disabled: sendable ? false : "", onclick: act("Sent again", () => resend(unmasked(request.body))) }, "Send again"),
        sendable && request.body ? edit : "",
        element("button", { type: "button", "data-key": "curl", disabled: kept ? false : "", onclick: copied(async () => curl({ ...request, body: unmasked(request.body) }, await keyOf(request.brokerId))) }, "Copy as curl"),
        java(request, "") ? element("button", { type: "button", "data-key": "java", disabled: kept ? false : "", onclick: copied(async () => java(request, await keyOf(request.brokerId))) }, "Copy as Java") : "",
        request.operation ? element("a", { href: link({ view: "faults", request: "", operation: request.operation, q: "", answer: "", fault: "", before: "" }), "data-key": "fault" }, "Make it fail") : "",
        pageLink(ROOT + "requests/" + encodeURIComponent(requestId), "As JSON"),
      ),
      sendable ? element("p", { class: "note" }, "Sending and copying use a further agent key of this broker, which the console makes at the first use. What is copied holds it in clear.") : "",
      kept ? "" : element("p", { class: "note", "data-not-kept": "" }, NOT_KEPT),
      body,
      facts([
        ["Request", request.requestId],
        ["Time", time(request.at) + " UTC"],
        ["Operation", request.operation],
        ["Load", request.loadNumber && element("a", { href: "#view=loads&load=" + encodeURIComponent(request.loadNumber) }, request.loadNumber)],
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
      element("pre", { "data-curl": "", tabindex: "0" }, kept ? curl(request) : NOT_KEPT),
    ]),
  ];
};

const brokerPanel = async (brokerId) => {
  const ledger = await ask("GET", "brokers/" + encodeURIComponent(brokerId) + "/ledger?limit=200");
  const entries = ledger.entries.reverse();
  return [
    part(ledger, () => [
      element("h2", { id: "panel-title", tabindex: "-1" }, brokerId),
      element("p", { class: "row" }, element("button", { type: "button", "data-key": "new-key", onclick: act("A further key was made; it is shown until this page is closed", () => showKey(brokerId)) }, "Show an agent key"), element("code", { "data-agent-key": "" }, shownKeys.get(brokerId) ?? "")),
      facts([["Balance", usd(ledger.balanceUsd) + " USD"], ["Loads", element("a", { href: "#view=loads&q=" + encodeURIComponent(brokerId) }, "show them")], ["Requests", element("a", { href: requestsWith(brokerId) }, "show them")]]),
      element("h3", {}, "Ledger, the newest first"),
      table(["Time, UTC", "What", "Call", "USD", "After"], entries.map((entry) => element("tr", {}, cell(time(entry.at)), cell([entry.type.toLowerCase(), entry.operation, entry.loadNumber].filter(Boolean).join(" "), "wrap"), cell(entry.requestId ? element("a", { href: "#view=requests&request=" + encodeURIComponent(entry.requestId) }, "request") : ""), cell(usd(entry.amountUsd), "num"), cell(usd(entry.balanceAfterUsd), "num")))),
    ]),
  ];
};

let panelOf = "";
const showPanel = async () => {
  const here = at();
  const panel = $("[data-panel]");
  const name = here.load ? "load " + here.load : here.request ? "request " + here.request : here.broker ? "broker " + here.broker : "";
  if (!name) {
    panelTurn++;
    panel.hidden = true;
    panel.replaceChildren();
    panelOf = "";
    return;
  }
  const turn = ++panelTurn;
  let parts;
  try {
    parts = await (here.load ? loadPanel(here.load) : here.request ? requestPanel(here.request) : brokerPanel(here.broker));
  } catch (failure) {
    // It was removed by a reset or because the log is bounded: that is not an error of the console.
    parts = [part(failure.message, () => [element("h2", { id: "panel-title", tabindex: "-1" }, "Not there any more"), element("p", {}, failure.message)])];
  }
  if (turn !== panelTurn) return;
  const isOther = panelOf !== name || parts.length !== shownParts.length;
  const focused = panel.contains(document.activeElement) ? document.activeElement.dataset.key : null;
  shownParts = parts.map(({ state, make }, i) => {
    const known = isOther ? null : shownParts[i];
    if (known?.state === state) return known;
    const box = element("div", {}, make());
    known?.box.replaceWith(box);
    return { state, box };
  });
  if (isOther) panel.replaceChildren(closeButton(), ...shownParts.map(({ box }) => box));
  if (focused && document.activeElement.dataset?.key !== focused) $(`[data-key="${CSS.escape(focused)}"]`, panel)?.focus({ preventScroll: true });
  panel.hidden = false;
  if (panelOf === name) return;
  panelOf = name;
  $("#panel-title")?.focus({ preventScroll: true });
};
const closeButton = () => element("button", { type: "button", class: "close", "aria-label": "Close", onclick: () => go({ load: "", request: "", broker: "" }) }, "Close");

// What people do.
for (const button of document.querySelectorAll("[data-advance]")) {
  const advance = button.dataset.advance;
  button.addEventListener("click", act("The clock moved", () => ask("POST", "clock", { advance })));
}
$("[data-pause]").addEventListener("click", () => {
  const runs = clock.pace !== 0;
  act(runs ? "The time stands still" : "The time runs", () => ask("POST", "clock", { pace: runs ? 0 : ranAt }))();
});
$('[data-form="clock"]').addEventListener("submit", (event) => {
  event.preventDefault();
  const set = event.target.elements.set.value;
  if (set) act("The clock was set", () => ask("POST", "clock", { set: set + (set.length === 16 ? ":00Z" : "Z") }))();
});
$("[data-reset]").addEventListener(
  "click",
  act("The server starts over", async () => {
    if (!(await confirmed("Start over? Every load, message, request and fault is forgotten, and the clock goes back.", "Start over"))) return false;
    go({ load: "", request: "", broker: "", page: "", before: "" });
    await ask("POST", "reset");
  }),
);
const TWO_PHASES = new Set(["STATUS", "DELAY", "CLOSE", "RESET"]);
$('[data-form="faults"]').addEventListener("submit", (event) => {
  event.preventDefault();
  const { operation, kind, times, status, delay, phase } = Object.fromEntries(new FormData(event.target));
  const fault = { operation, kind, times: Number(times) || 1 };
  if (kind === "STATUS") fault.status = Number(status) || 500;
  if (kind === "DELAY" && delay) fault.delay = "PT" + delay + "S";
  if (phase && TWO_PHASES.has(kind)) fault.phase = phase;
  const which = operation === "*" ? "any operation" : operation;
  act(fault.times === 1 ? "The next call of " + which + " meets " + kind : "The next " + fault.times + " calls of " + which + " meet " + kind, () => ask("POST", "faults", fault))();
});
// Only the fields that the chosen fault has can be filled in.
const faultForm = $('[data-form="faults"]');
const showFaultFields = () => {
  const kind = faultForm.elements.kind.value;
  faultForm.elements.status.disabled = kind !== "STATUS";
  faultForm.elements.delay.disabled = kind !== "DELAY";
  faultForm.elements.phase.disabled = !TWO_PHASES.has(kind);
};
faultForm.elements.kind.addEventListener("change", showFaultFields);
showFaultFields();
$("[data-clear-faults]").addEventListener(
  "click",
  act("No faults are planned", async () => ((await confirmed("Forget every planned fault?", "Clear all")) ? ask("DELETE", "faults") : false)),
);
const filter = $('[data-form="filter"]');
const search = () => {
  const { q, status, operation, answer, fault } = Object.fromEntries(new FormData(filter));
  const changes = { q, status, operation, answer, fault, page: "", before: "", from: "" };
  // Typing is one step back, not one for each letter.
  if (typing !== null) {
    history.replaceState(null, "", link(changes));
    return refreshSafely();
  }
  go(changes);
};
let typing = null;
filter.addEventListener("input", (event) => {
  clearTimeout(typing);
  if (event.target.tagName === "SELECT") {
    typing = null;
    search();
  } else typing = setTimeout(search, 200);
});
filter.addEventListener("submit", (event) => {
  event.preventDefault();
  clearTimeout(typing);
  typing = null;
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
document.addEventListener("visibilitychange", readAgain);
setInterval(readAgain, EVERY_MS);
readAgain();
