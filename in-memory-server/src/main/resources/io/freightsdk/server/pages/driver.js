// The driver's page: the next stop, and a button that shares this phone's position once a minute until it is pressed
// again or the load ends. Positions that cannot be sent are dropped.
const EVERY_MS = 60000;
const COARSE_METERS = 150; // a less accurate position records no arrival
const token = location.pathname.split("/").pop();
const button = byId("share");

let load = null;
let sharing = null; // the running share
// The server's time: a phone's clock may be wrong, and an in-memory server's clock may run fast.
let serverTime = { server: Date.now(), phone: performance.now() };
const serverNow = () => new Date(serverTime.server + (performance.now() - serverTime.phone) * load.pace).toISOString();

const showMessage = (text) => put(byId("shared"), text);

const REFUSALS = {
  accuracy_too_low: "This position is not precise enough. Switch on precise location, or go outside.",
  "Unrealistic GPS jump": "A position that jumped too far was ignored. The next one follows in a minute.",
};

const send = async (share, { latitude, longitude, accuracy, speed, heading }) => {
  const fix = { lat: latitude, lng: longitude, accuracy, timestamp: serverNow() };
  if (speed !== null && speed >= 0) fix.speed = speed;
  if (heading !== null && !Number.isNaN(heading)) fix.heading = heading;
  try {
    const response = await fetch("../api/driver/" + token + "/ping", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(fix), signal: share.stop.signal });
    // Only the service's own JSON confirms a position, not the page of a proxy.
    const result = await response.json().catch(() => null);
    if (sharing !== share) return;
    if (response.status === 409 && result?.trackingEnded) stop("Tracking of this load has ended. No position is sent any more.");
    else if (response.ok && result?.ok === true) showMessage("Last sent at " + deviceTime() + (accuracy > COARSE_METERS ? ", but too imprecise to record an arrival. Switch on precise location." : "."));
    else showMessage(REFUSALS[result?.error] ?? "The server did not accept this position. The next one follows in a minute.");
  } catch (failed) {
    if (sharing === share) showMessage("No connection. It tries again in a minute.");
  }
};

const measure = (share) => {
  const onPosition = ({ coords }) => sharing === share && send(share, coords);
  const failed = (error) => {
    if (sharing !== share) return;
    if (error.code === error.PERMISSION_DENIED) stop("Location is switched off for this page. Allow it in your browser's settings, then press again.");
    else showMessage("No position from the phone at " + deviceTime() + ". It tries again in a minute.");
  };
  navigator.geolocation.getCurrentPosition(onPosition, failed, { enableHighAccuracy: true, maximumAge: 0, timeout: 30000 });
};

const keepScreenOn = async (share) => {
  try {
    const lock = await navigator.wakeLock.request("screen");
    if (sharing === share) share.awake = lock;
    else lock.release();
  } catch (failed) {
    // Sharing works without the lock while the screen is on, as the page says.
  }
};

const start = () => {
  const share = { stop: new AbortController(), awake: null, timer: 0 };
  sharing = share;
  button.setAttribute("aria-pressed", "true");
  put(button, "Sharing. Press to stop");
  byId("consent").open = false;
  showMessage("Waiting for your phone's position …");
  share.timer = setInterval(() => measure(share), EVERY_MS);
  keepScreenOn(share);
  measure(share);
};

const stop = (words) => {
  const share = sharing;
  sharing = null;
  share.stop.abort();
  clearInterval(share.timer);
  share.awake?.release();
  button.setAttribute("aria-pressed", "false");
  put(button, "Share my location");
  showMessage(words);
  if (load) showSharing();
};

/** Hides the button when no stop is left. Sharing continues until the server reports the end of tracking. */
const showSharing = () => {
  const isAsked = !load.ended && !isOver(load);
  button.hidden = !isAsked && !sharing;
  byId("consent").hidden = button.hidden;
  byId("sharing").hidden = button.hidden && !load.ended;
  if (load.ended && sharing) stop("Tracking of this load has ended. No position is sent any more.");
  else if (load.ended) showMessage("Tracking of this load has ended. No position is sent any more. Thank you, and drive safely.");
};

const address = (stop) => cut(stop.address) + ", " + place(stop) + " " + cut(stop.zip, 20);
const name = (stop) => cut(stop.name || stop.address);

const task = () => {
  if (load.status === "CANCELLED") return ["Nothing more to do", "This load was cancelled", []];
  const next = nextStop(load);
  if (isOver(load) || load.ended || !next) return ["Nothing more to do", load.status === "DELIVERED" ? "Delivered. Well done" : "All stops are done", []];
  const verbs = next.type === "PICKUP" ? ["Drive to the pickup at", "You are here. Load at"] : ["Deliver to", "You are here. Unload at"];
  const lines = [make("p", {}, address(next)), ...stopLines(load, next)];
  if (next.lat !== null) lines.push(make("p", {}, make("a", { href: "geo:" + next.lat + "," + next.lng + "?q=" + next.lat + "," + next.lng }, "Open in maps")));
  return [verbs[next.arrivedAt ? 1 : 0], name(next), lines];
};

const show = (read) => {
  load = read;
  serverTime = { server: Date.parse(load.now), phone: performance.now() };
  put(byId("load"), "Load " + load.loadNumber);
  showStatus(byId("status"), load.status);
  const [verb, headline, lines] = task();
  put(byId("verb"), verb);
  put(byId("headline"), headline);
  put(byId("next"), ...lines);
  byId("list").hidden = load.stops.length === 0;
  put(byId("stops"), ...load.stops.map((stop) => make("li", { class: stopClass(load, stop) }, make("p", { class: "soft" }, kind(stop)), make("h3", {}, name(stop)), make("p", {}, address(stop)), ...stopLines(load, stop))));
  put(byId("cargo"), [load.equipmentType, load.weight === null ? null : load.weight.toLocaleString("en-US") + " lb"].filter(Boolean).map((text) => cut(text)).join(", "));
  showSharing();
};

if (!window.isSecureContext) {
  button.disabled = true;
  showMessage("Phones share their position only with pages opened with https, and this page was opened with http. If you run this server, put it behind https and start it with --public-url https://your-name.");
} else if (!navigator.geolocation) {
  button.disabled = true;
  showMessage("This browser shares no location. Open the link in your phone's own browser.");
} else {
  button.addEventListener("click", () => (sharing ? stop("Stopped at " + deviceTime() + ". Nothing is sent.") : start()));
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible" && sharing) keepScreenOn(sharing);
  });
}
follow(token + "/load", show, () => location.reload());
