/** What exists only here: reported, or, where that was requested, created at the provider. */
import type { FleetControlReason, FleetControlStep } from '@atalaia/contract/providers/fleet-control-sync';
import type { Kysely } from 'kysely';
import type { Schema } from '../../platform/db/schema.ts';
import { writeAudit } from '../../queries/audit.ts';
import {
  clientWith,
  localCustomer,
  localDevice,
  remoteCustomer,
  remoteDevice,
  valuesOf,
  vehicleWith,
} from './fields.ts';
import {
  findRecord,
  type LocalCustomer,
  type LocalDevice,
  linkRecords,
  nextLocalCustomers,
  nextLocalDevices,
  storeRecords,
} from './remote-records-queries.ts';
import {
  documentOf,
  type Remote,
  type RemoteKind,
  recordOf,
  reference,
  type SeenRecord,
  type Values,
  word,
} from './remote-values.ts';
import { createRemoteWrites, equalIn, refusalOf } from './remote-writes.ts';
import { type Finding, found, incompleteKinds, insertFindings, writeProgress } from './runs-queries.ts';
import {
  afterStep,
  type Place,
  readingOf,
  recordsAtOnce,
  type Step,
  type SyncContext,
} from './sync-context.ts';

// Makes a customer or a device of here at the provider: looked for before, read back afterwards.

export interface RemoteCreation {
  /** What was read back. */
  readonly records: readonly { readonly kind: RemoteKind; readonly record: SeenRecord }[];
  /** Which of them the customer or device here is, and what both sides hold. */
  readonly link: { readonly kind: RemoteKind; readonly remoteId: number; readonly base: Values } | undefined;
  /** It was created and read back; false for one that was there already, or was refused. */
  readonly isNew: boolean;
  readonly reason: FleetControlReason | null;
  readonly said: string | null;
}

const nothing: RemoteCreation = { records: [], link: undefined, isNew: false, reason: null, said: null };

export function createRemoteCreation(context: SyncContext) {
  const { account, kysely, run, caller, customers } = context;
  const writes = createRemoteWrites(context);

  /** What is refused of this one record is its end; anything else is thrown. */
  async function guarded(work: () => Promise<RemoteCreation>): Promise<RemoteCreation> {
    try {
      return await work();
    } catch (error) {
      return { ...nothing, ...(await refusalOf(error, account)) };
    }
  }

  const customer = (row: LocalCustomer) =>
    guarded(async () => {
      const document = documentOf({ cnpJ_CPF: row.cpf_cnpj });
      if (!document) return { ...nothing, reason: 'noDocument' };
      const same = await customers.match(kysely, caller, { documents: [row.cpf_cnpj], ids: [] });
      if (same.length > 1) return { ...nothing, reason: 'severalHere' };
      const before = await writes.find('client', document);
      if (await isLinkedElsewhere('client', before, row.id)) return { ...nothing, reason: 'severalHere' };
      const values = localCustomer(row);
      const after = before ?? (await addClient(document, values));
      const base = after ? equalIn(values, remoteCustomer(after, null)) : {};
      return ending('client', after, { base, isNew: !before });
    });

  const device = (row: LocalDevice) =>
    guarded(async () => {
      const values = localDevice(row);
      const { plate, uniqueId } = values;
      if (!plate) return { ...nothing, reason: 'noPlate' };
      if (!uniqueId) return nothing;
      const before = await writes.find('tracker', uniqueId);
      if (await isLinkedElsewhere('tracker', before, row.id)) return { ...nothing, reason: 'severalHere' };
      const vehicle = (await writes.find('vehicle', plate)) ?? (await addVehicle(values));
      const veiculoId = reference(vehicle?.id);
      if (!vehicle || veiculoId === null) return { ...nothing, reason: 'notSavedThere' };
      const card = values.iccid
        ? (await writes.saveSimCard(undefined, valuesOf('simCard', values))).row
        : undefined;
      const simCardId = reference(card?.id);
      const tracker =
        before ??
        (await writes.save('tracker', {
          id: 0,
          equipamento: uniqueId,
          veiculoId,
          placa: plate,
          ...(values.model && { modeloEquipamento: values.model }),
          ...(simCardId !== null && { simCardId }),
          ...(values.iccid && { numeroChip: values.iccid }),
          ...(values.phone && { numeroLinha: values.phone }),
        }));
      const records = [...readBack('vehicle', vehicle), ...readBack('simCard', card)];
      const base = tracker ? equalIn(values, remoteDevice({ tracker, vehicle, simCard: card ?? null })) : {};
      return ending('tracker', tracker, { base, isNew: !before, records });
    });

  return { customer, device };

  /** It is linked with another customer or device here. */
  async function isLinkedElsewhere(kind: RemoteKind, row: Remote | undefined, id: number): Promise<boolean> {
    const remoteId = reference(row?.id);
    if (remoteId === null) return false;
    const record = await findRecord(kysely, run.user_id, kind, { remoteId });
    return record !== undefined && record.localId !== null && record.localId !== id;
  }

  async function addClient(document: string, values: Values): Promise<Remote | undefined> {
    const isCompany = document.length > 11;
    const situation = await findRecord(kysely, run.user_id, 'situation', { key: 'ativo' });
    const client = {
      id: 0,
      cnpJ_CPF: document,
      pessoa: isCompany ? 'Juridica' : 'Fisica',
      tipoPessoa: isCompany ? 2 : 1,
      dataCadastro: new Date().toISOString(),
      ...(situation && { situacaoClienteId: situation.remoteId }),
    };
    return writes.save('client', clientWith(client, values));
  }

  async function addVehicle(values: Values): Promise<Remote | undefined> {
    const known = await account.typesAndBrands();
    const client = values.customerId
      ? await findRecord(kysely, run.user_id, 'client', { localId: Number(values.customerId) })
      : undefined;
    // a brand is taken in the provider's own spelling only, blanks and all
    const brand = textsIn(known).find(
      (text) => word(text)?.toLowerCase() === values.manufacturer?.toLowerCase(),
    );
    const made = vehicleWith({ id: 0 }, values, client?.remoteId ?? null);
    return writes.save('vehicle', { ...made, ...(brand && { marca: brand }) });
  }
}

function readBack(kind: RemoteKind, row: Remote | undefined): RemoteCreation['records'] {
  const record = row && recordOf(kind, row);
  return record ? [{ kind, record }] : [];
}

/** `notSavedThere` for what was not found, or has no number. */
function ending(
  kind: RemoteKind,
  row: Remote | undefined,
  {
    base,
    isNew,
    records = [],
  }: Pick<RemoteCreation, 'isNew'> & {
    readonly base: Values;
    readonly records?: RemoteCreation['records'];
  },
): RemoteCreation {
  const [own] = readBack(kind, row);
  if (!own) return { ...nothing, records, reason: 'notSavedThere' };
  const link = { kind, remoteId: own.record.remoteId, base };
  return { ...nothing, records: [...records, own], link, isNew };
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

type About = Pick<Finding, 'kind' | 'name' | 'localId'>;

interface LocalOnly<Row> {
  readonly step: FleetControlStep;
  /** Lists that must have been read whole: of a part of them nobody can say what exists here alone. */
  readonly lists: readonly RemoteKind[];
  next(context: SyncContext, after: number, limit: number): Promise<readonly Row[]>;
  about(row: Row): About;
  create(context: SyncContext, row: Row): Promise<RemoteCreation>;
}

const localOnlyStep =
  <Row>({ step, lists, next, about, create }: LocalOnly<Row>): Step =>
  async (context, cursor) => {
    const { kysely, run } = context;
    const incomplete = await incompleteKinds(kysely, run.id);
    const isUnread = lists.some((kind) => incomplete.has(kind));
    const rows = isUnread ? [] : await next(context, cursor, run.sends_new ? 1 : recordsAtOnce);
    const last = rows.at(-1);
    const place = last === undefined ? afterStep(step) : { step, cursor: about(last).localId };
    if (last === undefined || !run.sends_new) await report(context, place, rows.map(about));
    else await note(context, place, about(last), await create(context, last));
    return place;
  };

export const localCustomersStep = localOnlyStep({
  step: 'customersHere',
  lists: ['client'],
  next: (context, after, limit) =>
    nextLocalCustomers(context.kysely, context.caller, readingOf(context), after, limit),
  about: ({ id, name }) => ({ kind: 'customer', name, localId: id }),
  create: (context, row) => createRemoteCreation(context).customer(row),
});

export const localDevicesStep = localOnlyStep({
  step: 'devicesHere',
  lists: ['vehicle', 'tracker'],
  next: (context, after, limit) =>
    nextLocalDevices(context.kysely, context.caller, readingOf(context), after, limit),
  about: (row) => ({ kind: 'device', name: localDevice(row).plate ?? row.name, localId: row.id }),
  create: (context, row) => createRemoteCreation(context).device(row),
});

async function report({ commit, run }: SyncContext, place: Place, rows: readonly About[]): Promise<void> {
  await commit(async (transaction) => {
    const findings = rows.map((one) => found({ ...one, outcome: 'notMatched', reason: 'onlyHere' }));
    await insertFindings(transaction, run.id, findings);
    await writeProgress(transaction, run.id, place);
  });
}

const refusals: ReadonlySet<string> = new Set(['refusedThere', 'notSavedThere']);

/** Stores what was read back of a creation, with its finding and how far the run came. */
async function note(context: SyncContext, place: Place, about: About, made: RemoteCreation): Promise<void> {
  const { commit, run } = context;
  const { link, isNew, reason, said } = made;
  await commit(async (transaction) => {
    await storeCreation(transaction, context, about, made);
    const remoteId = link?.remoteId ?? null;
    if (isNew) {
      await insertFindings(transaction, run.id, [found({ ...about, outcome: 'sentNew', remoteId })]);
    }
    if (reason) {
      const outcome = refusals.has(reason) ? 'refused' : 'notMatched';
      await insertFindings(transaction, run.id, [found({ ...about, outcome, reason, said })]);
    }
    await writeProgress(transaction, run.id, { ...place, more: { of: place.step, count: 1 } });
  });
}

/** What was read back of a creation, and what is linked to it, with its line of the audit. */
export async function storeCreation(
  transaction: Kysely<Schema>,
  context: SyncContext,
  { kind: noun, localId }: Pick<About, 'kind' | 'localId'>,
  { records, link, isNew }: RemoteCreation,
): Promise<void> {
  for (const { kind, record } of records) await storeRecords(transaction, readingOf(context), kind, [record]);
  if (link) {
    const { kind, remoteId, base } = link;
    await linkRecords(transaction, context.run.user_id, kind, [{ remoteId, localId, base, pending: null }]);
  }
  if (!isNew) return;
  await writeAudit(transaction, context.caller, {
    action: 'send',
    noun: noun === 'customer' ? 'customer' : 'device',
    objectId: localId,
    details: { to: 'fleet-control' },
  });
}
