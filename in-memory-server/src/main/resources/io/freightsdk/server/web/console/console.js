"use strict";
// Shows and moves the server through the test control's own routes.
(() => {
  const ROOT = "/__admin/";
  const POLL_MS = 1000;
  const $ = (selector) => document.querySelector(selector);
  const said = $("[data-said]");

  const say = (text, bad = false) => {
    said.textContent = text;
    said.classList.toggle("bad", bad);
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

  const act = (done, work) => async () => {
    try {
      await work();
      say(done);
      await refresh();
    } catch (failure) {
      say(failure.message, true);
    }
  };

  // Everything that came from outside becomes a text node: nothing is ever parsed as markup.
  const element = (name, attributes = {}, ...children) => {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) {
      if (key === "onclick") made.addEventListener("click", value);
      else made.setAttribute(key, value);
    }
    made.append(...children.map((child) => (child === null || child === undefined ? "" : child)));
    return made;
  };
  const cell = (content, css = "") => element("td", css ? { class: css } : {}, content);
  const row = (...cells) => element("tr", {}, ...cells);
  const short = (text, most = 90) => (text && text.length > most ? text.slice(0, most - 1) + "…" : text || "");
  const time = (instant) => (instant ? instant.replace("T", " ").slice(5, 19) : "");
  const usd = (amount) => Number(amount).toFixed(2);

  // Replaced only when different, so that selection and scrolling survive; focus is carried over.
  const shown = {};
  const show = (name, data, render) => {
    const state = JSON.stringify(data);
    if (shown[name] === state) return;
    const target = $(`[data-rows="${name}"]`);
    shown[name] = state;
    const focused = target.contains(document.activeElement) ? document.activeElement.dataset.key : null;
    target.replaceChildren(...data.map(render));
    if (focused) target.querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
  };

  const TONES = { PLANNED: "calm", AT_PICKUP: "busy", IN_TRANSIT: "moving", AT_DELIVERY: "busy", DELIVERED: "good", CANCELLED: "bad" };
  const badge = (status) => element("span", { class: "badge " + (TONES[status] || "calm") }, status.replaceAll("_", " ").toLowerCase());
  const page = (path, text) => element("a", { href: path, target: "_blank", rel: "noopener", "data-key": path }, text);

  const load = (item) => {
    const at = "loads/" + encodeURIComponent(item.loadNumber);
    const done = item.status === "DELIVERED" || item.status === "CANCELLED";
    const next = item.stops.find((stop) => !stop.arrivedAt && !stop.missed);
    const button = (text, message, work, off) => {
      const made = element(
        "button",
        { type: "button", "data-key": item.loadNumber + text, onclick: act(item.loadNumber + message, work) },
        text,
      );
      made.disabled = off;
      return made;
    };
    const actions = element(
      "span",
      { class: "row" },
      button("Drive to next stop", " drove to its next stop", () => ask("POST", at + "/drive", { until: next.sequence }), done || !next),
      button("Deliver", " was delivered", () => ask("POST", at + "/drive", {}), done),
      button("Await BOL", " waits for its BOL", () => ask("POST", at + "/await-bol", { enabled: true }), done),
      button("Cancel", " was cancelled", () => ask("POST", at + "/cancel", {}), done),
    );
    const route = item.stops.map((stop) => short(stop.city, 30) + ", " + stop.state).join(" → ");
    return row(
      cell(item.loadNumber),
      cell(badge(item.status)),
      cell(short(route, 120), "wrap"),
      cell(String(item.pingCount), "num"),
      cell(item.distanceMiles === null ? "" : Number(item.distanceMiles).toFixed(1), "num"),
      cell(element("span", { class: "row" }, page("/track/" + item.trackingToken, "Customer"), page("/driver/" + item.driverToken, "Driver"))),
      cell(actions),
    );
  };

  const request = (item) =>
    row(
      cell(time(item.at)),
      cell(short(item.method + " " + item.path)),
      cell(item.operation),
      cell(item.status === 0 ? "closed" : String(item.status), "num"),
      cell(item.fault ? element("span", { class: "badge bad" }, item.fault.replaceAll("_", " ").toLowerCase()) : ""),
      cell(item.resendOf ? element("span", { class: "badge busy" }, "again: " + item.resendOf) : ""),
      cell(item.connectionId),
      cell(short(item.note), "wrap"),
    );

  let ledgerOf = null;
  const broker = (item) =>
    row(
      cell(short(item.brokerId, 18) + (item.registered ? "" : " (not registered)")),
      cell(usd(item.balanceUsd), "num"),
      cell(
        element(
          "span",
          { class: "row" },
          element("button", { type: "button", "data-key": item.brokerId + "ledger", onclick: () => ((ledgerOf = item.brokerId), refresh()) }, "Ledger"),
          element(
            "button",
            { type: "button", "data-key": item.brokerId + "credit", onclick: act("Credited 10.00 USD", () => ask("POST", "brokers/" + item.brokerId + "/credit", { amountUsd: "10.00" })) },
            "+10 USD",
          ),
        ),
      ),
    );
  const entry = (item) =>
    row(
      cell(time(item.at)),
      cell([item.type.toLowerCase(), item.operation, item.loadNumber].filter(Boolean).join(" ")),
      cell(usd(item.amountUsd), "num"),
      cell(usd(item.balanceAfterUsd), "num"),
    );
  const sms = (item) => element("li", {}, element("b", {}, item.phone), " ", element("span", { class: "soft" }, time(item.at)), element("br"), short(item.text, 400));

  const map = async () => {
    const answer = await fetch(ROOT + "map");
    if (!answer.ok) return;
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("[data-region]");
    const old = $('[data-region="fleet"]');
    if (!old.contains(document.activeElement) && !old.isEqualNode(fresh)) old.replaceWith(document.adoptNode(fresh));
  };

  const refresh = async () => {
    const [clock, loads, requests, brokers, messages] = await Promise.all([
      ask("GET", "clock"),
      ask("GET", "loads?limit=60"),
      ask("GET", "requests?limit=60"),
      ask("GET", "brokers"),
      ask("GET", "sms"),
      map(),
    ]);
    const now = $("[data-now]");
    now.dateTime = clock.now;
    now.textContent = clock.now.replace("T", " ").slice(0, 19) + " UTC";
    show("loads", loads.loads, load);
    show("requests", requests.requests.sort((a, b) => b.sequence - a.sequence), request);
    show("brokers", brokers.brokers, broker);
    show("sms", messages.messages.slice(-40).reverse(), sms);
    if (!ledgerOf && brokers.brokers.length) ledgerOf = brokers.brokers[0].brokerId;
    if (ledgerOf) {
      const ledger = await ask("GET", "brokers/" + encodeURIComponent(ledgerOf) + "/ledger");
      $("[data-ledger-title]").textContent = "Ledger of " + short(ledgerOf, 18);
      show("ledger", ledger.entries.slice(-60).reverse(), entry);
    }
  };

  for (const button of document.querySelectorAll("[data-advance]")) {
    const advance = button.dataset.advance;
    button.addEventListener("click", act("The clock moved", () => ask("POST", "clock", { advance })));
  }
  $('[data-form="clock"]').addEventListener("submit", (event) => {
    event.preventDefault();
    const set = event.target.elements.set.value;
    act("The clock was set", () => ask("POST", "clock", { set: set + (set.length === 16 ? ":00Z" : "Z") }))();
  });
  $('[data-form="faults"]').addEventListener("submit", (event) => {
    event.preventDefault();
    const { operation, kind, times, status, delay } = Object.fromEntries(new FormData(event.target));
    const fault = { operation, kind, times: Number(times) || 1 };
    if (status && kind === "STATUS") fault.status = Number(status);
    if (delay && kind === "DELAY") fault.delay = "PT" + delay + "S";
    act("The next " + fault.times + " calls of " + operation + " meet " + kind, () => ask("POST", "faults", fault))();
  });
  $("[data-clear-faults]").addEventListener("click", act("No faults are planned", () => ask("DELETE", "faults")));

  const poll = async () => {
    try {
      if (document.visibilityState === "visible") await refresh();
    } catch (failure) {
      say(failure.message, true);
    }
    setTimeout(poll, POLL_MS);
  };
  poll();
})();
