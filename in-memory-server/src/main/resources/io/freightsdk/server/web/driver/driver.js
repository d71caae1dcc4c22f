// Shares the phone's position: a fix a minute from the press of the button to the next press or the end of the
// load, and at no other time. What could not be sent is kept in memory, with the phone's storage as its copy.
(() => {
  const SEND_EVERY_MS = 60000;
  const FRESH_MS = 20000; // an older position is measured again
  const MOST_WAITING = 1440; // a day of fixes: the server takes none that are older
  const DAY_MS = 86400000;
  const RESUME_MS = 14 * 3600000; // a share that was cut off goes on within a driver's working day
  const COARSE_METERS = 150; // beyond it no arrival is recorded
  const REFUSED_METERS = 5000; // beyond it the server takes no position
  const FIRST_PAUSE_MS = 5000;
  const LONGEST_PAUSE_MS = 300000;

  const token = location.pathname.split("/")[2];
  const main = document.querySelector("main");
  const button = document.querySelector("[data-share]");
  const say = (text) => {
    const state = document.querySelector("[data-share-state]");
    if (state && state.textContent !== text) state.textContent = text;
  };
  const clockTime = (millis = Date.now()) => new Date(millis).toLocaleTimeString([], { hour: "numeric", minute: "2-digit" });
  const length = (meters) => (meters < 1000 ? Math.round(meters) + " m" : (meters / 1609.344).toFixed(1) + " mi");

  // The server's time at a moment of the phone: a phone's clock may be wrong, and a test server's may run fast.
  const serverClock = (() => {
    const pace = Number(main.dataset.pace);
    let server = Number(main.dataset.now);
    let phone = Date.now();
    return {
      at: (millis) => new Date(server + (millis - phone) * pace).toISOString(),
      set: (told) => {
        if (!told) return;
        server = told;
        phone = Date.now();
      },
    };
  })();

  const store = (() => {
    const read = (name) => {
      try {
        return localStorage.getItem(name);
      } catch {
        return null;
      }
    };
    const write = (name, value) => {
      try {
        if (value === null) localStorage.removeItem(name);
        else localStorage.setItem(name, value);
        return true;
      } catch {
        return false;
      }
    };
    return { read, write };
  })();

  const queue = (() => {
    const key = "freight-fixes-" + token;
    let fixes = [];
    let copied = true;
    const save = () => (copied = store.write(key, fixes.length ? JSON.stringify(fixes) : null));
    return {
      load: () => {
        try {
          const kept = JSON.parse(store.read(key)) ?? [];
          const known = new Set(fixes.map((fix) => fix.measured));
          const fresh = (fix) => Date.now() - fix.measured < DAY_MS && !known.has(fix.measured);
          fixes = [...kept.filter(fresh), ...fixes].sort((a, b) => a.measured - b.measured);
        } catch {
          // Nothing else writes it; an unreadable value counts as absent.
        }
      },
      add: (fix) => {
        fixes = [...fixes, fix].slice(-MOST_WAITING);
        save();
      },
      first: () => fixes[0],
      drop: (fix) => {
        fixes = fixes.filter((other) => other !== fix);
        save();
      },
      clear: () => {
        fixes = [];
        save();
      },
      size: () => fixes.length,
      isCopied: () => copied,
    };
  })();

  // Whether to share is known to the tab's own history as well: it survives a reload where storage is off.
  const wish = (() => {
    const key = "freight-sharing-" + token;
    return {
      set: (on) => {
        const since = on ? Date.now() : null;
        store.write(key, on ? String(since) : null);
        history.replaceState({ ...history.state, sharing: since }, "");
      },
      isSet: () => {
        const since = Number(store.read(key) ?? history.state?.sharing ?? 0);
        return Date.now() - since < RESUME_MS;
      },
    };
  })();

  let sharing = null; // of the running share: what ends with it
  let ended = false;
  let notice = null; // of the phone or the server, shown until the next position is through

  const showWaiting = () => {
    const waiting = document.querySelector("[data-waiting]");
    const leftover = document.querySelector("[data-leftover]");
    if (!waiting) return;
    const many = queue.size();
    waiting.hidden = many === 0;
    leftover.hidden = many === 0 || sharing !== null;
    const positions = many === 1 ? "1 position" : many + " positions";
    if (!sharing) waiting.textContent = positions + (many === 1 ? " was" : " were") + " not sent. Nothing is sent unless you share again.";
    else if (queue.isCopied()) waiting.textContent = positions + (many === 1 ? " waits" : " wait") + " for a connection.";
    else waiting.textContent = positions + (many === 1 ? " waits" : " wait") + " for a connection. This phone keeps nothing for the page: do not close it.";
  };

  const REASONS = {
    accuracy_too_low: "The phone's position is not accurate enough. Switch on precise location, or go outside.",
    timestamp_future: "The server did not take the time of the last position; the next one is on its way.",
    timestamp_too_old: "A position was older than a day and was left out.",
    "Unrealistic GPS jump": "A position that jumped too far was left out; the next one is on its way.",
  };

  // In order, one at a time. A fix leaves the queue when the server took it or says that it never will.
  const send = async () => {
    const share = sharing;
    if (!share || share.sending || Date.now() < share.retryAt) return;
    share.sending = true;
    try {
      for (let fix = queue.first(); fix && sharing === share; fix = queue.first()) {
        const { measured, ...body } = fix;
        const answer = await fetch("/api/driver/" + token + "/ping", {
          method: "POST",
          headers: { "Content-Type": "application/json" },
          body: JSON.stringify(body),
          signal: share.stop.signal,
        });
        if (sharing !== share) return;
        serverClock.set(Date.parse(answer.headers.get("Date")));
        if (answer.status === 409) return end();
        const later = answer.status === 404 || answer.status === 429 || answer.status >= 500;
        if (later) {
          pause(share, Number(answer.headers.get("Retry-After")) * 1000);
          if (answer.status === 404) say("The server does not know this load at the moment. Positions are kept and sent later.");
          else say("The server accepts no positions at the moment. They are kept and sent later.");
          return;
        }
        share.pause = FIRST_PAUSE_MS;
        const said = answer.ok ? null : (await answer.json().catch(() => ({}))).error;
        if (sharing !== share) return;
        queue.drop(fix);
        notice = answer.ok ? null : REASONS[said] ?? "The last position was not usable; the next one is on its way.";
        if (answer.ok) sent(fix);
        else say(notice);
      }
    } catch (failure) {
      if (sharing !== share || failure.name === "AbortError") return;
      pause(share, 0);
      say("No connection. Positions are kept and sent later.");
    } finally {
      share.sending = false;
      showWaiting();
    }
  };

  const pause = (share, atLeast) => {
    share.retryAt = Date.now() + Math.max(share.pause, atLeast || 0);
    share.pause = Math.min(2 * share.pause, LONGEST_PAUSE_MS);
  };

  const sent = (fix) => {
    const rough = fix.accuracy > COARSE_METERS;
    const how = rough ? ", but only to within " + length(fix.accuracy) + ": too rough to record an arrival. Switch on precise location." : ".";
    say("Shared. Last sent at " + clockTime() + how);
  };

  const keep = (share, position) => {
    if (sharing !== share) return;
    share.keptAt = Date.now();
    const { latitude, longitude, accuracy, speed, heading } = position.coords;
    if (accuracy > REFUSED_METERS) {
      notice = "Not shared: the phone's position is accurate only to within " + length(accuracy) + ". Switch on precise location, or go outside.";
      return say(notice);
    }
    // Some phones count time from another year; such a position was measured now.
    const age = Date.now() - position.timestamp;
    const measured = age >= 0 && age < DAY_MS ? position.timestamp : Date.now();
    const fix = { lat: latitude, lng: longitude, accuracy, timestamp: serverClock.at(measured), measured };
    if (speed !== null && speed >= 0) fix.speed = speed;
    if (heading !== null && !Number.isNaN(heading)) fix.heading = heading;
    queue.add(fix);
    wish.set(true);
    showWaiting();
    send();
  };

  const failed = (share, error) => {
    if (sharing !== share) return;
    if (error.code === error.PERMISSION_DENIED) {
      stop();
      say("Location is switched off for this page. Allow it in your browser's settings, then press again.");
    } else say("No position from the phone since " + clockTime(share.keptAt || share.startedAt) + ". It keeps trying.");
  };

  // A parked phone reports no movement: it is asked.
  const tick = () => {
    const share = sharing;
    if (!share) return;
    if (Date.now() - share.keptAt < SEND_EVERY_MS) return send();
    const latest = share.latest;
    share.latest = null;
    if (latest && Date.now() - latest.timestamp < FRESH_MS) return keep(share, latest);
    if (!share.asking) {
      share.asking = true;
      const done = (then) => (value) => {
        share.asking = false;
        then(share, value);
      };
      navigator.geolocation.getCurrentPosition(done(keep), done(failed), { enableHighAccuracy: true, maximumAge: FRESH_MS, timeout: 30000 });
    }
    send();
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

  const tabs = window.BroadcastChannel ? new BroadcastChannel("freight-sharing-" + token) : null;

  const start = () => {
    if (ended || sharing) return;
    const share = { stop: new AbortController(), startedAt: Date.now(), keptAt: 0, latest: null, sending: false, asking: false, retryAt: 0, pause: FIRST_PAUSE_MS, awake: null };
    sharing = share;
    queue.load();
    wish.set(true);
    tabs?.postMessage("started");
    say("Waiting for your phone's position…");
    button.setAttribute("aria-pressed", "true");
    button.textContent = "Sharing. Press to stop";
    document.querySelector("[data-consent]").open = false;
    share.watch = navigator.geolocation.watchPosition(
      (position) => {
        if (share.keptAt === 0) keep(share, position);
        else share.latest = position;
      },
      (error) => failed(share, error),
      { enableHighAccuracy: true, maximumAge: 10000 },
    );
    share.timer = setInterval(tick, 5000);
    keepScreenOn(share);
    showWaiting();
  };

  const halt = () => {
    const share = sharing;
    sharing = null;
    if (!share) return;
    share.stop.abort();
    navigator.geolocation.clearWatch(share.watch);
    clearInterval(share.timer);
    share.awake?.release();
    button.setAttribute("aria-pressed", "false");
    button.textContent = "Share my location";
    showWaiting();
  };

  const stop = () => {
    halt();
    wish.set(false);
    tabs?.postMessage("stopped");
    say("Stopped at " + clockTime() + ". Nothing is sent.");
  };

  // For good: nothing of the load stays in the phone.
  const end = () => {
    if (ended) return;
    ended = true;
    halt();
    wish.set(false);
    queue.clear();
    tabs?.postMessage("stopped");
    const farewell = document.createElement("p");
    farewell.className = "ended";
    farewell.setAttribute("role", "status");
    farewell.textContent = "Tracking of this load has ended. No position is sent any more. Thank you, and drive safely.";
    document.querySelector("[data-sharing]")?.replaceChildren(farewell);
    document.querySelector(".simulate")?.remove();
    for (const address of main.querySelectorAll(".address, .directions, .window, .cargo, .stops li p:not(.what)")) address.remove();
  };

  follow({ ended: end, serverTime: serverClock.set });

  if (button && !window.isSecureContext) {
    button.disabled = true;
    say("Phones give their position only to pages opened with https, and this page was opened with http. If you run this server, put it behind https and start it with --public-url https://your-name, so that the links use https.");
  } else if (button && !navigator.geolocation) {
    button.disabled = true;
    say("This browser gives no location. Open the link in your phone's own browser.");
  } else if (button) {
    button.addEventListener("click", () => (sharing ? stop() : start()));
    document.querySelector("[data-forget]").addEventListener("click", () => {
      queue.clear();
      showWaiting();
    });
    addEventListener("online", () => {
      if (sharing) sharing.retryAt = 0;
      send();
    });
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState !== "visible" || !sharing) return;
      keepScreenOn(sharing);
      tick();
    });
    tabs?.addEventListener("message", ({ data }) => {
      if (data === "started" && sharing) {
        halt();
        history.replaceState({ ...history.state, sharing: null }, "");
        say("Shared by another tab of this phone.");
      }
      if (data === "stopped" && !ended) {
        if (sharing) halt();
        history.replaceState({ ...history.state, sharing: null }, "");
        say("Stopped. Nothing is sent.");
      }
    });
    queue.load();
    if (wish.isSet()) start();
    else showWaiting();
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
