/**
 * Every field that is compared between a customer or device here and the provider's records, in one table. A field that
 * is in a record both ways is read from it by any of its names there, and written by the first one.
 */
import type { CustomerInput } from '@atalaia/contract/accounts/customer';
import type { DeviceInput } from '@atalaia/contract/devices/device';
import {
  bareCode,
  digits,
  figure,
  part,
  parts,
  phone,
  type Remote,
  serial,
  type Values,
  word,
} from './remote-values.ts';

/** Which of the provider's records a field is written to. */
export type RecordPart = 'client' | 'tracker' | 'simCard' | 'vehicle';

/** Parts of the provider's records, and what was looked up for them. */
type Source = RecordPart | 'address' | 'contact' | 'phones' | 'situation' | 'operator' | 'owner';
type Sources = Partial<Record<Source, readonly (Remote | null)[]>>;

interface Field {
  /** As the API, the findings and the last agreed values name it. */
  readonly name: string;
  readonly source: Source;
  readonly remoteNames: readonly string[];
  /** The form in which both sides are compared. */
  readonly form: (value: unknown) => string | null;
  /** Column here; an attribute of its name without one. */
  readonly column?: string;
  /** Of the value here, where it differs. */
  readonly localForm?: (value: unknown) => string | null;
}

const field = (
  name: string,
  source: Source,
  remoteNames: string,
  form: Field['form'],
  more: Pick<Field, 'column' | 'localForm'> = {},
): Field => ({ name, source, remoteNames: remoteNames.split(' '), form, ...more });

const kmhPerKnot = 1.852;

const capitals = (value: unknown) => word(value)?.toUpperCase() ?? null;
const brazilianState = (value: unknown) => /^[A-Z]{2}$/.exec(capitals(value) ?? '')?.[0] ?? null;
const kmhOfKnots = (value: unknown) => (Number(value) > 0 ? figure(Number(value) * kmhPerKnot) : null);
const idText = (value: unknown) => (typeof value === 'number' ? String(value) : null);

const customerFields: readonly Field[] = [
  field('name', 'client', 'nome nomeFantasia', word, { column: 'name' }),
  field('street', 'address', 'endereco logradouro', word, { column: 'street' }),
  field('number', 'address', 'numero', word, { column: 'number' }),
  field('complement', 'address', 'complemento', word, { column: 'complement' }),
  field('neighborhood', 'address', 'bairro', word, { column: 'neighborhood' }),
  field('city', 'address', 'cidade', word, { column: 'city' }),
  field('state', 'address', 'uf', brazilianState, { column: 'state', localForm: capitals }),
  field('postalCode', 'address', 'cep', digits, { column: 'postal_code' }),
  field('phone', 'phones', '0', phone, { column: 'phone' }),
  field('cellphone', 'phones', '1', phone, { column: 'cellphone' }),
  field('notificationEmail', 'contact', 'email', word, { column: 'notification_email' }),
  field('status', 'situation', 'descricao', statusOf, { column: 'status', localForm: word }),
];

const deviceFields: readonly Field[] = [
  field('uniqueId', 'tracker', 'equipamento', serial, { column: 'unique_id', localForm: word }),
  field('model', 'tracker', 'modeloEquipamento', word, { column: 'model' }),
  field('iccid', 'simCard', 'numeroChip', digits),
  field('phone', 'simCard', 'numeroLinha', phone, { column: 'phone' }),
  field('m2mProvider', 'operator', 'descricao', word),
  field('name', 'vehicle', 'veiculo', word, { column: 'name' }),
  field('plate', 'vehicle', 'placa', bareCode),
  field('color', 'vehicle', 'cor', word),
  field('year', 'vehicle', 'ano', figure),
  field('chassi', 'vehicle', 'numeroChassi', bareCode),
  field('vehicleModel', 'vehicle', 'modelo', word),
  field('fuelType', 'vehicle', 'combustivel', word),
  field('fuelConsumption', 'vehicle', 'consumo', figure),
  field('speedLimit', 'vehicle', 'limiteVelocidade', figure, { localForm: kmhOfKnots }),
  field('manufacturer', 'vehicle', 'marca', word),
  field('customerId', 'owner', 'id', idText, { column: 'customer_id' }),
];

const byName = (fields: readonly Field[]) => new Map(fields.map((one) => [one.name, one]));
const customerFieldNamed = byName(customerFields);
const deviceFieldNamed = byName(deviceFields);

// What both sides hold, in the form in which it is compared.

type LocalRow = Readonly<Record<string, unknown>>;

const localValues = (fields: readonly Field[], row: object): Values => {
  const columns = row as LocalRow;
  const attributes = part(columns.attributes);
  return Object.fromEntries(
    fields.map(({ name, column, form, localForm = form }) => [
      name,
      localForm(column === undefined ? attributes[name] : columns[column]),
    ]),
  );
};

/** Of the fields whose records were read. */
const remoteValues = (fields: readonly Field[], sources: Sources): Values =>
  Object.fromEntries(
    fields.flatMap(({ name, source, remoteNames, form }) => {
      const values = sources[source]?.flatMap((record) => remoteNames.map((key) => form(record?.[key])));
      return values ? [[name, values.find((value) => value !== null) ?? null]] : [];
    }),
  );

export const localCustomer = (row: object) => localValues(customerFields, row);
export const localDevice = (row: object) => localValues(deviceFields, row);

export function remoteCustomer(client: Remote, situation: string | null): Values {
  const contact = part(client.contatoPrincipal);
  const phones = parts(contact.telefones).map(
    ({ ddd, telefone }) => `${digits(ddd) ?? ''}${digits(telefone) ?? ''}`,
  );
  return remoteValues(customerFields, {
    client: [client],
    address: [part(client.enderecoPrincipal)],
    contact: [contact],
    phones: [{ ...phones }],
    situation: [{ descricao: situation }],
  });
}

/** What the provider holds of one device; each may be missing. */
export interface RemoteDevice {
  readonly tracker?: Remote | null;
  readonly vehicle?: Remote | null;
  readonly simCard?: Remote | null;
  readonly operator?: string | null;
  /** The customer here that the vehicle's client is. */
  readonly customerId?: number | null;
}

export function remoteDevice({ tracker, vehicle, simCard, operator, customerId }: RemoteDevice): Values {
  return remoteValues(deviceFields, {
    ...(tracker && {
      tracker: [tracker],
      simCard: [simCard ?? null, tracker],
      operator: [{ descricao: operator }],
    }),
    ...(vehicle && { vehicle: [vehicle], owner: [{ id: customerId }] }),
  });
}

/** What the provider calls its situations, as a status here; null for one nobody knows. */
function statusOf(situation: unknown): string | null {
  const text = (typeof situation === 'string' ? situation : '')
    .normalize('NFD')
    .replaceAll(/\p{Diacritic}/gu, '')
    .toLowerCase();
  if (/(in|des)ativ|nao (esta )?ativ|cancel|encerr/.test(text)) return 'inactive';
  if (/bloque|suspens|inadimpl|congel/.test(text)) return 'frozen';
  if (/teste|trial|experi|avalia/.test(text)) return 'trial';
  return /\b(re)?ativ/.test(text) ? 'active' : null;
}

// Values of the provider as they are stored here.

/** Values as the columns of a customer take them. */
export function customerChanges(values: Values): Values {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [customerFieldNamed.get(name)?.column ?? name, value]),
  );
}

/** Values as the columns of a device take them. */
export function deviceChanges(values: Values) {
  const attributes: Record<string, unknown> = {};
  const columns: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(values)) {
    if (value === null) continue;
    const column = deviceFieldNamed.get(name)?.column;
    if (column !== undefined) columns[column] = name === 'customerId' ? Number(value) : value;
    else attributes[name] = name === 'speedLimit' ? Number(value) / kmhPerKnot : value;
  }
  return { ...columns, attributes };
}

/** A new customer of a client; what the provider does not know stays empty until somebody fills it in. */
export function newCustomer(document: string, values: Values, groupId: number | null): CustomerInput {
  const text = (name: string) => values[name] ?? '';
  return {
    groupId,
    cpfCnpj: document,
    type: document.length > 11 ? 'J' : 'F',
    name: values.name ?? document,
    street: text('street'),
    number: text('number'),
    complement: values.complement ?? null,
    neighborhood: text('neighborhood'),
    city: text('city'),
    state: text('state'),
    postalCode: text('postalCode'),
    phone: text('phone'),
    cellphone: values.cellphone ?? null,
    notificationEmail: text('notificationEmail'),
    category: 'client',
    status: (values.status ?? 'active') as CustomerInput['status'],
  };
}

export function newDevice(values: Values, vehicle: Remote | null, groupId: number | null): DeviceInput {
  const { attributes } = deviceChanges(values);
  return {
    uniqueId: values.uniqueId ?? '',
    name: values.name ?? values.plate ?? values.uniqueId ?? '',
    groupId,
    customerId: values.customerId ? Number(values.customerId) : null,
    phone: values.phone ?? null,
    model: values.model ?? null,
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

// Values of here as the provider's records take them.

/** The values of a source that are given, by the provider's names. */
function remoteFieldsOf(fields: readonly Field[], source: Source, values: Values): Remote {
  const given = fields.filter((one) => one.source === source && values[one.name] != null);
  return Object.fromEntries(given.map(({ name, remoteNames }) => [remoteNames[0], values[name]]));
}

/** The client with values put into it, as the provider takes it; everything else of it stays as it was read. */
export function clientWith(client: Remote, values: Values): Remote {
  const contact = part(client.contatoPrincipal);
  const phones: Remote[] = parts(contact.telefones).slice();
  for (const [at, number] of Object.entries(remoteFieldsOf(customerFields, 'phones', values)) as [
    string,
    string,
  ][]) {
    const areaDigits = number.length >= 10 ? 2 : 0;
    phones[Number(at)] = {
      ...phones[Number(at)],
      ddi: '55',
      ddd: number.slice(0, areaDigits),
      telefone: number.slice(areaDigits),
    };
  }
  return {
    ...client,
    ...remoteFieldsOf(customerFields, 'client', values),
    enderecoPrincipal: {
      ...part(client.enderecoPrincipal),
      ...remoteFieldsOf(customerFields, 'address', values),
    },
    contatoPrincipal: {
      ...contact,
      ...remoteFieldsOf(customerFields, 'contact', values),
      telefones: Array.from(phones, (one) => one ?? {}),
    },
  };
}

/** The vehicle with values put into it, as the provider takes it. */
export function vehicleWith(vehicle: Remote, values: Values, clientId: number | null): Remote {
  const named = remoteFieldsOf(deviceFields, 'vehicle', values);
  return {
    ...vehicle,
    ...named,
    ...(named.ano !== undefined && { ano: Number(named.ano) }),
    ...(clientId !== null && { clienteId: clientId }),
  };
}

const partOf: Partial<Record<Source, RecordPart>> = { operator: 'simCard', owner: 'vehicle' };

/** The values of a device that are written to one of the provider's records. */
export function valuesOf(record: RecordPart, values: Values): Values {
  return Object.fromEntries(
    Object.entries(values).filter(([name]) => {
      const source = deviceFieldNamed.get(name)?.source ?? 'vehicle';
      return (partOf[source] ?? source) === record;
    }),
  );
}
