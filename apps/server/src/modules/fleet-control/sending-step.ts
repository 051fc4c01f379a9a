/** What was changed here goes to the provider, one record after the other, and is read back. */
import { writeAudit } from '../../queries/audit.ts';
import { valuesOf } from './fields.ts';
import {
  countPending,
  endPending,
  findRecord,
  nextPending,
  type PendingRecord,
} from './remote-records-queries.ts';
import { bareCode, type Remote, reference, type Values } from './remote-values.ts';
import {
  createRemoteWrites,
  type RemoteRefusal,
  type RemoteWrites,
  refusalOf,
  type Saved,
} from './remote-writes.ts';
import { type Finding, found, insertFindings, writeProgress } from './runs-queries.ts';
import { afterStep, type Place, readingOf, type Step, type SyncContext } from './sync-context.ts';

export const sendingStep: Step = async (context, cursor) => {
  const { kysely, run } = context;
  const record = await nextPending(kysely, readingOf(context));
  if (!record) {
    const place = afterStep('sending');
    await context.commit((transaction) => writeProgress(transaction, run.id, place));
    return place;
  }
  const total = cursor === 0 ? await countPending(kysely, readingOf(context)) : undefined;
  const { saved, refusals, name } = await sendRecord(context, record);
  const place: Place = { step: 'sending', cursor: cursor + 1 };
  await context.commit(async (transaction) => {
    const missing = Object.entries(record.pending).filter(([field]) => !(field in saved));
    const about = { ...name, localId: record.localId, remoteId: record.remoteId };
    const findings: Finding[] = [];
    if (Object.keys(saved).length > 0) {
      findings.push(found({ ...about, outcome: 'sent', fields: fieldsOf(Object.entries(saved)) }));
      await writeAudit(transaction, context.caller, {
        action: 'send',
        noun: about.kind === 'customer' ? 'customer' : 'device',
        objectId: record.localId,
        details: { to: 'fleet-control', changed: Object.keys(saved) },
      });
    }
    if (missing.length > 0) {
      const [refusal = { reason: 'notSavedThere', said: null } as const] = refusals;
      findings.push(found({ ...about, outcome: 'refused', ...refusal, fields: fieldsOf(missing) }));
    }
    await insertFindings(transaction, run.id, findings);
    await endPending(transaction, run.user_id, record, saved);
    await writeProgress(transaction, run.id, {
      ...place,
      more: { of: 'sending', count: 1 },
      ...(total !== undefined && { total: { of: 'sending', count: total } }),
    });
  });
  return place;
};

const fieldsOf = (values: readonly (readonly [string, string | null])[]): Finding['fields'] =>
  values.map(([name, to]) => ({ name, from: null, to }));

interface Sent {
  readonly saved: Values;
  readonly refusals: readonly RemoteRefusal[];
  readonly name: Pick<Finding, 'kind' | 'name'>;
}

/** Sends the pending values of one record, as it is stored here. */
export async function sendRecord(context: SyncContext, record: PendingRecord): Promise<Sent> {
  const { kysely, run, account } = context;
  const writes = createRemoteWrites(context);
  const refusals: RemoteRefusal[] = [];
  const { remoteId, kind } = record;
  const stored = await findRecord(kysely, run.user_id, kind, { remoteId });
  const data = stored?.data ?? { id: remoteId };
  const attempt = async (work: () => Promise<Saved>): Promise<Saved> => {
    try {
      return await work();
    } catch (error) {
      refusals.push(await refusalOf(error, account));
      return { row: undefined, saved: {} };
    }
  };
  if (kind === 'client') {
    const { saved } = await attempt(() => writes.changeClient(data, record.pending));
    return { saved, refusals, name: { kind: 'customer', name: String(data.nome ?? '') } };
  }
  const saved = await sendDevice(context, writes, record, data, attempt);
  const name = String(data.placa || data.veiculo || data.equipamento || '');
  return { saved, refusals, name: { kind: 'device', name } };
}

async function sendDevice(
  { kysely, run }: SyncContext,
  writes: RemoteWrites,
  { kind, pending }: PendingRecord,
  data: Remote,
  attempt: (work: () => Promise<Saved>) => Promise<Saved>,
): Promise<Values> {
  const saved: Record<string, string | null> = {};
  const ofVehicle = valuesOf('vehicle', pending);
  if (Object.keys(ofVehicle).length > 0) {
    const vehicle = kind === 'tracker' ? await vehicleOf(data) : data;
    const localId = Number(ofVehicle.customerId ?? 0);
    const client = localId ? await findRecord(kysely, run.user_id, 'client', { localId }) : undefined;
    const clientId = client?.remoteId ?? null;
    if (vehicle) {
      Object.assign(saved, (await attempt(() => writes.changeVehicle(vehicle, ofVehicle, clientId))).saved);
    }
  }
  if (kind !== 'tracker') return saved;
  const ofCard = valuesOf('simCard', pending);
  let newCardId: number | null = null;
  if (Object.keys(ofCard).length > 0) {
    const remoteId = reference(data.simCardId);
    const card =
      remoteId === null ? undefined : await findRecord(kysely, run.user_id, 'simCard', { remoteId });
    const done = await attempt(() => writes.saveSimCard(card?.data, ofCard));
    if (!card && done.row) newCardId = reference(done.row.id);
    // a new card counts when the tracker has it
    const tracker =
      newCardId === null ? undefined : await attempt(() => writes.changeTracker(data, {}, newCardId));
    if (!tracker || reference(tracker.row?.simCardId) === newCardId) Object.assign(saved, done.saved);
  }
  const ofTracker = valuesOf('tracker', pending);
  if (Object.keys(ofTracker).length > 0) {
    Object.assign(saved, (await attempt(() => writes.changeTracker(data, ofTracker, newCardId))).saved);
  }
  return saved;

  /** A tracker that names no vehicle is in the one of its plate. */
  async function vehicleOf({ veiculoId, placa }: Remote): Promise<Remote | undefined> {
    const remoteId = reference(veiculoId);
    const key = bareCode(placa);
    if (remoteId === null && key === null) return undefined;
    const by = remoteId === null ? { key: key ?? '' } : { remoteId };
    return (await findRecord(kysely, run.user_id, 'vehicle', by))?.data;
  }
}
