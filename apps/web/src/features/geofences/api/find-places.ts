/** Where a search on the map of an area may lead: a pair of coordinates, a town of the shipped map, a device. */
import { deviceSchema } from '@atalaia/contract/devices/device';
import type { Place } from '@atalaia/domain/geo/geometry';
import { foldText } from '@atalaia/domain/units/search-text';
import { z } from 'zod';
import type { ApiClient } from '../../../lib/api/api-client.ts';
import citiesUrl from '../../../map/geodata/cities.json?url';

export interface FoundTown {
  readonly name: string;
  readonly country: string;
  readonly place: Place;
}

export interface FoundDevice {
  readonly id: number;
  readonly name: string;
  readonly uniqueId: string;
  readonly category: string | null;
}

const citiesSchema = z.object({
  cities: z.array(z.tuple([z.string(), z.number(), z.number(), z.number(), z.string()])),
});

const mostTowns = 5;
const mostDevices = 5;

/** Every town of the shipped map, the larger first. */
export async function loadTowns(): Promise<readonly FoundTown[]> {
  const answer = await fetch(citiesUrl);
  if (!answer.ok) throw new Error(`the towns were answered ${answer.status}`);
  const { cities } = citiesSchema.parse(await answer.json());
  return cities.map(([name, latitude, longitude, , country]) => ({
    name,
    country,
    place: { latitude, longitude },
  }));
}

/** Those that begin so before those that only hold it. */
export function findTowns(towns: readonly FoundTown[], typed: string): readonly FoundTown[] {
  const keyword = foldText(typed.trim());
  const fitting = towns.filter(({ name }) => foldText(name).includes(keyword));
  const begins = ({ name }: FoundTown) => foldText(name).startsWith(keyword);
  return [...fitting.filter(begins), ...fitting.filter((town) => !begins(town))].slice(0, mostTowns);
}

export async function findDevices(
  api: ApiClient,
  keyword: string,
  signal: AbortSignal,
): Promise<readonly FoundDevice[]> {
  const query = { keyword, limit: mostDevices };
  const devices = await api.json({ path: 'devices', query, signal }, z.array(deviceSchema));
  return devices.map(({ id, name, uniqueId, category }) => ({ id, name, uniqueId, category }));
}
