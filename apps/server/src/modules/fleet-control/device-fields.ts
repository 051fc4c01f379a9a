/** A tracker of the provider, with its vehicle and its SIM card, beside a device here. */
import type { DeviceInput } from '@atalaia/contract/device';
import type { Values } from './merge-fields.ts';
import { bareCode, digits, figure, phone, type Remote, word } from './remote-values.ts';

export interface DeviceHere {
  readonly id: number;
  readonly unique_id: string;
  readonly name: string;
  readonly model: string | null;
  readonly phone: string | null;
  readonly customer_id: number | null;
  readonly attributes: unknown;
  /** A position or a sign of life came within the last day. */
  readonly isHeard: boolean;
}

/** What the provider holds of one device; each may be missing. */
export interface DeviceThere {
  readonly tracker: Remote | null;
  readonly vehicle: Remote | null;
  readonly simCard: Remote | null;
  readonly operator: string | null;
  /** The customer here that the vehicle's client is. */
  readonly customerId: number | null;
}

const kmhPerKnot = 1.852;

export function deviceHere(row: DeviceHere): Values {
  const held = (row.attributes ?? {}) as Readonly<Record<string, unknown>>;
  const knots = Number(held.speedLimit);
  return {
    uniqueId: word(row.unique_id),
    model: word(row.model),
    iccid: digits(held.iccid),
    phone: phone(row.phone),
    m2mProvider: word(held.m2mProvider),
    name: word(row.name),
    plate: bareCode(held.plate),
    color: word(held.color),
    year: figure(held.year),
    chassi: bareCode(held.chassi),
    vehicleModel: word(held.vehicleModel),
    fuelType: word(held.fuelType),
    fuelConsumption: figure(held.fuelConsumption),
    speedLimit: knots > 0 ? figure(knots * kmhPerKnot) : null,
    manufacturer: word(held.manufacturer),
    customerId: word(row.customer_id ?? ''),
  };
}

export function deviceThere({ tracker, vehicle, simCard, operator, customerId }: DeviceThere): Values {
  return {
    ...(tracker && {
      uniqueId: serialOf(tracker),
      model: word(tracker.modeloEquipamento),
      iccid: digits(simCard?.numeroChip) ?? digits(tracker.numeroChip),
      phone: phone(simCard?.numeroLinha) ?? phone(tracker.numeroLinha),
      m2mProvider: operator,
    }),
    ...(vehicle && {
      name: word(vehicle.veiculo),
      plate: bareCode(vehicle.placa),
      color: word(vehicle.cor),
      year: figure(vehicle.ano),
      chassi: bareCode(vehicle.numeroChassi),
      vehicleModel: word(vehicle.modelo),
      fuelType: word(vehicle.combustivel),
      fuelConsumption: figure(vehicle.consumo),
      speedLimit: figure(vehicle.limiteVelocidade),
      manufacturer: word(vehicle.marca),
      customerId: customerId === null ? null : String(customerId),
    }),
  };
}

const longestUniqueId = 128;

/** The tracker's own number, which its packets carry: no blank stands in it. */
export function serialOf(tracker: Remote): string | null {
  const serial = word(tracker.equipamento)?.replaceAll(' ', '') ?? null;
  return serial && serial.length <= longestUniqueId ? serial : null;
}

const columns: Readonly<Record<string, string>> = {
  uniqueId: 'unique_id',
  model: 'model',
  phone: 'phone',
  name: 'name',
};

/** Values as the columns of a device take them. */
export function deviceChanges(values: Values) {
  const attributes: Record<string, unknown> = {};
  const changes: Record<string, string> = {};
  let customerId: number | undefined;
  for (const [field, value] of Object.entries(values)) {
    if (value === null) continue;
    const column = columns[field];
    if (column !== undefined) changes[column] = value;
    else if (field === 'customerId') customerId = Number(value);
    else attributes[field] = field === 'speedLimit' ? Number(value) / kmhPerKnot : value;
  }
  return { ...changes, ...(customerId !== undefined && { customer_id: customerId }), attributes };
}

export function newDevice(there: Values, vehicle: Remote | null, groupId: number | null): DeviceInput {
  const { unique_id, attributes } = deviceChanges(there) as {
    unique_id?: string;
    attributes: Record<string, unknown>;
  };
  return {
    uniqueId: unique_id ?? '',
    name: there.name ?? there.plate ?? there.uniqueId ?? '',
    groupId,
    customerId: there.customerId ? Number(there.customerId) : null,
    phone: there.phone ?? null,
    model: there.model ?? null,
    category: categoryOf(vehicle),
    attributes: attributes as NonNullable<DeviceInput['attributes']>,
  };
}

const categories: readonly (readonly [RegExp, string])[] = [
  [/caminh[ãa]o|carreta|cavalo/i, 'truck'],
  [/moto/i, 'motorcycle'],
  [/[ôo]nibus/i, 'bus'],
  [/van|furg[ãa]o/i, 'van'],
  [/caminhonete|camionete|pick/i, 'pickup'],
  [/trator/i, 'tractor'],
  [/auto|carro|passeio/i, 'car'],
];

function categoryOf(vehicle: Remote | null): string | null {
  const type = word(vehicle?.tipo) ?? '';
  return categories.find(([pattern]) => pattern.test(type))?.[1] ?? null;
}

const vehicleNames: Readonly<Record<string, string>> = {
  name: 'veiculo',
  plate: 'placa',
  color: 'cor',
  chassi: 'numeroChassi',
  vehicleModel: 'modelo',
  fuelType: 'combustivel',
  fuelConsumption: 'consumo',
  speedLimit: 'limiteVelocidade',
  manufacturer: 'marca',
};

/** The vehicle with values put into it, as the provider takes it. */
export function vehicleWith(vehicle: Remote, values: Values, clientId: number | null): Remote {
  const changed = Object.entries(values).flatMap(([field, value]) => {
    const name = vehicleNames[field];
    if (value === null) return [];
    if (field === 'year') return [['ano', Number(value)]];
    return name === undefined ? [] : [[name, value]];
  });
  return { ...vehicle, ...Object.fromEntries(changed), ...(clientId !== null && { clienteId: clientId }) };
}

/** Which of the provider's things a field is of. */
export function belongsTo(field: string): 'tracker' | 'simCard' | 'vehicle' {
  if (field === 'uniqueId' || field === 'model') return 'tracker';
  return field === 'iccid' || field === 'phone' || field === 'm2mProvider' ? 'simCard' : 'vehicle';
}
