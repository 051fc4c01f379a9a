/** Vehicles of the demonstration whose trackers fell silent days ago, for "Sem comunicação". */
import type { Device } from '@atalaia/contract/devices/device';
import type { Trade } from '../../fleet/models.ts';
import type { ApiClient } from '../api-client.ts';
import type { DatabaseClient, Operator, PastVehicle } from './write-past-alarms.ts';

interface SilentVehicle {
  readonly uniqueId: string;
  readonly plate: string;
  readonly model: string;
  readonly category: string;
  readonly trade: Trade;
  readonly silentHours: number;
  readonly isOn: boolean;
  readonly volts: number;
  readonly reason?: string;
}

const silent: readonly SilentVehicle[] = [
  {
    ...{ uniqueId: '869170000100017', plate: 'RKD4E19', model: 'Scania R 450', category: 'semiTrailer' },
    ...{ trade: 'haulage', silentHours: 31, isOn: true, volts: 24.1 },
    reason: 'Motorista em área sem cobertura (BR-163); retorna amanhã.',
  },
  {
    ...{ uniqueId: '869170000100025', plate: 'SBC2J84', model: 'Fiat Ducato', category: 'van' },
    ...{ trade: 'delivery', silentHours: 97, isOn: false, volts: 11.2 },
    reason: 'Bateria do veículo fraca; cliente avisado.',
  },
  {
    ...{ uniqueId: '869170000100033', plate: 'QXP7A03', model: 'Chevrolet Onix', category: 'car' },
    ...{ trade: 'rental', silentHours: 52, isOn: true, volts: 12.6 },
  },
  {
    ...{ uniqueId: '869170000100041', plate: 'RTL9C56', model: 'Jeep Compass', category: 'suv' },
    ...{ trade: 'rental', silentHours: 211, isOn: false, volts: 12.1 },
    reason: 'Veículo na oficina; chip retirado para garantia.',
  },
];

const hourMs = 3_600_000;

/** Registers those that are missing, and says how many; each sent one position when it was last heard. */
export async function seedSilentVehicles(
  api: ApiClient,
  client: DatabaseClient,
  baseUrl: string,
  company: {
    readonly groupOf: (trade: Trade) => number;
    readonly customerOf: (trade: Trade) => number;
    readonly places: readonly PastVehicle[];
    readonly operators: readonly Operator[];
  },
): Promise<number> {
  const present = new Set((await api.get<Device[]>('devices')).map(({ uniqueId }) => uniqueId));
  const missing = silent.filter(({ uniqueId }) => !present.has(uniqueId));
  for (const [index, vehicle] of missing.entries()) {
    const { uniqueId, plate, model, category, trade, silentHours, isOn, volts } = vehicle;
    const place = company.places[index];
    if (!place) continue;
    const heardMs = Date.now() - silentHours * hourMs;
    const { id } = await api.post<Device>('devices', {
      ...{ uniqueId, name: `${plate} · ${model}`, category, model: 'OsmAnd' },
      ...{ groupId: company.groupOf(trade), customerId: company.customerOf(trade) },
      attributes: { plate, vehicleModel: model },
    });
    const query = new URLSearchParams({
      id: uniqueId,
      lat: String(place.latitude),
      lon: String(place.longitude),
      timestamp: String(Math.round(heardMs / 1000)),
      ignition: String(isOn),
      power: String(volts),
    });
    const answer = await fetch(`${baseUrl}/osmand?${query}`);
    if (!answer.ok) throw new Error(`the server answered ${answer.status} to a position of ${plate}`);
    await heardLast(client, id, new Date(heardMs));
  }
  for (const [index, { plate, reason }] of missing.entries()) {
    if (reason === undefined) continue;
    const [device] = await api.get<Device[]>(`devices?uniqueId=${missing[index]?.uniqueId ?? ''}`);
    const operator = company.operators[index % company.operators.length];
    if (!device || !operator) throw new Error(`${plate} was not registered`);
    await api.put(`no-communication/${device.id}`, {
      reason,
      nextContactAt: new Date(Date.now() + (3 + index * 5) * hourMs).toISOString(),
      userId: operator.id,
    });
  }
  return missing.length;
}

/** A position that is sent now was heard now: the state says that it was then. */
async function heardLast(client: DatabaseClient, deviceId: number, at: Date): Promise<void> {
  await client.query(
    `UPDATE device_state SET last_update = $2, status = 'offline', version = version + 1 WHERE device_id = $1`,
    [deviceId, at],
  );
}
