"use strict";
// Keeps a page current without ever loading it again: puts what the server sends in place of what differs. All
// tabs of a browser share the one stream of worker.js; where there are no shared workers, as on most phones, a
// page opens a stream of its own while it is looked at.
const follow = ({ before = () => {}, after = () => {}, ended = () => {}, serverTime = () => {} } = {}) => {
  const main = document.querySelector("main[data-follow]");
  if (!main) return;
  const SILENT_MS = 40000; // the server beats every 15 seconds
  const topic = location.pathname.slice(1);
  let version = main.dataset.version;
  let heardAt = Date.now();
  let over = false;
  let channel = null;

  const time = (millis) => new Date(millis).toLocaleTimeString([], { hour: "numeric", minute: "2-digit" });
  const showLive = () => {
    const live = main.querySelector("[data-live]");
    if (!live) return;
    const lost = Date.now() - heardAt > SILENT_MS;
    const text = lost ? "No connection since " + time(heardAt) : live.dataset.word;
    live.hidden = over || (!lost && !channel);
    if (live.textContent !== text) live.textContent = text;
    live.classList.toggle("lost", lost);
    main.classList.toggle("cut-off", lost && !over);
  };

  // Only what differs is touched: a selection, the focus and opened details stay.
  const patch = (old, fresh) => {
    if (old.isEqualNode(fresh)) return;
    if (old.nodeName !== fresh.nodeName || old.nodeType !== fresh.nodeType) return old.replaceWith(fresh);
    if (old.nodeType !== Node.ELEMENT_NODE) return void (old.nodeValue = fresh.nodeValue);
    for (const { name } of [...old.attributes]) {
      const kept = name === "open" || name === "hidden" || fresh.hasAttribute(name);
      if (!kept) old.removeAttribute(name);
    }
    for (const { name, value } of fresh.attributes) {
      if (name !== "hidden" && old.getAttribute(name) !== value) old.setAttribute(name, value);
    }
    const [olds, news] = [[...old.childNodes], [...fresh.childNodes]];
    if (olds.length !== news.length) return old.replaceChildren(...news);
    olds.forEach((node, i) => patch(node, news[i]));
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
    if (redraw && !wholePage) catchUp();
  };

  const catchUp = async () => {
    try {
      const answer = await fetch(location.pathname, { cache: "no-store" });
      if (!answer.ok) return;
      heardAt = Date.now();
      const markup = await answer.text();
      version = markup.match(/data-version="(\w*)"/)?.[1] ?? version;
      apply(markup, true);
    } catch {
      // The line that says so is shown by showLive.
    }
  };

  const heard = ({ kind, markup, id, now }) => {
    if (kind === "lost") return;
    heardAt = Date.now();
    if (now) serverTime(now);
    if (kind === "update") {
      version = id;
      apply(markup);
    }
    if (kind === "end") {
      over = true;
      close();
      ended();
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
      source.addEventListener("error", again);
    };
    open();
    return () => (clearTimeout(retry), source.close());
  };

  const sharedStream = () => {
    const worker = new SharedWorker("/live.js", "freight-live");
    let direct = null;
    worker.onerror = () => (direct = direct || ownStream());
    const tell = () => worker.port.postMessage({ endpoint: "/live", topic, version });
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
    if (channel || over) return;
    channel = window.SharedWorker ? sharedStream() : ownStream();
    showLive();
  };
  const close = () => {
    if (channel) channel();
    channel = null;
  };

  // A hidden page closes its stream, and opens it again when it becomes visible.
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") open();
    else close();
  });
  addEventListener("pagehide", close);
  addEventListener("pageshow", open);
  setInterval(() => {
    if (over || document.visibilityState !== "visible") return;
    showLive();
    if (Date.now() - heardAt > SILENT_MS) catchUp();
  }, 10000);
  if (document.visibilityState === "visible") open();
};
