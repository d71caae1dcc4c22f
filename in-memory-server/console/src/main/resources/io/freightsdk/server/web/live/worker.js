"use strict";
// Keeps the only event stream of all tabs that show pages of this server: a browser opens at most six connections to a
// server, and the streams of six tabs would use them all. A tab reports every 20 seconds what it shows.
const FORGOTTEN_MS = 65000;
const BEAT_MS = 15000;
const DEAD_MS = 45000; // three beats
const tabs = new Map(); // port -> { endpoint, topic, version, seen }
const streams = new Map(); // endpoint -> { key, source, retry, pause }

const tell = (endpoint, topic, message) => {
  for (const [port, tab] of tabs) {
    if (tab.endpoint !== endpoint || (topic && tab.topic !== topic)) continue;
    if (message.kind === "update") tab.version = message.id;
    port.postMessage(message);
  }
};

const wanted = (endpoint) => {
  const topics = new Map();
  for (const tab of tabs.values()) {
    if (tab.endpoint !== endpoint) continue;
    const known = topics.get(tab.topic);
    // Tabs that show different states of one page: whoever is behind is told by an update for both.
    topics.set(tab.topic, known === undefined || known === tab.version ? tab.version : "");
  }
  return topics;
};

const keyOf = (endpoint) => [...wanted(endpoint).keys()].sort().join();

const open = (endpoint, stream) => {
  const topics = [...wanted(endpoint)].map(([topic, version]) => topic + "!" + version);
  if (topics.length === 0) return;
  const source = new EventSource(endpoint + "?on=" + topics.join(","));
  stream.source = source;
  const again = () => {
    source.close();
    stream.retry = setTimeout(() => open(endpoint, stream), stream.pause);
    stream.pause = Math.min(2 * stream.pause, 60000);
  };
  source.addEventListener("beat", ({ data }) => {
    stream.pause = 2000;
    stream.heardAt = performance.now();
    tell(endpoint, null, { kind: "beat", now: Number(data) });
  });
  source.addEventListener("update", ({ data, lastEventId }) => {
    stream.heardAt = performance.now();
    const [topic, id] = lastEventId.split("!");
    tell(endpoint, topic, { kind: "update", markup: data, id });
  });
  source.addEventListener("end", ({ data }) => {
    tell(endpoint, data, { kind: "end" });
    for (const [port, tab] of tabs) if (tab.topic === data) tabs.delete(port);
    // A tab that shows it again later finds no stream of it.
    stream.key = keyOf(endpoint);
    if (wanted(endpoint).size === 0) source.close();
  });
  source.addEventListener("busy", again);
  source.addEventListener("error", () => {
    again();
    tell(endpoint, null, { kind: "lost" });
  });
};

// A stream is opened again only when other pages are to be on it.
const sync = (endpoint) => {
  const stream = streams.get(endpoint) ?? { key: "", pause: 2000 };
  streams.set(endpoint, stream);
  const key = keyOf(endpoint);
  if (key === stream.key) return;
  stream.key = key;
  clearTimeout(stream.retry);
  stream.source?.close();
  stream.openedAt = performance.now();
  open(endpoint, stream);
};

const leave = (port) => {
  const tab = tabs.get(port);
  tabs.delete(port);
  if (tab) sync(tab.endpoint);
};

onconnect = ({ ports: [port] }) => {
  port.onmessage = ({ data }) => {
    if (data.off) return leave(port);
    const before = tabs.get(port);
    tabs.set(port, { ...data, seen: performance.now() });
    const stream = streams.get(data.endpoint);
    const joins = !before && stream?.source && wanted(data.endpoint).get(data.topic) === "";
    // A tab that is behind the others of its page needs the stream to begin again.
    if (joins) stream.key = "";
    sync(data.endpoint);
    // Only a new tab gets this: a tab must not mistake a message of the worker for one of the server.
    if (!before && performance.now() - (stream?.heardAt ?? 0) < BEAT_MS) port.postMessage({ kind: "beat" });
  };
};

setInterval(() => {
  for (const [port, tab] of tabs) if (performance.now() - tab.seen > FORGOTTEN_MS) leave(port);
  // A connection can be dead without anybody being told.
  for (const [endpoint, stream] of streams) {
    if (stream.source?.readyState !== EventSource.OPEN || performance.now() - Math.max(stream.heardAt ?? 0, stream.openedAt) < DEAD_MS) continue;
    stream.key = "";
    sync(endpoint);
  }
}, 20000);
