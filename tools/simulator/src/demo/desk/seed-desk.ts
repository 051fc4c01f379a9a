/** The desk of the demonstration company: three operators, rules beside those that ship, and what they did in the past days. */
import type { Customer } from '@atalaia/contract/accounts/customer';
import type { Group } from '@atalaia/contract/accounts/group';
import type { User } from '@atalaia/contract/accounts/user';
import type { AlarmRule, DeskTeam, Escalation } from '@atalaia/contract/desk/alarm-rule';
import type { Silence } from '@atalaia/contract/desk/silence';
import type { Device } from '@atalaia/contract/devices/device';
import type { FleetVehicle } from '../../fleet/fleet.ts';
import { loadCity } from '../../road/load-cities.ts';
import { placeAt } from '../../road/road.ts';
import type { ApiClient } from '../api-client.ts';
import { groupNames, operators as people } from '../company.ts';
import { demoCustomers } from '../customers.ts';
import { lowBatteryRule, overspeedRule } from './past-alarms.ts';
import { seedSilentVehicles } from './silent-vehicles.ts';
import { type PastVehicle, withDatabase, writePastAlarms } from './write-past-alarms.ts';

const hourMs = 3_600_000;

async function seedRules(api: ApiClient, userIds: readonly number[], supervisorId: number): Promise<void> {
  const rules = new Set((await api.get<AlarmRule[]>('alarm-rules')).map(({ name }) => name));
  const battery = {
    ...{ name: lowBatteryRule, eventTypes: ['alarm'], alarms: ['lowBattery'] },
    ...{ severity: 'medium', siren: false, groupingMinutes: 60 },
  };
  const overspeed = {
    ...{ name: overspeedRule, eventTypes: ['deviceOverspeed'] },
    ...{ severity: 'low', siren: false, groupingMinutes: 30 },
  };
  for (const rule of [battery, overspeed]) if (!rules.has(rule.name)) await api.post('alarm-rules', rule);

  if ((await api.get<DeskTeam[]>('desk-teams')).length === 0)
    await api.post('desk-teams', { name: 'Plantão', userIds });
  if ((await api.get<Escalation[]>('escalations')).length > 0) return;
  const told = { userIds: [supervisorId], notificators: ['web'] };
  await api.post('escalations', {
    name: 'Avisar a supervisão',
    isDefault: true,
    steps: [
      { afterSeconds: 180, of: 'unclaimed', ...told },
      { afterSeconds: 900, of: 'unclaimed', ...told, raiseTo: 'high' },
    ],
  });
}

/** One vehicle in the workshop, one customer whose trackers are being changed; where nothing is silenced. */
async function seedSilences(
  api: ApiClient,
  devices: ReadonlyMap<string, Device>,
  fleet: readonly FleetVehicle[],
) {
  if ((await api.get<Silence[]>('silences')).length > 0) return;
  const reasons = [
    { trade: 'haulage', reason: 'workshop', note: 'Troca de embreagem na oficina da Serra Azul.', hours: 7 },
    {
      trade: 'delivery',
      reason: 'installation',
      note: 'Troca do rastreador agendada com o técnico.',
      hours: 3,
    },
    {
      trade: 'rental',
      reason: 'knownDefect',
      note: 'Sensor de violação com mau contato; visita amanhã.',
      hours: 20,
    },
  ] as const;
  for (const { trade, hours, ...silence } of reasons) {
    const vehicle = fleet.findLast((one) => one.trade === trade);
    const deviceId = devices.get(vehicle?.uniqueId ?? '')?.id;
    if (deviceId === undefined) continue;
    const until = new Date(Date.now() + hours * hourMs).toISOString();
    await api.post('silences', { ...silence, deviceId, until });
  }
}

function placesOf(fleet: readonly FleetVehicle[], devices: ReadonlyMap<string, Device>): PastVehicle[] {
  return fleet.flatMap(({ uniqueId, city: file, road: index, start }) => {
    const city = loadCity(file);
    const road = city.roads[index];
    const device = devices.get(uniqueId);
    if (!road || !device) return [];
    const { latitude, longitude } = placeAt(road, road.lengthMetres * start);
    return { deviceId: device.id, latitude, longitude, address: `${road.name}, ${city.name}` };
  });
}

/** How many silent vehicles and alarms of the past days were added. */
export async function seedDesk(
  api: ApiClient,
  baseUrl: string,
  dataDir: string,
  fleet: readonly FleetVehicle[],
): Promise<{ silent: number; past: number }> {
  const users = await api.get<User[]>('users');
  const desk = people.flatMap(({ email }) => users.find((user) => user.email === email) ?? []);
  const supervisor = desk.find(({ deskRole }) => deskRole === 'supervisor');
  if (!supervisor) throw new Error('the demonstration has no supervisor');
  const operators = desk.filter((user) => user !== supervisor);
  await seedRules(
    api,
    operators.map(({ id }) => id),
    supervisor.id,
  );
  const devices = new Map((await api.get<Device[]>('devices')).map((device) => [device.uniqueId, device]));
  await seedSilences(api, devices, fleet);
  const places = placesOf(fleet, devices);
  const groups = await api.get<Group[]>('groups');
  const customers = await api.get<Customer[]>('customers');
  return withDatabase(dataDir, async (client) => {
    const silent = await seedSilentVehicles(api, client, baseUrl, {
      groupOf: (trade) => groups.find(({ name }) => name === groupNames[trade])?.id ?? 0,
      customerOf: (trade) =>
        customers.find(({ cpfCnpj }) => cpfCnpj === demoCustomers[trade].cpfCnpj)?.id ?? 0,
      places,
      operators,
    });
    return { silent, past: await writePastAlarms(client, places, desk) };
  });
}
