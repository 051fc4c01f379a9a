/** What a tracking centre has beside its vehicles: places, drivers, notifications and upkeep, linked to its groups. */
import type { Driver } from '@atalaia/contract/rules/driver';
import type { Geofence, GeofenceInput } from '@atalaia/contract/rules/geofence';
import type { Maintenance, MaintenanceInput } from '@atalaia/contract/rules/maintenance';
import type { Notification, NotificationInput } from '@atalaia/contract/rules/notification';
import { printArea } from '@atalaia/domain/geo/geofence-area';
import { knotsFromKph } from '@atalaia/domain/units/units';
import type { FleetVehicle } from '../fleet/fleet.ts';
import { driverIdOf } from '../fleet/identifiers.ts';
import type { Trade } from '../fleet/models.ts';
import { type CityFile, cityFiles, loadCity } from '../road/load-cities.ts';
import { placeAt } from '../road/road.ts';
import type { ApiClient } from './api-client.ts';

export interface Groups {
  readonly root: number;
  readonly byTrade: Readonly<Record<Trade, number>>;
}

const yards: Readonly<Record<CityFile, { readonly name: string; readonly color: string }>> = {
  'sao-paulo': { name: 'Pátio São Paulo', color: '#1293d1' },
  'rio-de-janeiro': { name: 'Pátio Rio de Janeiro', color: '#12a05c' },
  curitiba: { name: 'Pátio Curitiba', color: '#8a4fd3' },
  contagem: { name: 'Centro de distribuição Contagem', color: '#d9822b' },
  florianopolis: { name: 'Base Florianópolis', color: '#c23b6b' },
};
const yardMetres = 400;
/** Half the width of a corridor. */
const corridorMetres = 60;

/** The yard of a city, on its first road, and that road itself as a corridor. */
function geofencesOf(file: CityFile): readonly GeofenceInput[] {
  const [road] = loadCity(file).roads;
  if (road === undefined) return [];
  const { name, color } = yards[file];
  const centre = placeAt(road, road.lengthMetres / 2);
  return [
    { name, area: printArea({ kind: 'circle', centre, radiusMetres: yardMetres }), attributes: { color } },
    {
      name: `Corredor ${road.name}`,
      area: printArea({ kind: 'line', points: road.points }),
      attributes: { color, polylineDistance: corridorMetres, speedLimit: knotsFromKph(90) },
    },
  ];
}

const upkeep: readonly MaintenanceInput[] = [
  { name: 'Troca de óleo', type: 'totalDistance', start: 10_000_000, period: 10_000_000 },
  { name: 'Revisão dos freios', type: 'totalDistance', start: 40_000_000, period: 40_000_000 },
  { name: 'Seguro', type: 'fixTime', start: Date.UTC(2026, 0, 10, 3), period: 365 * 86_400_000 },
];

const reported: readonly NotificationInput[] = [
  { type: 'alarm', always: true, notificators: 'web', attributes: { alarms: 'sos,powerCut,jamming' } },
  { type: 'deviceOverspeed', always: true, notificators: 'web' },
  { type: 'geofenceExit', always: true, notificators: 'web' },
  { type: 'maintenance', always: true, notificators: 'web' },
];

/** Registers what is missing by its name. */
export async function seedResources(
  api: ApiClient,
  fleet: readonly FleetVehicle[],
  { root, byTrade }: Groups,
): Promise<void> {
  const geofences = new Set((await api.get<Geofence[]>('geofences')).map(({ name }) => name));
  for (const geofence of cityFiles.flatMap(geofencesOf)) {
    if (geofences.has(geofence.name)) continue;
    const { id } = await api.post<Geofence>('geofences', geofence);
    await api.post('permissions', { groupId: root, geofenceId: id });
  }

  const drivers = new Map((await api.get<Driver[]>('drivers')).map((driver) => [driver.uniqueId, driver.id]));
  for (const { driverKey, driverName: name } of fleet) {
    const uniqueId = driverIdOf(driverKey);
    if (drivers.has(uniqueId)) continue;
    const { id } = await api.post<Driver>('drivers', { name, uniqueId });
    drivers.set(uniqueId, id);
    // one driver may drive for several of them
    const trades = new Set(fleet.filter((one) => one.driverKey === driverKey).map((one) => one.trade));
    for (const one of trades) await api.post('permissions', { groupId: byTrade[one], driverId: id });
  }

  const maintenances = new Set((await api.get<Maintenance[]>('maintenance')).map(({ name }) => name));
  for (const maintenance of upkeep.filter(({ name }) => !maintenances.has(name))) {
    const { id } = await api.post<Maintenance>('maintenance', maintenance);
    await api.post('permissions', { groupId: root, maintenanceId: id });
  }

  const types = new Set((await api.get<Notification[]>('notifications')).map(({ type }) => type));
  for (const notification of reported.filter(({ type }) => !types.has(type))) {
    const { id } = await api.post<Notification>('notifications', notification);
    await api.post('permissions', { groupId: root, notificationId: id });
  }
}
