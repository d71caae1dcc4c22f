// What people try: calls with a real key, loads and prices by a click, and scenarios that go wrong on purpose.
const keys = new Map(); // brokerId -> a key that this console has made
const shownKeys = new Map(); // those that a person has asked for
const keyOf = async (brokerId) => {
  if (!keys.has(brokerId)) keys.set(brokerId, (await ask("POST", "brokers/" + encodeURIComponent(brokerId) + "/keys", {})).agentKey);
  return keys.get(brokerId);
};
const showKey = async (brokerId) => {
  shownKeys.set(brokerId, await keyOf(brokerId));
  $("[data-agent-key]").textContent = shownKeys.get(brokerId);
};
// The account with the most money pays for what is tried.
const payer = async () => {
  const { brokers } = await ask("GET", "brokers?limit=200");
  const richest = brokers.sort((a, b) => Number(b.balanceUsd) - Number(a.balanceUsd))[0];
  if (richest) return richest.brokerId;
  const made = await ask("POST", "brokers", { balanceUsd: "100.00" });
  keys.set(made.brokerId, made.agentKey);
  return made.brokerId;
};

// A call as a broker's own program sends it. A connection that the server closes is an answer too.
const agentCall = async (brokerId, method, path, body, idempotencyKey) => {
  const options = { method, cache: "no-store", headers: { Authorization: "Bearer " + (await keyOf(brokerId ?? (await payer()))) } };
  if (idempotencyKey) options.headers["Idempotency-Key"] = idempotencyKey;
  if (body) {
    options.headers["Content-Type"] = "application/json";
    options.body = body;
  }
  try {
    const answer = await fetch(SERVER + path, options);
    return { status: answer.status, requestId: answer.headers.get("X-Request-Id"), body: await answer.json().catch(() => ({})) };
  } catch {
    const { requests } = await ask("GET", "requests?limit=1");
    return { status: 0, requestId: requests[0]?.requestId, body: {} };
  }
};

const CITIES = {
  "Los Angeles, CA": [34.03, -118.23, "90021"],
  "Seattle, WA": [47.57, -122.37, "98126"],
  "Denver, CO": [39.77, -104.97, "80205"],
  "Dallas, TX": [32.78, -96.88, "75212"],
  "Chicago, IL": [41.86, -87.76, "60804"],
  "Nashville, TN": [36.14, -86.74, "37210"],
  "Atlanta, GA": [33.74, -84.55, "30336"],
  "Miami, FL": [25.78, -80.35, "33172"],
  "Bayonne, NJ": [40.67, -74.08, "07002"],
};
const stopIn = (name) => {
  const [lat, lng, zip] = CITIES[name];
  const [city, state] = name.split(", ");
  return { address: "1 Dock Rd", city, state, zip, lat, lng };
};
const order = (from, to) => JSON.stringify({ driverPhone: FICTION, pickups: [stopIn(from)], deliveries: [stopIn(to)] });
const token = (word) => word + "-" + crypto.getRandomValues(new Uint32Array(1))[0].toString(36);
const book = async (brokerId, from = "Chicago, IL", to = "Nashville, TN") => {
  const made = await agentCall(brokerId, "POST", "/v1/agent/loads", order(from, to));
  if (made.status !== 201) throw new Error("The load was not created: " + (made.body.error ?? made.status));
  return made.body.loadNumber;
};
const seeRequests = (q) => go({ view: "requests", q, request: "", load: "", operation: "", answer: "", fault: "", before: "" });
const seeLoad = (load) => go({ view: "loads", load, q: "", status: "", request: "" });

const createTwice = async (fault) => {
  const broker = await payer();
  const key = token("order");
  await ask("POST", "faults", { operation: "createLoad", brokerId: broker, times: 1, ...fault });
  await agentCall(broker, "POST", "/v1/agent/loads", order("Dallas, TX", "Atlanta, GA"), key);
  await agentCall(broker, "POST", "/v1/agent/loads", order("Dallas, TX", "Atlanta, GA"), key);
  seeRequests(key);
};

const SCENARIOS = [
  {
    name: "The answer of a creation is lost",
    story: "The load is created and charged, then the connection closes. The same call comes again with its key.",
    sdk: "Repeats the call with its Idempotency-Key, which is charged once.",
    run: () => createTwice({ kind: "CLOSE", phase: "AFTER_COMMIT" }),
  },
  {
    name: "Billing is down",
    story: "The creation is answered 503 and not charged. The same call comes again.",
    sdk: "Retries with a pause, because the service says that nothing was charged.",
    run: () => createTwice({ kind: "BILLING_UNAVAILABLE" }),
  },
  {
    name: "The balance ends in mid-trip",
    story: "An account that covers one load and one read is read twice.",
    sdk: "InsufficientFundsException with the price and the balance, or waits for a top-up if you want it.",
    run: async () => {
      const { prices } = await ask("GET", "prices");
      const made = await ask("POST", "brokers", { balanceUsd: (Number(prices.load_create) + Number(prices.position_read)).toFixed(2) });
      keys.set(made.brokerId, made.agentKey);
      const load = await book(made.brokerId);
      for (let i = 0; i < 2; i++) {
        await agentCall(made.brokerId, "GET", "/v1/agent/loads/" + load);
        await ask("POST", "clock", { advance: "PT10M" });
      }
      seeRequests(made.brokerId);
    },
  },
  {
    name: "The GPS drifts at the dock",
    story: "The truck comes within 100 m of the pickup's fence; two positions inside are too rough to count.",
    sdk: "Reports what the service knows: the load is still planned. The console says what each position did.",
    run: async () => {
      const load = await book(await payer());
      const path = "loads/" + load;
      const [stop] = (await ask("GET", path)).stops;
      const at_ = (meters) => stop.lat + meters / 111195;
      for (const [meters, accuracy] of [[stop.radiusMeters + 9000, 10], [stop.radiusMeters + 100, 15], [500, 400], [300, 900], [stop.radiusMeters + 600, 20]]) {
        await ask("POST", "clock", { advance: "PT10M" });
        const { now } = await ask("GET", "clock");
        await ask("POST", path + "/pings", [{ lat: at_(meters), lng: stop.lng, accuracy, timestamp: now }]);
      }
      seeLoad(load);
    },
  },
  {
    name: "No signal for three hours",
    story: "The truck leaves the pickup; for three hours nothing comes. Then the phone sends all it kept.",
    sdk: "Marks the estimate as stale meanwhile; a watch reads again when news are likely.",
    run: async () => {
      const load = await book(await payer());
      const path = "loads/" + load;
      await ask("POST", path + "/drive", { until: 1 });
      const { stops } = await ask("GET", path);
      await ask("POST", "clock", { advance: "PT3H" });
      const end = Date.parse((await ask("GET", "clock")).now);
      const kept = [];
      for (let minute = 140; minute >= 0; minute -= 10) {
        const share = (0.6 * (140 - minute)) / 140;
        kept.push({ lat: stops[0].lat + share * (stops[1].lat - stops[0].lat), lng: stops[0].lng + share * (stops[1].lng - stops[0].lng), accuracy: 12, timestamp: new Date(end - minute * 60000).toISOString() });
      }
      await ask("POST", path + "/pings", kept);
      seeLoad(load);
    },
  },
];

const trial = $('[data-form="try"]');
for (const select of ["from", "to"]) trial.elements[select].append(...Object.keys(CITIES).map((city) => element("option", {}, city)));
trial.elements.from.value = "Los Angeles, CA";
trial.elements.to.value = "Dallas, TX";
trial.addEventListener("submit", (event) => {
  event.preventDefault();
  const { from, to } = Object.fromEntries(new FormData(trial));
  act("The load was created", async () => {
    if (from === to) throw new Error("A load goes from one city to another");
    seeLoad(await book(await payer(), from, to));
  })();
});
$("[data-try-key]").addEventListener(
  "click",
  act("A further key was made; it is shown until this page is closed", async () => {
    $("[data-tried-key]").textContent = await keyOf(await payer());
  }),
);
const pricing = $('[data-form="prices"]');
const showPrices = async () => {
  const { prices } = await ask("GET", "prices");
  const select = pricing.elements.operation;
  const chosen = select.value;
  select.replaceChildren(...Object.entries(prices).map(([name, price]) => element("option", { value: name }, words(name) + ", now " + usd(price) + " USD")));
  if (chosen) select.value = chosen;
};
pricing.addEventListener("submit", (event) => {
  event.preventDefault();
  const { operation, price } = Object.fromEntries(new FormData(pricing));
  act("The price is changed", async () => {
    await ask("PUT", "prices", { [operation]: price });
    await showPrices();
  })();
});
const prepareTrial = () => {
  if (at().view === "try" && !pricing.elements.operation.options.length) showPrices().catch((failure) => say(failure.message, true));
};
addEventListener("hashchange", prepareTrial);
prepareTrial();
