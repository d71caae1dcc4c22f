// Makes streets-worker.js: roads and water of a PMTiles file as SVG paths of one picture.
//
//   pmtiles              finds tiles in the file by range requests   (BSD-3-Clause, Protomaps)
//   @mapbox/vector-tile  reads what is in them, with pbf             (BSD-3-Clause, Mapbox)
//
//   npm install --no-package-lock && npm run streets
//
// A worker, because the pages' policy allows no second script, and because a city is a second's work. It is told a
// picture ({ view, lat, lng, unitsPerMeter, width, height }, as Frame.java) and answers { view, paths, labels, credit }.
import { VectorTile } from "@mapbox/vector-tile";
import { PbfReader } from "pbf";
import { PMTiles } from "pmtiles";

const EARTH_RADIUS_METERS = 6371000;
const TILE_UNITS = 480; // about as wide as a tile is drawn
const MOST_TILES = 48;
const MOST_LENGTH = 400000; // of path data: more is no map any more
const MOST_LABELS = 10;
const BLEED = 40;
const RADIANS = Math.PI / 180;

// What is drawn, by the names that Protomaps, OpenMapTiles, Shortbread, Mapbox and Natural Earth give it.
const ROADS = /^(transportation|streets?|.*roads?.*)$/;
const NUMBERS = /^(transportation_name|street_labels|.*roads?.*)$/;
const WATER = /^(water|ocean|lakes?|water_polygons|.*_(ocean|lakes))$/;
const CLASSES = {
  highway: /^(highway|motorway|trunk|major highway|beltway|interstate|freeway|tollway)$/,
  major: /^(major_road|primary|secondary|secondary highway|federal|main|road)$/,
  minor: /^(minor_road|minor|tertiary|residential|unclassified|living_street|street|street_limited)$/,
};
const roadClass = (properties) => {
  const kind = String(properties.kind ?? properties.class ?? properties.highway ?? properties.type ?? "").toLowerCase().replace(/_link$/, "");
  return Object.keys(CLASSES).find((name) => CLASSES[name].test(kind));
};
const roadNumber = ({ ref, shield_text, prefix, number, name }) => {
  const numbered = number ? [prefix, number].filter(Boolean).join(" ") : name;
  const text = String(ref ?? shield_text ?? numbered ?? "").split(";")[0];
  return /\d/.test(text) && text.length <= 7 ? text : null;
};

// Lambert's azimuthal equal-area projection, as Frame.java (Snyder, formulas 24-2 to 24-4 and 20-14, 20-15, 24-16).
const projection = ({ lat, lng, unitsPerMeter, width, height }) => {
  const scale = EARTH_RADIUS_METERS * unitsPerMeter;
  const [sinMiddle, cosMiddle] = [Math.sin(lat * RADIANS), Math.cos(lat * RADIANS)];
  return {
    toPicture: (lngAt, latAt) => {
      const [sinLat, cosLat, east] = [Math.sin(latAt * RADIANS), Math.cos(latAt * RADIANS), (lngAt - lng) * RADIANS];
      const k = scale * Math.sqrt(2 / Math.max(1 + sinMiddle * sinLat + cosMiddle * cosLat * Math.cos(east), 1e-9));
      return [width / 2 + k * cosLat * Math.sin(east), height / 2 - k * (cosMiddle * sinLat - sinMiddle * cosLat * Math.cos(east))];
    },
    toEarth: (x, y) => {
      const [dx, dy] = [(x - width / 2) / scale, (height / 2 - y) / scale];
      const distance = Math.hypot(dx, dy);
      if (distance === 0) return [lng, lat];
      const c = 2 * Math.asin(Math.min(1, distance / 2));
      const [sinC, cosC] = [Math.sin(c), Math.cos(c)];
      const east = Math.atan2(dx * sinC, distance * cosMiddle * cosC - dy * sinMiddle * sinC);
      return [lng + east / RADIANS, Math.asin(cosC * sinMiddle + (dy * sinC * cosMiddle) / distance) / RADIANS];
    },
  };
};

const tileX = (lng, z) => ((lng + 180) / 360) * 2 ** z;
const tileY = (lat, z) => ((1 - Math.asinh(Math.tan(lat * RADIANS)) / Math.PI) / 2) * 2 ** z;
const lngOf = (x, z) => (x / 2 ** z) * 360 - 180;
const latOf = (y, z) => Math.atan(Math.sinh(Math.PI * (1 - (2 * y) / 2 ** z))) / RADIANS;

// The tiles of the deepest level that the picture can show and the file has.
const tilesOf = (picture, { minZoom, maxZoom }) => {
  const { toEarth } = projection(picture);
  const around = 2 * Math.PI * EARTH_RADIUS_METERS * Math.cos(picture.lat * RADIANS) * picture.unitsPerMeter;
  const z = Math.max(minZoom, Math.min(maxZoom, Math.round(Math.log2(around / TILE_UNITS))));
  const edge = [];
  for (let i = 0; i <= 8; i++) {
    for (const [x, y] of [[i / 8, 0], [i / 8, 1], [0, i / 8], [1, i / 8]]) edge.push(toEarth(x * picture.width, y * picture.height));
  }
  const xs = edge.map(([lng]) => Math.floor(tileX(lng, z)));
  const ys = edge.map(([, lat]) => Math.floor(tileY(Math.max(-85, Math.min(85, lat)), z)));
  const tiles = [];
  for (let x = Math.min(...xs); x <= Math.max(...xs); x++) {
    for (let y = Math.max(0, Math.min(...ys)); y <= Math.min(2 ** z - 1, Math.max(...ys)); y++) tiles.push({ z, x, y });
  }
  return tiles.length > MOST_TILES ? [] : tiles;
};

// Path data in whole units and relative steps; parts that lie beside the picture are left out.
const draw = (points, { width, height }, closed) => {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  const beside = Math.max(...xs) < -BLEED || Math.min(...xs) > width + BLEED || Math.max(...ys) < -BLEED || Math.min(...ys) > height + BLEED;
  if (beside) return "";
  let [x, y] = points[0].map(Math.round);
  let path = "";
  for (const point of points) {
    const [toX, toY] = point.map(Math.round);
    if (Math.abs(toX - x) + Math.abs(toY - y) < 2 && point !== points[points.length - 1]) continue;
    if (toX === x && toY === y) continue;
    path += (path ? " " : "l") + (toX - x) + " " + (toY - y);
    [x, y] = [toX, toY];
  }
  return path && "M" + points[0].map(Math.round).join(" ") + path + (closed ? "z" : "");
};

const streets = async (picture) => {
  const file = new PMTiles(new URL("streets.pmtiles", location.href).href);
  const header = await file.getHeader();
  const { toPicture } = projection(picture);
  const miles = picture.width / picture.unitsPerMeter / 1609.344;
  const shown = miles > 900 ? ["highway"] : miles > 60 ? ["highway", "major"] : ["highway", "major", "minor"];
  const paths = { water: "", minor: "", major: "", highway: "" };
  const labels = [];
  const add = (name, part) => {
    if (paths[name].length + part.length < MOST_LENGTH) paths[name] += part;
  };
  for (const { z, x, y } of tilesOf(picture, header)) {
    const tile = await file.getZxy(z, ((x % 2 ** z) + 2 ** z) % 2 ** z, y);
    if (!tile) continue;
    const { layers } = new VectorTile(new PbfReader(new Uint8Array(tile.data)));
    for (const [name, layer] of Object.entries(layers)) {
      const [roads, numbers, water] = [ROADS.test(name), NUMBERS.test(name), WATER.test(name)];
      if (!roads && !numbers && !water) continue;
      for (let i = 0; i < layer.length; i++) {
        const feature = layer.feature(i);
        const isWater = water && feature.type === 3 && miles < 900;
        const kind = feature.type === 2 && !water ? roadClass(feature.properties) : undefined;
        if (!isWater && !shown.includes(kind)) continue;
        for (const line of feature.loadGeometry()) {
          const points = line.map((p) => toPicture(lngOf(x + p.x / layer.extent, z), latOf(y + p.y / layer.extent, z)));
          if (isWater) add("water", draw(points, picture, true));
          else if (roads) add(kind, draw(points, picture, false));
          const number = numbers && kind === "highway" ? roadNumber(feature.properties) : null;
          if (number) label(labels, number, points[points.length >> 1], picture);
        }
      }
    }
  }
  const { attribution = "" } = (await file.getMetadata()) ?? {};
  const credit = attribution.replace(/<[^>]*>/g, "").replace(/&copy;|&#169;/g, "©").replace(/&amp;/g, "&").trim().slice(0, 200);
  return { paths, labels, credit };
};

// A road's number once, and far from the others.
const label = (labels, text, [x, y], { width, height }) => {
  const inside = x > 60 && y > 40 && x < width - 60 && y < height - 40;
  const near = labels.some((other) => other.text === text || Math.hypot(other.x - x, other.y - y) < 150);
  if (inside && !near && labels.length < MOST_LABELS) labels.push({ text, x: Math.round(x), y: Math.round(y) });
};

onmessage = ({ data }) => {
  const { view } = data;
  streets(data).then(
    (drawn) => postMessage({ view, ...drawn }),
    (failure) => postMessage({ view, failure: String(failure.message ?? failure) }),
  );
};
