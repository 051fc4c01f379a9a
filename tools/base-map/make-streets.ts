/**
 * Rebuilds streets.json from the roads of the simulator: `node tools/base-map/make-streets.ts`. Where they come from, and
 * by whose leave, is in tools/simulator/src/roads/README.md.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

interface RoadFile {
  readonly roads: readonly { readonly points: readonly (readonly [latitude: number, longitude: number])[] }[];
}

const source = new URL('../simulator/src/roads/', import.meta.url);
const target = new URL('../../apps/web/src/map/geodata/streets.json', import.meta.url);

const files = readdirSync(source).filter((name) => name.endsWith('.json'));
const streets = files
  .sort()
  .map((name): RoadFile => JSON.parse(readFileSync(new URL(name, source), 'utf8')))
  .flatMap(({ roads }) => roads.map(({ points }) => points.flat()));
const text = JSON.stringify({ streets });
writeFileSync(target, `${text}\n`);
console.log(`${streets.length} streets, ${text.length} bytes`);
