// Writes what the server's pages take from others: Leaflet as it is, and the outlines of the states as GeoJSON.
// Run by hand (npm ci && npm run build); the results are committed.
import { readFileSync, writeFileSync } from 'node:fs';
import { feature } from 'topojson-client';
import { presimplify, quantile, simplify } from 'topojson-simplify';

const pages = new URL('../../src/main/resources/io/freightsdk/server/pages/', import.meta.url);
const packaged = (path) => readFileSync(new URL('node_modules/' + path, import.meta.url), 'utf8');

// Half of the points are enough for a map of states; three decimals are 100 m.
const atlas = presimplify(JSON.parse(packaged('us-atlas/states-10m.json')));
const states = feature(simplify(atlas, quantile(atlas, 0.5)), 'states');
const rounded = (at) => (typeof at === 'number' ? Math.round(at * 1000) / 1000 : at.map(rounded));
for (const state of states.features) {
  delete state.id;
  state.geometry.coordinates = rounded(state.geometry.coordinates);
}
writeFileSync(new URL('states.json', pages), JSON.stringify(states));

writeFileSync(new URL('leaflet.css', pages), packaged('leaflet/dist/leaflet.css'));
writeFileSync(new URL('leaflet.js', pages), packaged('leaflet/dist/leaflet.js').replace(/\n\/\/# sourceMappingURL=.*/, ''));
writeFileSync(
  new URL('LICENSES', pages),
  'leaflet.js and leaflet.css are Leaflet 1.9.4:\n\n' + packaged('leaflet/LICENSE') + '\n\nstates.json is made from us-atlas 3.0.1, data of the US Census Bureau in the public domain:\n\n' + packaged('us-atlas/LICENSE') + '\n\ntowns.json is made by in-memory-server/tools/zips, from the packages and under the licences that the NOTICE beside places.bin.gz names.\n',
);
