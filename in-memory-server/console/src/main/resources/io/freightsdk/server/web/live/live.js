// Keeps a page current without ever loading it again: puts what the server sends in place of what differs. All
// tabs of a browser share the one stream of worker.js; where there are no shared workers, as on most phones, a
// page opens a stream of its own while it is looked at. What it shows is what a fresh visit would show, or it says since
// when it is not. Spans are measured by the monotonic clock, because a phone's time of day may jump.

// The page's words.
const texts = JSON.parse(document.querySelector("main[data-texts]")?.dataset.texts ?? "{}");
const say = (key, values = {}) => texts[key].replace(/\{(\w+)}/g, (slot, name) => values[name] ?? slot);

const follow = ({ before = () => {}, after = () => {}, gone, serverTime = () => {} } = {}) => {
  const main = document.querySelector("main[data-version]");
  if (!main) return;
  const SILENT_MS = 40000; // the server beats every 15 seconds
  const TICK_MS = 10000;
  const LOOK_AGAIN_MS = 60000; // for a load that the server does not know
  const topic = location.pathname.split("/").slice(-2).join("/");
  const mono = () => performance.now();
  let version = main.dataset.version;
  let heardAt = mono();
  let heardTime = Date.now(); // only to be shown
  let openedAt = mono();
  let lookedAt = 0;
  let missing = false; // the server answers and does not know the page
  let broken = false; // the stream broke off, and nothing was heard since
  let channel = null;

  const time = (millis) => {
    const at = new Date(millis);
    const day = at.toDateString() === new Date().toDateString() ? {} : { month: "short", day: "numeric" };
    return at.toLocaleString(document.documentElement.lang, { ...day, hour: "numeric", minute: "2-digit", timeZoneName: "short" });
  };
  const heardNow = () => {
    broken = false;
    heardAt = mono();
    heardTime = Date.now();
  };
  const showLive = () => {
    const live = main.querySelector("[data-live]");
    if (!live) return;
    const silent = mono() - heardAt > SILENT_MS;
    const old = silent || broken;
    const lost = silent && mono() - openedAt > SILENT_MS;
    const word = old ? say("live.updating") : channel ? live.dataset.word : "";
    const text = missing ? say("live.unknown", { time: time(heardTime) }) : lost ? say("live.lost", { time: time(heardTime) }) : word;
    live.hidden = !text;
    if (live.textContent !== text) live.textContent = text;
    live.classList.toggle("lost", lost || missing);
    main.classList.toggle("cut-off", old || missing);
  };

  const apply = (markup, wholePage = false) => {
    const fresh = new DOMParser().parseFromString(markup, "text/html");
    const frame = fresh.querySelector("[data-frame]");
    const shown = main.querySelector("[data-frame]");
    const heading = () => main.querySelector("h1").textContent;
    const said = heading();
    const redraw = frame && shown && frame.dataset.frame !== shown.dataset.frame;
    before(main);
    if (wholePage && redraw) shown.replaceWith(document.adoptNode(frame));
    for (const region of fresh.querySelectorAll("[data-region]")) {
      const old = main.querySelector(`[data-region="${region.dataset.region}"]`);
      if (old && !(redraw && region.dataset.region === "load")) patch(old, document.adoptNode(region));
    }
    if (heading() !== said) {
      main.querySelector("[data-announce]").textContent = heading();
      document.title = document.title.split(" · ")[0] + " · " + heading();
    }
    showLive();
    after(main);
    // The load left the picture: its map is drawn again.
    if (redraw && !wholePage) look();
  };

  // What a fresh visit would show now.
  const look = async () => {
    lookedAt = mono();
    let answer, markup;
    try {
      answer = await fetch(location.pathname, { cache: "no-store" });
      markup = await answer.text();
    } catch {
      return showLive();
    }
    if (answer.status === 404 || answer.status === 410) return leave(answer.status, markup);
    if (!answer.ok) return showLive();
    if (missing && !gone) return location.reload();
    missing = false;
    heardNow();
    version = markup.match(/data-version="(\w*)"/)?.[1] ?? version;
    apply(markup, true);
    if (document.visibilityState === "visible") open();
  };

  // There is no such page now. A server that was started again, or restored, may know it later.
  const leave = (status, markup) => {
    close();
    const known = !missing;
    if (known) heardTime = Date.now();
    missing = true;
    showLive();
    if (gone) return gone(status);
    if (!known) return;
    const fresh = new DOMParser().parseFromString(markup, "text/html");
    document.title = fresh.title;
    document.body.replaceChildren(...document.adoptNode(fresh.body).childNodes);
  };

  const heard = ({ kind, markup, id, now }) => {
    if (kind === "lost") {
      broken = true;
      return showLive();
    }
    if (kind === "end") {
      close();
      return void look();
    }
    heardNow();
    if (now) serverTime(now);
    if (kind === "update") {
      version = id;
      apply(markup);
    }
    showLive();
  };

  const ownStream = () => {
    let source = null;
    let retry = null;
    let pause = 2000;
    const open = () => {
      source = new EventSource(location.pathname + "/events?v=" + version);
      source.addEventListener("beat", ({ data }) => {
        pause = 2000;
        heard({ kind: "beat", now: Number(data) });
      });
      source.addEventListener("update", ({ data, lastEventId }) =>
        heard({ kind: "update", markup: data, id: lastEventId.split("!")[1] }),
      );
      source.addEventListener("end", () => heard({ kind: "end" }));
      const again = () => {
        source.close();
        retry = setTimeout(open, pause);
        pause = Math.min(2 * pause, 60000);
      };
      source.addEventListener("busy", again);
      source.addEventListener("error", () => {
        again();
        heard({ kind: "lost" });
      });
    };
    open();
    return () => (clearTimeout(retry), source.close());
  };

  const sharedStream = () => {
    const worker = new SharedWorker("../live.js", "freight-live");
    let direct = null;
    worker.onerror = () => (direct = direct || ownStream());
    const endpoint = new URL("../live", location.href).pathname;
    const tell = () => worker.port.postMessage({ endpoint, topic, version });
    worker.port.onmessage = ({ data }) => heard(data);
    tell();
    const here = setInterval(tell, 20000);
    return () => {
      clearInterval(here);
      if (direct) direct();
      worker.port.postMessage({ off: true });
    };
  };

  const open = () => {
    if (channel || missing) return;
    openedAt = mono();
    channel = window.SharedWorker ? sharedStream() : ownStream();
    showLive();
  };
  const close = () => {
    if (channel) channel();
    channel = null;
  };

  // A hidden page closes its stream, and opens it again when it becomes visible.
  const wake = () => (missing ? look() : open());
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") wake();
    else close();
  });
  addEventListener("pagehide", close);
  addEventListener("pageshow", wake);
  let ticked = Date.now();
  setInterval(() => {
    // The monotonic clock of some devices stands still while they sleep; the time of day does not.
    const slept = Math.abs(Date.now() - ticked) > 3 * TICK_MS;
    ticked = Date.now();
    if (document.visibilityState !== "visible") return;
    showLive();
    const due = missing ? mono() - lookedAt > LOOK_AGAIN_MS : slept || !channel || mono() - heardAt > SILENT_MS;
    if (due) look();
  }, TICK_MS);
  if (document.visibilityState === "visible") open();
};
