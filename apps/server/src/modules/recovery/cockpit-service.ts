import type { Cockpit } from '@atalaia/contract/sinisters/cockpit';
import { plausibleKmh } from '@atalaia/domain/travel/plausible-speed';
import type { Caller } from '../../visibility/caller.ts';
import {
  dropWatcher,
  findFix,
  findLastBlock,
  findLastCell,
  listTimeline,
  listTwins,
  listUsualStops,
  listWatchers,
  noteWatcher,
} from './cockpit-queries.ts';
import type { RecoveryParts } from './first-hour-service.ts';

export interface CockpitService {
  read(caller: Caller, sinisterId: number): Promise<Cockpit>;
  /** The caller has the case on his screen; the others hear when he came. */
  watch(caller: Caller, sinisterId: number): Promise<Cockpit['watchers']>;
  /** He left it. */
  leave(caller: Caller, sinisterId: number): Promise<void>;
}

export function createCockpitService({ kysely, commit, sinisters }: RecoveryParts): CockpitService {
  const usualStops = createUsualStops(kysely);
  return {
    async read(caller, sinisterId) {
      const sinister = await sinisters.find(caller, sinisterId);
      const { device_id: deviceId } = sinister;
      const device = (await findFix(kysely, caller, deviceId)) ?? null;
      const { category } = sinister.device as { category: string | null };
      const withDesk = caller.administrator || caller.user.desk_role !== 'none';
      return {
        device,
        twins: device ? await listTwins(kysely, caller, deviceId) : [],
        whereabouts: {
          plausibleKmh: plausibleKmh(category),
          usualStops: await usualStops(sinisterId),
          cell: await findLastCell(kysely, sinisterId),
        },
        lastBlock: await findLastBlock(kysely, deviceId),
        watchers: await listWatchers(kysely, sinisterId),
        timeline: await listTimeline(kysely, sinisterId, { withDesk }),
      };
    },

    async watch(caller, sinisterId) {
      const sinister = await sinisters.find(caller, sinisterId);
      await commit(async (transaction, publish) => {
        const isNew = await noteWatcher(transaction, sinisterId, caller.userId);
        if (isNew)
          await sinisters.announce(transaction, publish, sinisterId, sinister.device_id, {
            centreOnly: true,
          });
      });
      return listWatchers(kysely, sinisterId);
    },

    async leave(caller, sinisterId) {
      const sinister = await sinisters.find(caller, sinisterId);
      await commit(async (transaction, publish) => {
        await dropWatcher(transaction, sinisterId, caller.userId);
        await sinisters.announce(transaction, publish, sinisterId, sinister.device_id, { centreOnly: true });
      });
    },
  };
}

type Stops = Cockpit['whereabouts']['usualStops'];

const mostCases = 200;

/**
 * Where vehicles stood before their case was opened does not change any more: 30 days of positions are read once a case,
 * also for several who look at the same moment.
 */
function createUsualStops(kysely: RecoveryParts['kysely']): (sinisterId: number) => Promise<Stops> {
  const known = new Map<number, Promise<Stops>>();
  return (sinisterId) => {
    const kept = known.get(sinisterId);
    if (kept) return kept;
    const read = listUsualStops(kysely, sinisterId);
    known.set(sinisterId, read);
    read.catch(() => known.delete(sinisterId));
    for (const oldest of known.keys()) {
      if (known.size <= mostCases) break;
      known.delete(oldest);
    }
    return read;
  };
}
