/** The fleet-control provider beside this installation, field by field (DRIFT-01). */

import { type ComparedSystem, type Pair, refused, type Side } from '../../resources/compared-system.ts';
import type { UserRow } from '../../visibility/caller.ts';
import type { Viewer } from '../../visibility/visible.ts';
import { candidatesOf, exactFirst } from './devices-step.ts';
import { localCustomer, localDevice, remoteCustomer, remoteDevice } from './fields.ts';
import {
  localRows,
  nextClients,
  nextTrackerless,
  nextTrackers,
  type Reading,
} from './remote-records-queries.ts';
import { bareCode, type Values } from './remote-values.ts';
import { mayWrite, namedAccount, opened, type RunningSyncs, type SyncParts } from './running-syncs.ts';
import { findLastRead, findLastRun, incompleteKinds } from './runs-queries.ts';
import { recordsAtOnce, type SyncContext } from './sync-context.ts';
import { takeSide } from './taking-sides.ts';

const both: readonly Side[] = ['here', 'there'];
/** What the exchange never sends: the provider says it, or has no call for it. */
const onlyTheirs: ReadonlySet<string> = new Set(['status', 'model']);

export function createFleetControlComparison(parts: SyncParts, running: RunningSyncs): ComparedSystem {
  const { kysely, provider } = parts;
  return {
    hasAccount: (user) => provider.isSetUp && namedAccount(user) !== undefined && mayWrite(user),
    startReading: (user) => running.begin(user, '', 'schedule', {}, 'compares'),
    async reading({ id }) {
      const [last, read] = [await findLastRun(kysely, id), await findLastRead(kysely, id)];
      const failure = last?.failure as { readonly code?: string } | null | undefined;
      return {
        isReading: last?.state === 'running',
        readAt: read?.ended_at ? new Date(read.ended_at).toISOString() : null,
        failure: last?.state === 'running' ? null : (failure?.code ?? null),
      };
    },
    pairs: (user) => comparedPairs(parts, user),
    leaseOf: async ({ id }) => `fleet-control ${id}`,
    take: async (caller, difference, lease) => {
      const run = await findLastRead(kysely, caller.userId);
      const named = namedAccount(caller.user);
      const credentials = named && opened(named, parts.secrets);
      if (!run || !credentials) return refused('noAccount');
      const { signal, requireFresh } = lease;
      const account = provider.connect(credentials, signal);
      const context: SyncContext = { ...parts, account, requireFresh, caller, run, signal };
      return takeSide(context, difference, lease);
    },
  };
}

/** What a comparison works with, and what it has met of both sides. */
interface Comparing extends Pick<SyncParts, 'kysely' | 'customers' | 'devices'> {
  readonly reading: Reading;
  readonly viewer: Viewer;
  readonly seen: Readonly<Record<'customer' | 'device', Set<number>>>;
  /** The customer here that a client there is, also where nothing was exchanged yet. */
  readonly customerOf: Map<number, number>;
}

async function* comparedPairs(parts: SyncParts, user: UserRow): AsyncGenerator<readonly Pair[]> {
  const { kysely, customers, devices } = parts;
  const run = await findLastRead(kysely, user.id);
  if (!run) return;
  const incomplete = await incompleteKinds(kysely, run.id);
  const seen = { customer: new Set<number>(), device: new Set<number>() };
  const comparing: Comparing = {
    ...{ kysely, customers, devices, seen, customerOf: new Map() },
    reading: { userId: user.id, runId: run.id },
    viewer: { userId: user.id, administrator: user.administrator },
  };
  yield* pieces((after) => clientPairs(comparing, after));
  yield* pieces((after) => trackerPairs(comparing, after));
  // a tracker that was not read may be in one of the vehicles
  if (!incomplete.has('tracker')) yield* pieces((after) => vehiclePairs(comparing, after));
  // of a list that came short nobody can say what it does not hold
  if (!incomplete.has('client')) yield* onlyHere(comparing, 'customer');
  if (!incomplete.has('tracker') && !incomplete.has('vehicle')) yield* onlyHere(comparing, 'device');
}

interface Piece {
  readonly pairs: readonly Pair[];
  /** The number after which the next piece begins. */
  readonly last: number;
}

async function* pieces(next: (after: number) => Promise<Piece | undefined>): AsyncGenerator<readonly Pair[]> {
  for (let piece = await next(0); piece; piece = await next(piece.last)) yield piece.pairs;
}

async function clientPairs(comparing: Comparing, after: number): Promise<Piece | undefined> {
  const { kysely, reading, viewer, customers, customerOf, seen } = comparing;
  const records = await nextClients(kysely, reading, after, recordsAtOnce);
  const last = records.at(-1);
  if (!last) return undefined;
  const matches = await customers.match(kysely, viewer, {
    documents: records.flatMap(({ key }) => key || []),
    ids: records.flatMap(({ localId }) => localId ?? []),
  });
  const pairs = records.flatMap((record): Pair[] => {
    const { key, remoteId, localId } = record;
    const match =
      matches.find(({ id }) => id === localId) ?? matches.find(({ cpf_cnpj }) => cpf_cnpj === key);
    if (match) customerOf.set(remoteId, match.id);
    if (!record.isFirst || key === '') return [];
    const there = remoteCustomer(record.data, record.situation);
    const about = { noun: 'customer', remoteKey: String(remoteId) } as const;
    if (!match) {
      // who has ended there is not missing here
      if (there.status === 'inactive') return [];
      return [
        { ...about, localId: null, name: there.name ?? key, here: null, there, sidesOf: () => ['there'] },
      ];
    }
    seen.customer.add(match.id);
    const isActive = there.status === 'active' || there.status === 'trial' || there.status === null;
    const here = localCustomer(match);
    const standing = isActive ? 'active' : 'inactive';
    return [
      { ...about, localId: match.id, name: match.name, here, there, standing, sidesOf: sidesOf(here, there) },
    ];
  });
  return { pairs, last: last.remoteId };
}

async function trackerPairs(comparing: Comparing, after: number): Promise<Piece | undefined> {
  const { kysely, reading, viewer, devices, customerOf } = comparing;
  const records = await nextTrackers(kysely, reading, after, recordsAtOnce);
  const last = records.at(-1);
  if (!last) return undefined;
  const matches = await devices.match(kysely, viewer, {
    uniqueIds: records.flatMap(({ key }) => key || []),
    plates: records.flatMap(({ data, vehicle }) => bareCode(vehicle?.placa ?? data.placa) ?? []),
    ids: records.flatMap(({ localId }) => localId ?? []),
  });
  const candidates = candidatesOf(matches);
  const known = new Set(matches.map(({ unique_id }) => unique_id));
  const pairs = exactFirst(records, known).flatMap((record): Pair[] => {
    if (record.key === '' || !record.isFirst) return [];
    const customerId = customerOf.get(record.clientId ?? 0) ?? record.customerId;
    const there = remoteDevice({ ...record, tracker: record.data, customerId });
    const plate = there.plate ?? bareCode(record.data.placa);
    const match = candidates.find(record.localId, record.key, plate);
    if (match === 'several') return [];
    const sides: readonly Side[] = record.vehicle ? ['there'] : [];
    const key = `tracker ${record.remoteId}`;
    return [devicePair(comparing, key, match, there, { name: plate ?? record.key, sides })];
  });
  return { pairs, last: last.remoteId };
}

/** Vehicles without a tracker: nothing that could be made here. */
async function vehiclePairs(comparing: Comparing, after: number): Promise<Piece | undefined> {
  const { kysely, reading, viewer, devices, customerOf, seen } = comparing;
  const records = await nextTrackerless(kysely, reading, after, recordsAtOnce);
  const last = records.at(-1);
  if (!last) return undefined;
  const ids = records.flatMap(({ localId }) => localId ?? []);
  const plates = records.flatMap(({ key }) => key || []);
  const candidates = candidatesOf(await devices.match(kysely, viewer, { ids, plates, uniqueIds: [] }));
  const pairs = records.flatMap((record): Pair[] => {
    if (!record.isFirst) return [];
    const customerId = customerOf.get(record.clientId ?? 0) ?? record.customerId;
    const there = remoteDevice({ vehicle: record.data, customerId });
    const match = candidates.find(record.localId, '', record.key || null);
    if (match === 'several' || (match && seen.device.has(match.id))) return [];
    return [
      devicePair(comparing, `vehicle ${record.remoteId}`, match, there, { name: record.key, sides: [] }),
    ];
  });
  return { pairs, last: last.remoteId };
}

type DeviceMatch = Awaited<ReturnType<SyncParts['devices']['match']>>[number];

function devicePair(
  { seen }: Comparing,
  remoteKey: string,
  match: DeviceMatch | undefined,
  there: Values,
  alone: { readonly name: string; readonly sides: readonly Side[] },
): Pair {
  const about = { noun: 'device', remoteKey } as const;
  if (!match)
    return { ...about, localId: null, name: alone.name, here: null, there, sidesOf: () => alone.sides };
  seen.device.add(match.id);
  const here = localDevice(match);
  // a device that reports keeps the number that it reports
  const heard = match.hasReported ? new Set(['uniqueId']) : undefined;
  return { ...about, localId: match.id, name: match.name, here, there, sidesOf: sidesOf(here, there, heard) };
}

/** A value that is missing on one side is never taken: it would empty the other. */
function sidesOf(here: Values, there: Values, onlyOurs?: ReadonlySet<string>) {
  return (field: string): readonly Side[] =>
    both.filter((side) =>
      side === 'here'
        ? (here[field] ?? null) !== null && !onlyTheirs.has(field)
        : (there[field] ?? null) !== null && !onlyOurs?.has(field),
    );
}

/** What is here, in force, and not there. */
async function* onlyHere(
  { kysely, viewer, seen }: Comparing,
  noun: 'customer' | 'device',
): AsyncGenerator<readonly Pair[]> {
  for (let after = 0; ; ) {
    const rows = await localRows(kysely, viewer, noun, after, recordsAtOnce * 4);
    const last = rows.at(-1);
    if (!last) return;
    after = last.id;
    yield rows
      .filter(({ id }) => !seen[noun].has(id))
      .map(({ id, name, isInForce }) => ({
        ...{ noun, localId: id, remoteKey: null, name, there: null },
        here: isInForce ? {} : null,
        sidesOf: () => both,
        ...(noun === 'customer' && { standing: 'absent' as const }),
      }));
  }
}
