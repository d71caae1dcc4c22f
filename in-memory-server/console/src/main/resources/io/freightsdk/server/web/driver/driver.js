// Shares the phone's position: a fix a minute from the press of the button to the next press or the end of the
// load, and at no other time. What could not be sent is kept in memory, with the phone's storage as its copy, and is
// deleted only when the server took it or will never take it, or the driver says so. Spans are measured by the monotonic
// clock, because a phone's time of day may jump.
(() => {
  const SEND_EVERY_MS = 60000;
  const FRESH_MS = 20000; // an older position is measured again
  const MOST_WAITING = 1440; // a day of fixes: the server takes none that are older
  const RESUME_MS = 14 * 3600000; // a share that was cut off goes on within a driver's working day
  const COARSE_METERS = 150; // beyond it no arrival is recorded
  const REFUSED_METERS = 5000; // beyond it the server takes no position
  const NEVER = -Infinity;
  const FIRST_PAUSE_MS = 5000;
  const LONGEST_PAUSE_MS = 300000;

  const token = location.pathname.split("/").pop();
  // A fork of the server has the same tokens at the same origin, and other pages.
  const own = location.pathname.replace("/driver/", "");
  const main = document.querySelector("main");
  const button = document.querySelector("[data-share]");
  const show = (text) => {
    const state = document.querySelector("[data-share-state]");
    if (state && state.textContent !== text) state.textContent = text;
  };
  const tell = (key, values) => show(say("say." + key, values));
  const clockTime = (millis = Date.now()) => new Date(millis).toLocaleTimeString(document.documentElement.lang, { hour: "numeric", minute: "2-digit" });
  const mono = () => performance.now();
  const length = (meters) => (meters < 1000 ? Math.round(meters) + " m" : (meters / 1609.344).toFixed(1) + " mi");

  // The server's time at a moment of the monotonic clock: a phone's time of day may be wrong, and a test server's may
  // run fast.
  const serverClock = (() => {
    const pace = Number(main.dataset.pace);
    // Of a copy, only the time of day tells how old it is; the first answer sets it right.
    const age = main.dataset.copied ? Math.max(0, Date.now() - Number(main.dataset.copied)) : 0;
    let server = Number(main.dataset.now) + age * pace;
    let phone = mono();
    return {
      at: (moment) => new Date(server + (moment - phone) * pace).toISOString(),
      set: (told) => {
        if (!told) return;
        server = told;
        phone = mono();
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
    const key = "freight-fixes-" + own;
    let fixes = [];
    let copied = true;
    const inOrder = (list) => list.sort((a, b) => (a.timestamp < b.timestamp ? -1 : 1));
    const save = () => (copied = store.write(key, fixes.length ? JSON.stringify(fixes) : null));
    return {
      load: () => {
        try {
          const kept = JSON.parse(store.read(key)) ?? [];
          const known = new Set(fixes.map((fix) => fix.timestamp));
          fixes = inOrder([...kept.filter((fix) => !known.has(fix.timestamp)), ...fixes]);
        } catch {
          // Nothing else writes it; an unreadable value counts as absent.
        }
      },
      add: (fix) => {
        fixes = inOrder([...fixes, fix]).slice(-MOST_WAITING);
        save();
      },
      first: () => fixes[0],
      // Another tab goes on with the copy in the phone's storage.
      leaveToOthers: () => {
        if (copied) fixes = [];
      },
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
    const key = "freight-sharing-" + own;
    return {
      set: (on) => {
        const since = on ? Date.now() : null;
        store.write(key, on ? String(since) : null);
        history.replaceState({ ...history.state, sharing: since }, "");
      },
      isSet: () => {
        const since = Number(store.read(key) ?? history.state?.sharing ?? 0);
        return since > 0 && Date.now() - since < RESUME_MS;
      },
    };
  })();

  // While it shares, the page can be opened without a signal; offline.js does it.
  const copy = (() => {
    const name = "freight-page-" + own;
    let of = null;
    const keep = async () => {
      await navigator.serviceWorker.register("app/offline.js", { scope: "./" });
      const answer = await fetch(location.pathname, { cache: "no-store" });
      if (!answer.ok || !sharing) return;
      const page = (await answer.text()).replace("<main ", `<main data-copied="${Date.now()}" `);
      if (sharing) await (await caches.open(name)).put(location.pathname, new Response(page, { headers: answer.headers }));
    };
    return {
      // Again when the next stop is another one.
      keep: () => {
        const next = main.querySelector("[data-next]").dataset.next;
        if (!navigator.serviceWorker || !window.caches || of === next) return;
        of = next;
        keep().catch(() => (of = null)); // no signal now, or no room: it is tried again with the next change
      },
      forget: () => {
        of = null;
        window.caches?.delete(name).catch(() => {});
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
    const one = many === 1 ? "one-" : "";
    if (!sharing) waiting.textContent = say(`say.${one}not-sent`, { many });
    else waiting.textContent = say("say." + (one ? "one-waits" : "wait") + (queue.isCopied() ? "" : "-unsafe"), { many });
  };

  const REASONS = {
    accuracy_too_low: "accuracy_too_low",
    timestamp_too_old: "timestamp_too_old",
    "Unrealistic GPS jump": "jump",
  };

  // In order, one at a time. A fix leaves the queue when the server took it or says that it never will; only the service's
  // own JSON says so, never a page of somebody in between.
  const send = async () => {
    const share = sharing;
    if (!share?.holds || share.sending || mono() < share.retryAt) return;
    share.sending = true;
    try {
      for (let fix = queue.first(); fix && sharing === share && share.holds; fix = queue.first()) {
        const answer = await fetch("../api/driver/" + token + "/ping", {
          method: "POST",
          headers: { "Content-Type": "application/json" },
          body: JSON.stringify(fix),
          signal: share.stop.signal,
        });
        const said = await answer.json().catch(() => null);
        if (sharing !== share) return;
        serverClock.set(Date.parse(answer.headers.get("Date")));
        if (answer.status === 409 && said?.trackingEnded) return end();
        const taken = answer.ok && said?.ok === true;
        // Its time comes, when the server's clock went back; those behind it in the queue are later still.
        const early = said?.error === "timestamp_future";
        const refused = (answer.status === 400 || answer.status === 422) && typeof said?.error === "string" && !early;
        if (!taken && !refused) {
          pause(share, Number(answer.headers.get("Retry-After")) * 1000);
          if (answer.status === 404) tell("unknown");
          else if (early) tell("early");
          else tell("refused");
          return;
        }
        share.pause = FIRST_PAUSE_MS;
        queue.drop(fix);
        notice = taken ? null : say("say." + (REASONS[said.error] ?? "unusable"));
        if (taken) sent(fix);
        else show(notice);
      }
    } catch (failure) {
      if (sharing !== share || failure.name === "AbortError") return;
      pause(share, 0);
      tell("no-connection");
    } finally {
      share.sending = false;
      showWaiting();
    }
  };

  const pause = (share, atLeast) => {
    share.retryAt = mono() + Math.max(share.pause, atLeast || 0);
    share.pause = Math.min(2 * share.pause, LONGEST_PAUSE_MS);
  };

  const sent = (fix) => {
    const rough = fix.accuracy > COARSE_METERS;
    tell(rough ? "sent-rough" : "sent", { time: clockTime(), length: length(fix.accuracy) });
  };

  // A position as it came, with the moment at which it was measured. Some phones count time from another year, and a
  // clock may jump in between: such a position was measured now, as an old one was not asked for.
  const received = (position) => {
    const age = Date.now() - position.timestamp;
    return { coords: position.coords, moment: mono() - (age >= 0 && age <= FRESH_MS ? age : 0) };
  };

  const keep = (share, position) => {
    if (sharing !== share || !share.holds) return;
    share.keptAt = mono();
    share.keptTime = Date.now();
    const { latitude, longitude, accuracy, speed, heading } = position.coords;
    if (accuracy > REFUSED_METERS) {
      notice = say("say.too-rough", { length: length(accuracy) });
      return show(notice);
    }
    const fix = { lat: latitude, lng: longitude, accuracy, timestamp: serverClock.at(position.moment) };
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
      // For this tab only: the others are told by the browser, and it denies a tab that is being closed as well.
      halt();
      wish.set(false);
      tell("denied");
    } else tell("no-position", { time: clockTime(share.keptTime) });
  };

  // A parked phone reports no movement: it is asked.
  const tick = () => {
    const share = sharing;
    if (!share?.holds) return;
    if (mono() - share.keptAt < SEND_EVERY_MS) return send();
    const latest = share.latest;
    share.latest = null;
    if (latest && mono() - latest.moment < FRESH_MS) return keep(share, latest);
    if (!share.asking) {
      share.asking = true;
      const done = (then) => (value) => {
        share.asking = false;
        then(share, value);
      };
      navigator.geolocation.getCurrentPosition(done((asker, position) => keep(asker, received(position))), done(failed), { enableHighAccuracy: true, maximumAge: FRESH_MS, timeout: 30000 });
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

  const tabs = window.BroadcastChannel ? new BroadcastChannel("freight-sharing-" + own) : null;

  // Of the tabs that show this load, one shares: the one that was looked at last, and when it is closed, the next.
  // Without locks each shares by itself, and the service takes one fix of each moment.
  const claim = (share, steal) => {
    const turn = ++share.turn;
    const isMine = () => sharing === share && share.turn === turn;
    const begin = () => {
      share.holds = true;
      share.keptAt = NEVER;
      queue.load();
      tell("waiting-for-phone");
      watch(share);
    };
    if (!navigator.locks) return begin();
    share.stop.abort(); // an earlier claim that still waits
    share.stop = new AbortController();
    if (!steal) tell("other-tab");
    const held = () => {
      if (!isMine()) return undefined;
      begin();
      return new Promise((resolve) => (share.release = resolve));
    };
    navigator.locks.request("freight-sharing-" + own, steal ? { steal } : { signal: share.stop.signal }, held).catch(() => {
      if (!isMine() || !share.holds) return;
      // Another tab is looked at now.
      unwatch(share);
      queue.leaveToOthers();
      claim(share, false);
      showWaiting();
    });
  };

  const watch = (share) => {
    share.watch = navigator.geolocation.watchPosition(
      (position) => {
        if (share.keptAt === NEVER) keep(share, received(position));
        else share.latest = received(position);
      },
      (error) => failed(share, error),
      { enableHighAccuracy: true, maximumAge: 10000 },
    );
    share.timer = setInterval(tick, 5000);
    keepScreenOn(share);
    showWaiting();
  };

  const unwatch = (share) => {
    if (!share.holds) return;
    share.holds = false;
    navigator.geolocation.clearWatch(share.watch);
    clearInterval(share.timer);
    share.awake?.release();
    share.awake = null;
  };

  const start = (steal = true) => {
    if (ended || sharing) return;
    const share = { turn: 0, stop: new AbortController(), keptTime: Date.now(), keptAt: NEVER, latest: null, holds: false, sending: false, asking: false, retryAt: 0, pause: FIRST_PAUSE_MS, awake: null };
    sharing = share;
    wish.set(true);
    tabs?.postMessage("started");
    button.setAttribute("aria-pressed", "true");
    button.textContent = say("say.sharing");
    document.querySelector("[data-consent]").open = false;
    claim(share, steal);
    copy.keep();
    showWaiting();
  };

  const halt = () => {
    const share = sharing;
    sharing = null;
    if (!share) return;
    share.stop.abort();
    unwatch(share);
    share.release?.();
    button.setAttribute("aria-pressed", "false");
    button.textContent = say("say.share");
    showWaiting();
  };

  const stop = () => {
    halt();
    copy.forget();
    wish.set(false);
    tabs?.postMessage("stopped");
    tell("stopped-at", { time: clockTime() });
  };

  // For good: nothing of the load stays in the phone.
  const end = () => {
    if (ended) return;
    ended = true;
    halt();
    copy.forget();
    wish.set(false);
    queue.clear();
    tabs?.postMessage("stopped");
    const farewell = document.createElement("p");
    farewell.className = "ended";
    farewell.setAttribute("role", "status");
    farewell.textContent = say("say.ended");
    document.querySelector("[data-sharing]")?.replaceChildren(farewell);
    for (const address of main.querySelectorAll(".address, .directions, .window, .cargo, .stops li p:not(.what)")) address.remove();
  };

  const look = () => {
    if (main.querySelector("[data-ended]")) end();
    else if (sharing) copy.keep();
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
      if (!sharing.holds) return claim(sharing, true);
      keepScreenOn(sharing);
      tick();
    });
    tabs?.addEventListener("message", ({ data }) => {
      if (data === "started") start(false);
      if (data === "stopped" && !ended) {
        if (sharing) halt();
        history.replaceState({ ...history.state, sharing: null }, "");
        tell("stopped");
      }
    });
    queue.load();
    if (wish.isSet()) start();
    else showWaiting();
  }
})();
