// Keeps a page current without ever loading it again: reads it every two seconds while somebody looks, and puts what the
// server sends in place of what differs. What it shows is what a fresh visit would show, or it says since when it is not.
// Spans are measured by the monotonic clock, because a phone's time of day may jump.

// The page's words.
const texts = JSON.parse(document.querySelector("main[data-texts]")?.dataset.texts ?? "{}");
const say = (key, values = {}) => texts[key].replace(/\{(\w+)}/g, (slot, name) => values[name] ?? slot);

const follow = ({ before = () => {}, after = () => {}, gone, serverTime = () => {} } = {}) => {
  const main = document.querySelector("main[data-texts]");
  if (!main) return;
  const EVERY_MS = 2000;
  const SILENT_MS = 10000;
  let heardAt = performance.now();
  let heardTime = Date.now(); // only to be shown
  let missing = false; // the server answers and does not know the page
  let reading = false;

  const time = (millis) => {
    const at = new Date(millis);
    const day = at.toDateString() === new Date().toDateString() ? {} : { month: "short", day: "numeric" };
    return at.toLocaleString(document.documentElement.lang, { ...day, hour: "numeric", minute: "2-digit", timeZoneName: "short" });
  };
  const showLive = () => {
    const live = main.querySelector("[data-live]");
    if (!live) return;
    const lost = performance.now() - heardAt > SILENT_MS;
    const text = missing ? say("live.unknown", { time: time(heardTime) }) : lost ? say("live.lost", { time: time(heardTime) }) : live.dataset.word;
    live.hidden = !text;
    if (live.textContent !== text) live.textContent = text;
    live.classList.toggle("lost", lost || missing);
    main.classList.toggle("cut-off", lost || missing);
  };

  const show = (markup) => {
    const fresh = new DOMParser().parseFromString(markup, "text/html");
    const frame = fresh.querySelector("[data-frame]");
    const shown = main.querySelector("[data-frame]");
    const heading = () => main.querySelector("h1").textContent;
    const said = heading();
    before(main);
    // The load left the picture: its map is another one.
    if (frame && shown && frame.dataset.frame !== shown.dataset.frame) shown.replaceWith(document.adoptNode(frame));
    for (const region of fresh.querySelectorAll("[data-region]")) {
      const old = main.querySelector(`[data-region="${region.dataset.region}"]`);
      if (old) patch(old, document.adoptNode(region));
    }
    if (heading() !== said) {
      main.querySelector("[data-announce]").textContent = heading();
      document.title = document.title.split(" · ")[0] + " · " + heading();
    }
    after(main);
  };

  // There is no such page now. A server that was started again may know it later.
  const leave = (status, markup) => {
    const known = !missing;
    if (known) heardTime = Date.now();
    missing = true;
    if (gone) return gone(status);
    if (!known) return;
    const fresh = new DOMParser().parseFromString(markup, "text/html");
    document.title = fresh.title;
    document.body.replaceChildren(...document.adoptNode(fresh.body).childNodes);
  };

  const read = async () => {
    if (reading || document.visibilityState !== "visible") return;
    reading = true;
    try {
      // Says that the page is open: somebody's preview of the link is not.
      const answer = await fetch(location.pathname + "?open=1", { cache: "no-store", signal: AbortSignal.timeout(SILENT_MS) });
      const markup = await answer.text();
      if (answer.status === 404 || answer.status === 410) leave(answer.status, markup);
      else if (answer.ok) {
        if (missing && !gone) return location.reload();
        missing = false;
        heardAt = performance.now();
        heardTime = Date.now();
        serverTime(Date.parse(answer.headers.get("Date")));
        show(markup);
      }
    } catch {
      // Read again in two seconds.
    } finally {
      reading = false;
    }
    showLive();
  };

  document.addEventListener("visibilitychange", read);
  setInterval(read, EVERY_MS);
  read();
};
