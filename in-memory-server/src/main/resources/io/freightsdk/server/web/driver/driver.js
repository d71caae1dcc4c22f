// Shares the phone's position: a fix a minute from the press of the button to the next press or the end of the load, and
// at no other time. What cannot be sent is not kept. Spans are measured by the monotonic clock, because a phone's time of
// day may jump.
(() => {
  const EVERY_MS = 60000;
  const COARSE_METERS = 150; // beyond it no arrival is recorded
  const REFUSED_METERS = 5000; // beyond it the server takes no position

  const token = location.pathname.split("/").pop();
  const main = document.querySelector("main");
  const button = document.querySelector("[data-share]");
  const tell = (key, values) => {
    const state = document.querySelector("[data-share-state]");
    if (state) state.textContent = say("say." + key, values);
  };
  const clockTime = (millis = Date.now()) => new Date(millis).toLocaleTimeString(document.documentElement.lang, { hour: "numeric", minute: "2-digit" });
  const length = (meters) => (meters < 1000 ? Math.round(meters) + " m" : (meters / 1609.344).toFixed(1) + " mi");

  // The server's time: a phone's time of day may be wrong, and a test server's may run fast.
  const serverClock = (() => {
    const pace = Number(main.dataset.pace);
    let server = Number(main.dataset.now);
    let phone = performance.now();
    return {
      now: () => new Date(server + (performance.now() - phone) * pace).toISOString(),
      set: (told) => {
        if (!told) return;
        server = told;
        phone = performance.now();
      },
    };
  })();

  let sharing = null; // of the running share: what ends with it
  let ended = false;

  const REASONS = {
    accuracy_too_low: "accuracy_too_low",
    timestamp_future: "early",
    "Unrealistic GPS jump": "jump",
  };

  const send = async (share, { latitude, longitude, accuracy, speed, heading }) => {
    const fix = { lat: latitude, lng: longitude, accuracy, timestamp: serverClock.now() };
    if (speed !== null && speed >= 0) fix.speed = speed;
    if (heading !== null && !Number.isNaN(heading)) fix.heading = heading;
    try {
      const answer = await fetch("../api/driver/" + token + "/ping", {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(fix),
        signal: share.stop.signal,
      });
      // Only the service's own JSON says that a position was taken, never a page of somebody in between.
      const said = await answer.json().catch(() => null);
      if (sharing !== share) return;
      serverClock.set(Date.parse(answer.headers.get("Date")));
      if (answer.status === 409 && said?.trackingEnded) end();
      else if (answer.ok && said?.ok === true) tell(accuracy > COARSE_METERS ? "sent-rough" : "sent", { time: clockTime(), length: length(accuracy) });
      else if (answer.status === 404) tell("unknown");
      else if (answer.status === 400 || answer.status === 422) tell(REASONS[said?.error] ?? "unusable");
      else tell("refused");
    } catch {
      if (sharing === share) tell("no-connection");
    }
  };

  const measure = (share) => {
    if (share.asking) return;
    share.asking = true;
    share.askedAt = performance.now();
    const found = ({ coords }) => {
      share.asking = false;
      if (sharing !== share) return;
      share.foundAt = Date.now();
      if (coords.accuracy > REFUSED_METERS) tell("too-rough", { length: length(coords.accuracy) });
      else send(share, coords);
    };
    const failed = (error) => {
      share.asking = false;
      if (sharing !== share) return;
      if (error.code !== error.PERMISSION_DENIED) return tell("no-position", { time: clockTime(share.foundAt) });
      halt();
      tell("denied");
    };
    navigator.geolocation.getCurrentPosition(found, failed, { enableHighAccuracy: true, maximumAge: 0, timeout: 30000 });
  };

  const keepScreenOn = async (share) => {
    try {
      const lock = await navigator.wakeLock.request("screen");
      if (sharing === share) share.awake = lock;
      else lock.release();
    } catch {
      // Without it, sharing still works as long as the screen is on, as the page says.
    }
  };

  const start = () => {
    const share = { stop: new AbortController(), foundAt: Date.now(), askedAt: 0, asking: false, awake: null };
    sharing = share;
    button.setAttribute("aria-pressed", "true");
    button.textContent = say("say.sharing");
    document.querySelector("[data-consent]").open = false;
    tell("waiting-for-phone");
    share.timer = setInterval(() => measure(share), EVERY_MS);
    keepScreenOn(share);
    measure(share);
  };

  const halt = () => {
    const share = sharing;
    sharing = null;
    if (!share) return;
    share.stop.abort();
    clearInterval(share.timer);
    share.awake?.release();
    button.setAttribute("aria-pressed", "false");
    button.textContent = say("say.share");
  };

  const stop = () => {
    halt();
    tell("stopped-at", { time: clockTime() });
  };

  // For good: nothing private of the load stays on the page.
  const end = () => {
    if (ended) return;
    ended = true;
    halt();
    const farewell = document.createElement("p");
    farewell.className = "ended";
    farewell.setAttribute("role", "status");
    farewell.textContent = say("say.ended");
    document.querySelector("[data-sharing]")?.replaceChildren(farewell);
    for (const address of main.querySelectorAll(".address, .directions, .window, .cargo, .stops li p:not(.what)")) address.remove();
  };

  const look = () => {
    if (main.querySelector("[data-ended]")) end();
  };
  // A server that does not know the load may know it again; only one that closed its page will not.
  const gone = (status) => {
    if (status === 410) end();
    else if (sharing) tell("unknown");
  };
  if (!main.querySelector("[data-ended]")) follow({ after: look, gone, serverTime: serverClock.set });

  if (button && !window.isSecureContext) {
    button.disabled = true;
    tell("needs-https");
  } else if (button && !navigator.geolocation) {
    button.disabled = true;
    tell("no-location");
  } else if (button) {
    button.addEventListener("click", () => (sharing ? stop() : start()));
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState !== "visible" || !sharing) return;
      keepScreenOn(sharing);
      if (performance.now() - sharing.askedAt > EVERY_MS) measure(sharing);
    });
  }
})();
