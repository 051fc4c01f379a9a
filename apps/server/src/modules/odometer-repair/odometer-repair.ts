/**
 * Mends the odometers that an earlier release read in the wrong base (`docs/operations.md`): once, in pieces of their own
 * transactions, continuing after a restart where it was. What cannot be decided is left as it is, counted, and looked at again
 * when the device has reported more. The identity of a position (ING-02) stays the one it was stored with.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { HeldLease } from '../../platform/db/leases/leases.ts';
import type { Schema } from '../../platform/db/schema.ts';
import { writeAudit } from '../../queries/audit.ts';
import { mendShown, type WrongHighest, wrongHighest } from './device-rows-queries.ts';
import { type DeviceInDoubt, examineDevice } from './examine-device.ts';
import { readDueDevices, recordExamination } from './odometer-repair-queries.ts';
import { findDevices } from './odometer-scan-queries.ts';

export interface OdometerRepairParts {
  readonly pool: Pick<Pool, 'query'>;
  readonly kysely: Kysely<Schema>;
  readonly log: Logger;
  /** Mends the highest odometer that ingest remembers of a device; false when it could not. */
  correctHighest(deviceId: number, highest: WrongHighest): Promise<boolean>;
  readonly rowsPerPiece?: number;
  readonly blocksPerPiece?: number;
}

export interface OdometerRepair {
  /** Does what is due; nothing, once all is done. For `every`, under a lease where several processes do it. */
  work(signal: AbortSignal, lease?: Pick<HeldLease, 'requireWithin'>): Promise<void>;
}

/** A piece of work is followed by as long a rest, ms. */
const longestRestMs = 1_000;

export function createOdometerRepair(parts: OdometerRepairParts): OdometerRepair {
  const { pool, kysely, log, rowsPerPiece = 1_000 } = parts;

  /** Counts, audit and log of an examination, in one transaction. */
  async function publish(
    { deviceId, firstTime, lastTime }: DeviceInDoubt,
    { right, undecided }: { readonly right: number; readonly undecided: number },
    lease: Pick<HeldLease, 'requireWithin'> | undefined,
  ) {
    await kysely.transaction().execute(async (transaction) => {
      const before = await recordExamination(transaction, deviceId, { right, undecided });
      const { mended } = before;
      const hasChanged = mended !== before.reported_mended || undecided !== before.reported_undecided;
      if (!hasChanged) return lease?.requireWithin(transaction);
      const details = { mended: mended - before.reported_mended, undecided, from: firstTime, to: lastTime };
      await writeAudit(
        transaction,
        { address: null },
        { action: 'repair', noun: 'device', objectId: deviceId, details },
      );
      await lease?.requireWithin(transaction);
      log.info({ deviceId, right, ...details }, 'odometers read in the wrong base were mended');
    });
  }

  return {
    async work(signal, lease) {
      let startedMs = performance.now();
      const rest = async () => {
        const restMs = Math.min(performance.now() - startedMs, longestRestMs);
        await sleep(restMs, undefined, { signal }).catch(() => undefined);
        startedMs = performance.now();
      };
      const { blocksPerPiece } = parts;
      const looking = { pool, rest, ...(blocksPerPiece === undefined ? {} : { blocks: blocksPerPiece }) };
      if (!(await findDevices(looking, signal))) return;
      for (const device of await readDueDevices(pool)) {
        startedMs = performance.now();
        const examined = await examineDevice({ pool, rowsPerPiece, rest }, device, signal);
        if (!examined) return;
        await mendShown(pool, device.deviceId);
        const highest = await wrongHighest(pool, device.deviceId);
        if (highest && !(await parts.correctHighest(device.deviceId, highest))) continue;
        await publish(device, examined, lease);
      }
    },
  };
}
