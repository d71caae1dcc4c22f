// A load's life looked at again: a moment is dragged to on the axis, stepped to or played. What came later is not shown.
const replay = { load: "", at: null, timer: null, show: () => {} };
const leaveMoment = () => {
  const wasLeft = replay.at !== null;
  clearInterval(replay.timer);
  Object.assign(replay, { load: "", at: null, timer: null });
  if (wasLeft) replay.show();
};

// Stops with their fences and the fixes between them, without a map: east to the right, a mile as long as a mile.
const sketch = (load, fixes) => {
  const places = load.stops.filter((stop) => (stop.lat ?? null) !== null).map((stop) => ({ ...stop, lat: Number(stop.lat), lng: Number(stop.lng) }));
  const driven = fixes.filter((fix) => fix.accepted).map((fix) => ({ lat: Number(fix.lat), lng: Number(fix.lng) }));
  const all = [...places, ...driven];
  if (places.length === 0 || all.length < 2) return null;
  const narrow = Math.cos((all[0].lat * Math.PI) / 180);
  const [west, east, south, north] = [Math.min(...all.map((one) => one.lng)), Math.max(...all.map((one) => one.lng)), Math.min(...all.map((one) => one.lat)), Math.max(...all.map((one) => one.lat))];
  const scale = Math.min((WIDTH - 40) / Math.max((east - west) * narrow, 0.01), 110 / Math.max(north - south, 0.01));
  const xy = ({ lat, lng }) => [WIDTH / 2 + (Number(lng) - (west + east) / 2) * narrow * scale, 75 - (Number(lat) - (south + north) / 2) * scale];
  const every = Math.ceil(driven.length / 500);
  const line = driven.filter((one, i) => i % every === 0 || i === driven.length - 1).map((one) => xy(one).map((value) => value.toFixed(1)).join(" "));
  const label = (stop) => {
    const [cx, cy] = xy(stop);
    const right = cx < WIDTH * 0.75;
    const text = svg("text", { x: cx + (right ? 12 : -12), y: cy + 4, "text-anchor": right ? "start" : "end" });
    text.textContent = plain(short(stop.sequence + " " + stop.city, 24));
    return text;
  };
  const truck = svg("circle", { class: "call", r: 6, "data-truck": "" });
  const drawn = svg(
    "svg",
    { class: "axis sketch", viewBox: "0 0 " + WIDTH + " 150", role: "img", "aria-label": "Where the truck was" },
    svg("path", { class: "lane way", d: "M" + places.map((stop) => xy(stop).map((value) => value.toFixed(1)).join(" ")).join("L") }),
    ...(line.length ? [svg("path", { class: "lane driven", d: "M" + line.join("L") })] : []),
    ...places.map((stop) => {
      const [cx, cy] = xy(stop);
      return titled("circle", { class: "place", cx, cy, r: Math.max(5, ((stop.radiusMeters ?? 0) / 111195) * scale) }, "Stop " + stop.sequence + ", " + stop.city);
    }),
    ...(places.length <= 6 ? places.map(label) : []),
    truck,
  );
  const move = (fix) => {
    truck.style.display = fix ? "" : "none";
    if (!fix) return;
    const [cx, cy] = xy(fix);
    truck.setAttribute("cx", cx.toFixed(1));
    truck.setAttribute("cy", cy.toFixed(1));
  };
  return { drawn, move };
};

const replayOf = (load, fixes, calls, chart) => {
  const times = [...new Set([load.createdAt, load.deliveredAt, ...fixes.map((fix) => fix.ts), ...calls.map((call) => call.at)].filter(Boolean).map(Date.parse))].sort((a, b) => a - b);
  const [first, last] = [times[0], times.at(-1)];
  const place = sketch(load, fixes);
  // Only the newest are explained.
  const explainedKept = fixes.length - refusedOf(fixes);
  const everKept = (explainedKept < load.pingCount ? "the newest " : "") + count(explainedKept);
  const cursor = svg("path", { class: "cursor", d: "" });
  chart.drawing.append(cursor);
  const moment = element("input", { type: "range", min: first, max: last, step: Math.max(1, (last - first) / 200), "data-key": "moment", "aria-label": "Moment" });
  const told = element("p", { class: "events", "data-moment": "" });
  const play = element("button", { type: "button", "data-key": "play" }, "Play");
  const speed = element("select", { "data-key": "play-speed", "aria-label": "Speed" }, [60, 600, 3600, 36000].map((times_) => element("option", { value: times_, selected: times_ === 3600 && "" }, count(times_) + "x")));
  const back = element("button", { type: "button", "data-key": "step-back" }, "Event before");
  const next = element("button", { type: "button", "data-key": "step" }, "Next event");
  const now = element("button", { type: "button", "data-key": "now" }, "Now");

  replay.show = () => {
    const isNow = replay.at === null;
    const at_ = isNow ? last : replay.at;
    const seen = fixes.filter((fix) => Date.parse(fix.ts) <= at_);
    const made = calls.filter((call) => Date.parse(call.at) <= at_);
    const kept = seen.filter((fix) => fix.accepted);
    const taken = kept.at(-1);
    const refused = seen.length - kept.length;
    const status = isNow ? load.status : taken?.statusAfter ?? "PLANNED";
    const cost = made.reduce((sum, call) => sum + Number(call.chargeUsd ?? 0), 0);
    const newest = taken && (isNow || Date.parse(taken.ts) === at_) ? taken.events.join(". ") : "";
    told.textContent = plain([(isNow ? "Now: " : time(new Date(at_).toISOString()) + ": ") + words(status), count(kept.length) + " of " + everKept + " positions" + (refused ? ", " + count(refused) + " refused" : ""), made.length + " of " + calls.length + " calls, " + usd(cost) + " USD", newest].filter(Boolean).join(". ") + ".");
    const x = chart.x(at_).toFixed(1);
    cursor.setAttribute("d", isNow ? "" : "M" + x + " 4V124");
    moment.value = at_;
    moment.setAttribute("aria-valuetext", time(new Date(at_).toISOString()));
    play.textContent = replay.timer ? "Stop" : "Play";
    back.disabled = at_ <= first;
    next.disabled = now.disabled = isNow;
    place?.move(taken);
    showFixes(seen);
  };
  const look = (at_) => {
    if (at_ === null || at_ >= last) return leaveMoment();
    Object.assign(replay, { load: load.loadNumber, at: Math.max(first, at_) });
    replay.show();
  };
  const halt = () => {
    clearInterval(replay.timer);
    replay.timer = null;
  };
  moment.addEventListener("input", () => (halt(), look(Number(moment.value))));
  back.addEventListener("click", () => (halt(), look(times.filter((one) => one < (replay.at ?? last)).at(-1) ?? first)));
  next.addEventListener("click", () => (halt(), look(times.find((one) => one > replay.at) ?? null)));
  now.addEventListener("click", () => {
    leaveMoment();
    refreshSafely();
  });
  play.addEventListener("click", () => {
    if (replay.timer) return halt(), replay.show();
    look(replay.at ?? first);
    let ticked = performance.now();
    replay.timer = setInterval(() => {
      if (!moment.isConnected) return leaveMoment();
      const passed = performance.now() - ticked;
      ticked = performance.now();
      look(replay.at + passed * Number(speed.value));
    }, 100);
    replay.show();
  });
  // The axis itself can be dragged on; its calls stay links.
  const drag = (event) => {
    if (event.buttons !== 1) return;
    halt();
    const box = chart.drawing.getBoundingClientRect();
    look(chart.time(((event.clientX - box.left) / box.width) * WIDTH));
  };
  chart.drawing.addEventListener("pointerdown", (event) => !event.target.closest("a") && drag(event));
  chart.drawing.addEventListener("pointermove", (event) => replay.at !== null && drag(event));
  replay.show();
  return [moment, element("p", { class: "row" }, back, next, play, speed, now), told, place ? place.drawn : ""];
};
