// Shares the phone's position: one fix a minute, kept in the phone until the server has taken it.
// Each fix carries the time at which it was measured, so a drive without signal is reported as it was.
(() => {
  follow();

  const SEND_EVERY_MS = 60000;
  const MOST_WAITING = 1440; // a day of fixes: the server takes none that are older
  const token = location.pathname.split("/")[2];
  const address = "/api/driver/" + token + "/ping";
  const key = "freight-fixes-" + token;
  const main = document.querySelector("main");
  const button = document.querySelector("[data-share]");
  const state = document.querySelector("[data-share-state]");
  const waiting = document.querySelector("[data-waiting]");
  const say = (text) => (state.textContent = text);

  const queue = {
    all() {
      try {
        return JSON.parse(localStorage.getItem(key)) || [];
      } catch {
        return [];
      }
    },
    put(fixes) {
      try {
        localStorage.setItem(key, JSON.stringify(fixes.slice(-MOST_WAITING)));
      } catch {
        say("This phone has no room left to keep positions while offline.");
      }
      waiting.hidden = fixes.length === 0;
      const plural = fixes.length === 1 ? " position waits" : " positions wait";
      waiting.textContent = fixes.length + plural + " for a connection.";
    },
  };

  let watch = null;
  let latest = null;
  let keptAt = 0;
  let sending = false;
  let awake = null;

  const end = () => {
    stop();
    queue.put([]);
    button.hidden = true;
    say("Tracking of this load has ended. Thank you, and drive safely.");
  };

  // In order, one at a time: a fix leaves the queue when the server took it or will never take it.
  const send = async () => {
    if (sending) return;
    sending = true;
    try {
      for (let fixes = queue.all(); fixes.length > 0; fixes = queue.all()) {
        const answer = await fetch(address, {
          method: "POST",
          headers: { "Content-Type": "application/json" },
          body: JSON.stringify(fixes[0]),
        });
        if (answer.status === 409) return end();
        if (answer.status === 429 || answer.status >= 500) break;
        queue.put(queue.all().slice(1));
        if (answer.ok) say("Shared. Last sent at " + new Date().toLocaleTimeString() + ".");
        else say("The last position was not usable; the next one is on its way.");
      }
    } catch {
      say("No connection. Positions are kept and sent later.");
    } finally {
      sending = false;
    }
  };

  const keep = (position) => {
    const { latitude, longitude, accuracy, speed, heading } = position.coords;
    const fix = { lat: latitude, lng: longitude, accuracy, timestamp: position.timestamp };
    if (speed !== null && speed >= 0) fix.speed = speed;
    if (heading !== null && !Number.isNaN(heading)) fix.heading = heading;
    keptAt = Date.now();
    latest = null;
    queue.put([...queue.all(), fix]);
    send();
  };

  const tick = () => {
    if (latest && Date.now() - keptAt >= SEND_EVERY_MS) keep(latest);
    else send();
  };

  const keepScreenOn = async () => {
    try {
      awake = await navigator.wakeLock.request("screen");
    } catch {
      // Sharing works without it, for as long as the page is open.
    }
  };

  const start = () => {
    if (!navigator.geolocation || !window.isSecureContext) {
      return say("This browser gives no location to this page. Open the link in your phone's own browser.");
    }
    say("Waiting for your phone's position…");
    watch = navigator.geolocation.watchPosition(
      (position) => {
        latest = position;
        if (Date.now() - keptAt >= SEND_EVERY_MS) keep(position);
      },
      (error) => {
        if (error.code === error.PERMISSION_DENIED) {
          stop();
          say("Location is switched off for this page. Allow it in your browser's settings, then press again.");
        } else say("No position from the phone yet. It keeps trying.");
      },
      { enableHighAccuracy: true, maximumAge: 10000 },
    );
    button.setAttribute("aria-pressed", "true");
    button.textContent = "Sharing. Press to stop";
    keepScreenOn();
  };

  const stop = () => {
    if (watch !== null) navigator.geolocation.clearWatch(watch);
    watch = null;
    if (awake) awake.release();
    awake = null;
    button.setAttribute("aria-pressed", "false");
    button.textContent = "Share my location";
    say("Not shared.");
  };

  if (button) {
    button.addEventListener("click", () => (watch === null ? start() : stop()));
    setInterval(tick, 5000);
    addEventListener("online", send);
    document.addEventListener("visibilitychange", () => {
      if (watch !== null && document.visibilityState === "visible") keepScreenOn();
    });
    queue.put(queue.all());
    send();
  }

  const drive = document.querySelector("[data-drive]");
  if (drive) {
    const told = document.querySelector("[data-drive-state]");
    drive.addEventListener("click", async () => {
      const next = Number(document.querySelector("[data-next]").dataset.next);
      if (!next) return (told.textContent = "There is no stop left to drive to.");
      drive.disabled = true;
      told.textContent = "Driving…";
      try {
        const answer = await fetch("/__admin/loads/" + encodeURIComponent(main.dataset.load) + "/drive", {
          method: "POST",
          headers: { "Content-Type": "application/json" },
          body: JSON.stringify({ until: next, speedMph: Number(document.querySelector("[data-speed]").value) || 60 }),
        });
        const body = await answer.json().catch(() => ({}));
        told.textContent = answer.ok ? "The truck is there." : body.error || "The server refused.";
      } catch {
        told.textContent = "The server does not answer.";
      } finally {
        drive.disabled = false;
      }
    });
  }
})();
