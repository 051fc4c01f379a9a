/** Registers the demonstration company through the API, as its administrator would. What is there already stays. */

import type { Group } from '@atalaia/contract/accounts/group';
import type { User } from '@atalaia/contract/accounts/user';
import type { Device, DeviceInput } from '@atalaia/contract/devices/device';
import { isRetentionDecided, type ServerSettings } from '@atalaia/contract/server/server-settings';
import type { Sinister } from '@atalaia/contract/sinisters/sinister';
import { knotsFromKph } from '@atalaia/domain/units/units';
import type { FleetVehicle } from '../fleet/fleet.ts';
import type { Trade } from '../fleet/models.ts';
import { deviceAttributesOf } from '../tracker/create-tracker.ts';
import { type ApiClient, ApiRefusal } from './api-client.ts';
import { groupNames, mapStart, people, rootGroup } from './company.ts';
import { seedCustomers } from './customers.ts';
import { seedResources } from './resources.ts';

/** A case that is open when one first looks: a rented car that did not come back. */
const hourMs = 3_600_000;
const hoursAgo = (hours: number) => new Date(Date.now() - hours * hourMs).toISOString();

const occurrences = [
  {
    category: 'promptResponseActivated',
    hours: 25,
    description: 'Locadora confirma que o prazo venceu e o locatário não atende; pronta resposta acionada.',
  },
  {
    category: 'registerThePoliceReport',
    hours: 24,
    description: 'Boletim de ocorrência registrado; viatura avisada da última posição.',
  },
] as const;

/** Nothing where there is any case already. */
async function seedCase(api: ApiClient, uniqueId: string): Promise<void> {
  if ((await api.get<Sinister[]>('sinisters')).length > 0) return;
  const [device] = await api.get<Device[]>(`devices?uniqueId=${uniqueId}`);
  if (device === undefined) return;
  const sinister = await api.post<Sinister>('sinisters/open', {
    deviceId: device.id,
    customerId: device.customerId,
    openingDate: hoursAgo(26),
    openingType: 'misappropriation',
    openingAddress: 'Avenida das Torres, 2210, Curitiba, PR',
    openingLatitude: -25.4718,
    openingLongitude: -49.2334,
    openingDescription: 'Veículo locado não devolvido no prazo; última devolução combinada para ontem.',
  });
  for (const { hours, ...occurrence } of occurrences)
    await api.post(`sinisters/${sinister.id}/occurrences`, {
      ...occurrence,
      occurrenceDate: hoursAgo(hours),
    });
}

const trades = Object.freeze([
  'haulage',
  'delivery',
  'rental',
  'private',
] as const satisfies readonly Trade[]);

type ByTrade = Readonly<Record<Trade, number>>;

async function idsByTrade(make: (trade: Trade) => Promise<number>): Promise<ByTrade> {
  const pairs: [Trade, number][] = [];
  for (const trade of trades) pairs.push([trade, await make(trade)]);
  return Object.fromEntries(pairs) as Record<Trade, number>;
}

async function groupNamed(
  api: ApiClient,
  present: readonly Group[],
  name: string,
  parent: number,
): Promise<number> {
  const found = present.find((group) => group.name === name);
  return found?.id ?? (await api.post<Group>('groups', { name, groupId: parent })).id;
}

async function seedGroups(api: ApiClient): Promise<{ root: number; groups: ByTrade }> {
  const present = await api.get<Group[]>('groups');
  const root = await groupNamed(api, present, rootGroup, 0);
  const groups = await idsByTrade((trade) => groupNamed(api, present, groupNames[trade], root));
  return { root, groups };
}

/** As a person would type it into the form. */
export function deviceOf(vehicle: FleetVehicle, groupId: number, customerId: number): DeviceInput {
  return {
    uniqueId: vehicle.uniqueId,
    name: vehicle.name,
    groupId,
    customerId,
    category: vehicle.category,
    phone: vehicle.phone,
    model: vehicle.trackerModel,
    contact: vehicle.driverName,
    attributes: {
      ...deviceAttributesOf(vehicle.dialect),
      plate: vehicle.plate,
      year: String(vehicle.year),
      vehicleModel: vehicle.model,
      manufacturer: vehicle.manufacturer,
      color: vehicle.colour,
      fuelType: vehicle.fuelType,
      fuelConsumption: String(vehicle.kind.kilometresPerLitre),
      renavam: vehicle.renavam,
      chassi: vehicle.chassis,
      iccid: vehicle.iccid,
      speedLimit: knotsFromKph(vehicle.speedLimitKph),
    },
  };
}

async function seedDevices(api: ApiClient, fleet: readonly FleetVehicle[], groups: ByTrade): Promise<number> {
  const customerOf = await seedCustomers(api, groups);
  const present = new Set((await api.get<Device[]>('devices')).map(({ uniqueId }) => uniqueId));
  const missing = fleet.filter(({ uniqueId }) => !present.has(uniqueId));
  for (const vehicle of missing) {
    await api.post<Device>('devices', deviceOf(vehicle, groups[vehicle.trade], customerOf(vehicle)));
  }
  return missing.length;
}

/** A link that is there already is what was requested. */
async function link(api: ApiClient, userId: number, groupId: number): Promise<void> {
  try {
    await api.post('permissions', { userId, groupId });
  } catch (error) {
    if (!(error instanceof ApiRefusal && error.status === 409)) throw error;
  }
}

async function seedPeople(api: ApiClient, root: number, groups: ByTrade): Promise<void> {
  const present = await api.get<User[]>('users');
  for (const { user, sees } of people) {
    const found = present.find(({ email }) => email === user.email);
    const { id } = found ?? (await api.post<User>('users', user));
    await link(api, id, sees === undefined ? root : groups[sees]);
  }
}

/** The map opens where the fleet drives, unless somebody has set another place. */
async function placeMap(api: ApiClient): Promise<void> {
  const { latitude, longitude } = await api.get<ServerSettings>('server');
  if (latitude === null && longitude === null) await api.put('server', mapStart);
}

/** Kept for ever, as a demonstration may be, unless somebody has decided: nobody is asked. */
async function keepAll(api: ApiClient): Promise<void> {
  const { attributes } = await api.get<ServerSettings>('server');
  if (isRetentionDecided(attributes)) return;
  await api.put('server', { attributes: { ...attributes, retentionPositionsDays: 0 } });
}

/** Devices that were added; 0 when the company was there. */
export async function seedCompany(api: ApiClient, fleet: readonly FleetVehicle[]): Promise<number> {
  const { root, groups } = await seedGroups(api);
  const added = await seedDevices(api, fleet, groups);
  await seedPeople(api, root, groups);
  await seedResources(api, fleet, { root, byTrade: groups });
  const stolen = fleet.find(({ trade, city }) => trade === 'rental' && city === 'curitiba');
  if (stolen) await seedCase(api, stolen.uniqueId);
  await placeMap(api);
  await keepAll(api);
  return added;
}
