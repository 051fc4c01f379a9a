import { readFileSync } from 'node:fs';
import { measureRoad, type Road, type RoadData } from './road.ts';

/** A data file of `roads/`. */
export interface CityData {
  readonly city: string;
  /** IANA zone. */
  readonly timezone: string;
  readonly roads: readonly RoadData[];
}

export interface City {
  readonly name: string;
  readonly timezone: string;
  readonly roads: readonly Road[];
}

export const cityFiles = Object.freeze([
  'sao-paulo',
  'rio-de-janeiro',
  'curitiba',
  'contagem',
  'florianopolis',
] as const);

export type CityFile = (typeof cityFiles)[number];

/** The file as it is. */
export function readCityData(file: CityFile): CityData {
  const url = new URL(`../roads/${file}.json`, import.meta.url);
  return JSON.parse(readFileSync(url, 'utf8')) as CityData;
}

export function loadCity(file: CityFile): City {
  const data = readCityData(file);
  return { name: data.city, timezone: data.timezone, roads: data.roads.map(measureRoad) };
}
