/** Writes to the provider. Each is read back: it may answer 200 and save nothing. */
import { Cliente, Rastreador, SIMCard, Veiculo } from '@atalaia/contract/providers/fleet-control';
import type { FleetControlReason } from '@atalaia/contract/providers/fleet-control-sync';
import { DeliveryFailed, ProviderFailed } from '../../errors/outbound-errors.ts';
import { clientWith, type RecordPart, remoteCustomer, remoteDevice, vehicleWith } from './fields.ts';
import type { FleetControlAccount } from './provider/account-calls.ts';
import type { RowList } from './provider/answer.ts';
import { digits, keyOf, type Remote, reference, serialOf, type Values, word } from './remote-values.ts';

interface Writing {
  find(account: FleetControlAccount, text: string): Promise<RowList>;
  write(account: FleetControlAccount, row: Remote, isNew: boolean): Promise<void>;
}

const writings: Readonly<Record<RecordPart, Writing>> = {
  client: {
    find: (account, text) => account.findClients(text),
    write: (account, row) => account.saveClient(new Cliente(row)),
  },
  vehicle: {
    find: (account, placa) => account.findVehicles(placa === '' ? {} : { placa }),
    write: (account, row, isNew) =>
      isNew ? account.addVehicle(new Veiculo(row)) : account.changeVehicle(new Veiculo(row)),
  },
  tracker: {
    find: (account, equipamento) => account.findTrackers({ equipamento }),
    write: (account, row, isNew) =>
      isNew ? account.addTracker(new Rastreador(row)) : account.changeTracker(new Rastreador(row)),
  },
  simCard: {
    find: (account, numeroChip) => account.findSimCards({ numeroChip }),
    write: (account, row, isNew) =>
      isNew ? account.saveSimCard(new SIMCard(row)) : account.changeSimCard(new SIMCard(row)),
  },
};

export interface RemoteWritesParts {
  readonly account: FleetControlAccount;
  requireFresh(): void;
}

export interface Saved {
  /** The record as it was read back; undefined where it was not found. */
  readonly row: Remote | undefined;
  /** Which of the sent values it holds now. */
  readonly saved: Values;
}

export function createRemoteWrites({ account, requireFresh }: RemoteWritesParts) {
  /** The record of a document, plate, serial or card number. */
  async function find(kind: RecordPart, key: string): Promise<Remote | undefined> {
    const { rows } = await writings[kind].find(account, key);
    return rows.find((row) => keyOf(kind, row) === key);
  }

  async function readBack(kind: RecordPart, sent: Remote): Promise<Remote | undefined> {
    const id = reference(sent.id);
    if (kind === 'simCard' && id !== null) return account.simCard(id);
    const key = keyOf(kind, sent);
    // a plate is looked for as it was sent, strokes and all
    const text = kind === 'vehicle' ? (word(sent.placa) ?? '') : key;
    const { rows } = await writings[kind].find(account, text);
    const same = rows.find((one) => id !== null && one.id === id);
    if (same || key === '') return same;
    return rows.find((one) => keyOf(kind, one) === key) ?? (text === key ? undefined : find(kind, key));
  }

  /** Adds a record without a number, and changes one that has it. */
  async function save(kind: RecordPart, row: Remote): Promise<Remote | undefined> {
    requireFresh();
    await writings[kind].write(account, row, reference(row.id) === null);
    return readBack(kind, row);
  }

  /** The number of an operator by its name, which is created where there is none; null where it was not saved. */
  async function operatorId(name: string): Promise<number | null> {
    const findOperator = async () => {
      const { rows } = await account.operators();
      return rows.find((row) => keyOf('operator', row) === name.toLowerCase());
    };
    const stored = await findOperator();
    if (stored) return reference(stored.id);
    requireFresh();
    await account.saveOperator(0, name);
    return reference((await findOperator())?.id);
  }

  async function changeClient(client: Remote, values: Values): Promise<Saved> {
    const row = await save('client', clientWith(client, values));
    return { row, saved: row ? equalIn(values, remoteCustomer(row, null)) : {} };
  }

  async function changeVehicle(vehicle: Remote, values: Values, clientId: number | null): Promise<Saved> {
    const row = await save('vehicle', vehicleWith(vehicle, values, clientId));
    const isOfClient = clientId !== null && reference(row?.clienteId) === clientId;
    const customerId = isOfClient ? Number(values.customerId) : null;
    return { row, saved: row ? equalIn(values, remoteDevice({ vehicle: row, customerId })) : {} };
  }

  async function changeTracker(tracker: Remote, values: Values, simCardId: number | null): Promise<Saved> {
    const equipamento = values.uniqueId ?? serialOf(tracker) ?? '';
    const row = await save('tracker', { ...tracker, equipamento, ...(simCardId !== null && { simCardId }) });
    const isOfSim = simCardId === null || reference(row?.simCardId) === simCardId;
    return { row, saved: row && isOfSim ? equalIn(values, remoteDevice({ tracker: row })) : {} };
  }

  /** Changes a card, or makes one where the tracker has none. */
  async function saveSimCard(card: Remote | undefined, values: Values): Promise<Saved> {
    const numeroChip = values.iccid ?? digits(card?.numeroChip);
    if (!numeroChip) return { row: undefined, saved: {} };
    const operadoraId = values.m2mProvider == null ? null : await operatorId(values.m2mProvider);
    const sent = {
      id: 0,
      ...card,
      numeroChip,
      ...(values.phone != null && { numeroLinha: values.phone }),
      ...(operadoraId !== null && { operadoraId }),
    };
    const before = card ? undefined : await find('simCard', numeroChip);
    const row = before ?? (await save('simCard', sent));
    const operator = reference(row?.operadoraId);
    const name = operator === null ? null : word((await account.operator(operator))?.descricao);
    const remote = { tracker: {}, simCard: row ?? null, operator: name };
    return { row, saved: row ? equalIn(values, remoteDevice(remote)) : {} };
  }

  return { find, save, changeClient, changeVehicle, changeTracker, saveSimCard };
}

export type RemoteWrites = ReturnType<typeof createRemoteWrites>;

/** The values that both sides hold alike, but for capitals. */
export function equalIn(values: Values, providerValues: Values): Values {
  return Object.fromEntries(
    Object.entries(values).filter(
      ([field, value]) => value !== null && providerValues[field]?.toLowerCase() === value.toLowerCase(),
    ),
  );
}

export interface RemoteRefusal {
  readonly reason: Extract<FleetControlReason, 'refusedThere' | 'notSavedThere'>;
  readonly said: string | null;
}

/** A status that refers to the provider as a whole, and not of what it was sent. */
const statusesOfAll: ReadonlySet<number> = new Set([502, 503, 504]);

/** What the provider says of one record it was sent; throws whatever refers to more than that one. */
export async function refusalOf(
  error: unknown,
  account: Pick<FleetControlAccount, 'messageOf'>,
): Promise<RemoteRefusal> {
  if (error instanceof ProviderFailed && error.fault === 'refused') {
    return { reason: 'refusedThere', said: error.words };
  }
  // it fails over single records with 500 too, such as a number that it has twice
  if (error instanceof DeliveryFailed && error.status !== undefined && error.status >= 500) {
    if (!statusesOfAll.has(error.status)) {
      return { reason: 'refusedThere', said: await account.messageOf(error.answer ?? '') };
    }
  }
  throw error;
}
