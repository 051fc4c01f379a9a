/** Writes to the provider, each read back: it may answer 200 and save nothing. */
import { Cliente, Rastreador, SIMCard, Veiculo } from '@atalaia/contract/fleet-control';
import type { FleetControlAccount } from '../../integrations/fleet-control/fleet-control.ts';
import { clientWith, customerThere, documentOf } from './customer-fields.ts';
import { belongsTo, deviceThere, serialOf, vehicleWith } from './device-fields.ts';
import type { Values } from './merge-fields.ts';
import { bareCode, digits, type Remote, reference, word } from './remote-values.ts';

export interface Saved {
  /** The thing as it was read back; undefined where it was not found. */
  readonly row: Remote | undefined;
  /** Which of the sent values stand there now. */
  readonly saved: Values;
}

export function createRemoteSaving(account: FleetControlAccount) {
  const sameId = (rows: readonly Remote[], id: unknown) => rows.find((row) => row.id === id);

  async function findClient(document: string): Promise<Remote | undefined> {
    const { rows } = await account.findClients(document);
    return rows.find((row) => documentOf(row) === document);
  }

  async function findVehicle(plate: string): Promise<Remote | undefined> {
    const { rows } = await account.findVehicles({ placa: plate });
    return rows.find((row) => bareCode(row.placa) === plate);
  }

  async function findTracker(serial: string): Promise<Remote | undefined> {
    const { rows } = await account.findTrackers({ equipamento: serial });
    return rows.find((row) => serialOf(row) === serial);
  }

  async function findSimCard(iccid: string): Promise<Remote | undefined> {
    const { rows } = await account.findSimCards({ numeroChip: iccid });
    return rows.find((row) => digits(row.numeroChip) === iccid);
  }

  /** The number of an operator by its name, which is created where there is none; undefined where it was not saved. */
  async function operatorId(name: string): Promise<number | null> {
    const find = async () => {
      const { rows } = await account.operators();
      return rows.find((row) => word(row.descricao)?.toLowerCase() === name.toLowerCase());
    };
    const standing = await find();
    if (standing) return reference(standing.id);
    await account.saveOperator(0, name);
    return reference((await find())?.id);
  }

  async function saveClient(client: Remote, values: Values): Promise<Saved> {
    const document = documentOf(client) ?? '';
    await account.saveClient(new Cliente(clientWith(client, values)));
    const row = await findClient(document);
    return { row, saved: row ? standing(values, customerThere(row, null)) : {} };
  }

  async function changeVehicle(vehicle: Remote, values: Values, clientId: number | null): Promise<Saved> {
    const sent = vehicleWith(vehicle, values, clientId);
    await account.changeVehicle(new Veiculo(sent));
    const plate = bareCode(sent.placa);
    const { rows } = await account.findVehicles(plate ? { placa: String(sent.placa) } : {});
    const row = sameId(rows, vehicle.id) ?? (plate ? await findVehicle(plate) : undefined);
    const there = row ? deviceThere({ ...nothing, vehicle: row }) : {};
    const isOfClient = row !== undefined && clientId !== null && reference(row.clienteId) === clientId;
    const customer = isOfClient && values.customerId != null ? { customerId: values.customerId } : {};
    return { row, saved: standing(values, { ...there, ...customer }) };
  }

  async function changeTracker(tracker: Remote, values: Values, simCardId: number | null): Promise<Saved> {
    const serial = values.uniqueId ?? serialOf(tracker) ?? '';
    const sim = simCardId === null ? {} : { simCardId };
    await account.changeTracker(new Rastreador({ ...tracker, equipamento: serial, ...sim }));
    const row = await findTracker(serial);
    const isOfSim = simCardId === null || reference(row?.simCardId) === simCardId;
    return { row, saved: row && isOfSim ? standing(values, deviceThere({ ...nothing, tracker: row })) : {} };
  }

  /** Changes a card, or makes one where the tracker has none. */
  async function saveSimCard(card: Remote | undefined, values: Values): Promise<Saved> {
    const iccid = values.iccid ?? digits(card?.numeroChip);
    if (!iccid) return { row: undefined, saved: {} };
    const operadoraId = values.m2mProvider == null ? null : await operatorId(values.m2mProvider);
    const data = {
      id: 0,
      ...card,
      numeroChip: iccid,
      ...(values.phone != null && { numeroLinha: values.phone }),
      ...(operadoraId !== null && { operadoraId }),
    };
    if (card) await account.changeSimCard(new SIMCard(data));
    else if (!(await findSimCard(iccid))) await account.saveSimCard(new SIMCard(data));
    const id = reference(card?.id);
    const row = id === null ? await findSimCard(iccid) : await account.simCard(id);
    const operator = reference(row?.operadoraId);
    const name = operator === null ? null : word((await account.operator(operator))?.descricao);
    const there = row ? deviceThere({ ...nothing, tracker: {}, simCard: row, operator: name }) : {};
    return { row, saved: standing(values, there) };
  }

  return { findClient, findVehicle, findTracker, saveClient, changeVehicle, changeTracker, saveSimCard };
}

export type RemoteSaving = ReturnType<typeof createRemoteSaving>;

const nothing = { tracker: null, vehicle: null, simCard: null, operator: null, customerId: null };

function standing(sent: Values, there: Values): Values {
  return Object.fromEntries(
    Object.entries(sent).filter(
      ([field, value]) => value !== null && there[field]?.toLowerCase() === value.toLowerCase(),
    ),
  );
}

/** The values of one of the provider's things. */
export function valuesOf(part: ReturnType<typeof belongsTo>, values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([field]) => belongsTo(field) === part));
}
