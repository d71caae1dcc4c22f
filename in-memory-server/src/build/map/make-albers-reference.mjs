// Writes the points that AlbersUsaTest compares with: lat, lng, and where d3-geo's geoAlbersUsa puts them
// (empty where it draws nothing). Scale and translation are those of make-us-outline.mjs.
//
//   npm install --no-package-lock && npm run reference
import { writeFileSync } from "node:fs";
import { geoAlbersUsa } from "d3-geo";

const project = geoAlbersUsa().scale(1300).translate([487.5, 305]);
const named = {
  "Dallas TX": [32.7767, -96.797], "Chicago IL": [41.8781, -87.6298], "Seattle WA": [47.6062, -122.3321],
  "Miami FL": [25.7617, -80.1918], "New York NY": [40.7128, -74.006], "Los Angeles CA": [34.0522, -118.2437],
  "Eastport ME": [44.9062, -66.99], "Key West FL": [24.5551, -81.78], "Anchorage AK": [61.2181, -149.9003],
  "Juneau AK": [58.3019, -134.4197], "Utqiagvik AK": [71.2906, -156.7886], "Adak AK": [51.88, -176.6581],
  "Attu AK, beyond the date line": [52.9, 172.9], "Honolulu HI": [21.3069, -157.8583], "Hilo HI": [19.7071, -155.0885],
  "Toronto ON": [43.6532, -79.3832], "Monterrey NL": [25.6866, -100.3161], "Mexico City": [19.4326, -99.1332],
  "San Juan PR": [18.4655, -66.1057], "Hagatna GU": [13.4745, 144.7504], "London": [51.5072, -0.1276],
  "north pole": [90, 0], "centre of the lower 48": [38.7, -96.6], "antipode of it": [-38.7, 83.4],
};
const rows = Object.entries(named).map(([name, [lat, lng]]) => [name, lat, lng]);
let seed = 42;
const random = () => (seed = (seed * 1103515245 + 12345) % 2147483648) / 2147483648;
const digits = (v) => Math.round(v * 1e5) / 1e5;
const boxes = [[24, 50, -126, -66, 40], [52, 72, -170, -130, 15], [18, 23, -161, -154, 8], [-90, 90, -180, 180, 20]];
for (const [south, north, west, east, count] of boxes) {
  for (let i = 0; i < count; i++) {
    rows.push(["", digits(south + random() * (north - south)), digits(west + random() * (east - west))]);
  }
}
const lines = rows.map(([name, lat, lng]) => {
  const at = project([lng, lat]);
  return `${name.replace(",", "")},${lat},${lng},${at ? at[0] : ""},${at ? at[1] : ""}`;
});
const target = new URL("../../test/resources/io/freightsdk/server/web/map/albers-reference.csv", import.meta.url);
writeFileSync(target, ["name,lat,lng,x,y", ...lines, ""].join("\n"));
console.log(`${lines.length} points`);
