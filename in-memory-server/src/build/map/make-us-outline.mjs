// Converts us-atlas (ISC, Mike Bostock; data: US Census Bureau, public domain) into us-outline.bin:
// the 50 states and DC, already projected by geoAlbersUsa().scale(1300).translate([487.5, 305]).
//
//   npm install --no-package-lock && npm run outline
//
// Layout, every number a varint (LEB128), signed ones zigzag; coordinates are hundredths of a map unit:
//   arcs:   count, then per arc: points, then per point dx, dy from the point before (the first from 0, 0)
//   states: count, then per state: two letters, label x, label y, rings, then per ring: arcs, then per arc
//           a signed index (i forwards, ~i backwards); consecutive arcs share their end point
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { geoPath } from "d3-geo";
import { feature } from "topojson-client";

const POSTAL = Object.fromEntries(
  ("01AL 02AK 04AZ 05AR 06CA 08CO 09CT 10DE 11DC 12FL 13GA 15HI 16ID 17IL 18IN 19IA 20KS 21KY 22LA 23ME " +
    "24MD 25MA 26MI 27MN 28MS 29MO 30MT 31NE 32NV 33NH 34NJ 35NM 36NY 37NC 38ND 39OH 40OK 41OR 42PA 44RI " +
    "45SC 46SD 47TN 48TX 49UT 50VT 51VA 53WA 54WV 55WI 56WY")
    .split(" ")
    .map((s) => [s.slice(0, 2), s.slice(2)]),
);

const require = createRequire(import.meta.url);
const atlas = JSON.parse(readFileSync(require.resolve("us-atlas/states-albers-10m.json")));
const { scale, translate } = atlas.transform;
const bytes = [];
const unsigned = (n) => {
  for (; n > 127; n = Math.floor(n / 128)) bytes.push((n % 128) | 128);
  bytes.push(n);
};
const signed = (n) => unsigned(n < 0 ? -2 * n - 1 : 2 * n);
const hundredths = (v) => Math.round(v * 100);

unsigned(atlas.arcs.length);
for (const arc of atlas.arcs) {
  let x = 0;
  let y = 0;
  const points = arc.map(([dx, dy]) => [
    hundredths((x += dx) * scale[0] + translate[0]),
    hundredths((y += dy) * scale[1] + translate[1]),
  ]);
  unsigned(points.length);
  let [px, py] = [0, 0];
  for (const [qx, qy] of points) {
    signed(qx - px);
    signed(qy - py);
    [px, py] = [qx, qy];
  }
}

const states = atlas.objects.states.geometries
  .filter((g) => g.type && POSTAL[g.id])
  .sort((a, b) => (POSTAL[a.id] < POSTAL[b.id] ? -1 : 1));
unsigned(states.length);
for (const state of states) {
  const polygons = state.type === "Polygon" ? [state.arcs] : state.arcs;
  const path = geoPath();
  const biggest = feature(atlas, state).geometry;
  const shapes = (biggest.type === "Polygon" ? [biggest.coordinates] : biggest.coordinates).map((c) => ({
    type: "Polygon",
    coordinates: c,
  }));
  shapes.sort((a, b) => path.area(b) - path.area(a));
  const [labelX, labelY] = path.centroid(shapes[0]);
  for (const letter of POSTAL[state.id]) bytes.push(letter.charCodeAt(0));
  signed(hundredths(labelX));
  signed(hundredths(labelY));
  const rings = polygons.flat();
  unsigned(rings.length);
  for (const ring of rings) {
    unsigned(ring.length);
    ring.forEach(signed);
  }
}

const target = new URL("../../main/resources/io/freightsdk/server/web/map/us-outline.bin", import.meta.url);
writeFileSync(target, Uint8Array.from(bytes));
console.log(`${states.length} states, ${atlas.arcs.length} arcs, ${bytes.length} bytes`);
