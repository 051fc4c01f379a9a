import type { LocationShare, LocationShareInput, SharedLocation } from '@atalaia/contract/accounts/location';
import type { Kysely } from 'kysely';
import { AppError, fieldRefusal, notFound } from '../../errors/app-error.ts';
import type { Schema } from '../../platform/db/schema.ts';
import { createRequestBound } from '../../platform/limiter/request-bound.ts';
import { writeAudit } from '../../queries/audit.ts';
import type { Commit } from '../../queries/commit.ts';
import { referenceRefusal } from '../../queries/constraint-refusals.ts';
import type { Caller } from '../../visibility/caller.ts';
import type { Visibility } from '../../visibility/visibility.ts';
import {
  findShare,
  findSharedDevices,
  insertShare,
  listShares,
  type Maker,
  revokeShare,
  sharedDevices,
  uniqueIdsOf,
} from './sharing-queries.ts';

export interface SharingService {
  /** Shares visible devices; the token is in this answer and nowhere else. */
  share(caller: Caller, input: LocationShareInput): Promise<LocationShare & { readonly token: string }>;
  /** The same by number, as clients of the field ask: the token. Throws `not-found` for what is not seen. */
  shareNumber(
    caller: Caller,
    of: { readonly deviceId?: number | undefined; readonly groupId?: number | undefined },
    expiration: string,
  ): Promise<string>;
  /** The caller's shares in force; everybody's for an administrator. */
  list(caller: Caller): Promise<LocationShare[]>;
  revoke(caller: Caller, id: number): Promise<void>;
  /**
   * What anybody with the token sees. Throws `not-found` for none, `too-many-requests`, and
   * `share-ended` when it is over or has nothing left to show.
   */
  read(token: string, address: string): Promise<SharedLocation>;
}

export interface SharingParts {
  readonly kysely: Kysely<Schema>;
  readonly commit: Commit;
  readonly visibility: Pick<Visibility, 'requireSeen'>;
  /** The makers of secret tokens and of what is stored of them. */
  readonly makeToken: () => string;
  readonly hashToken: (token: string) => Buffer;
  readonly nowMs?: () => number;
}

/** Devices that one link shows. */
const mostOfGroup = 100;
const hourMs = 3_600_000;
const usualMs = 24 * hourMs;
const longestMs = 366 * 24 * hourMs;

export function createSharingService(parts: SharingParts): SharingService {
  const { kysely, commit, visibility, makeToken, hashToken, nowMs = Date.now } = parts;
  const boundRequests = createRequestBound(nowMs);
  const makerOf = (caller: Caller): Maker => (caller.administrator ? 'everybody' : caller.userId);

  const share: SharingService['share'] = (caller, input) =>
    commit(async (transaction) => {
      const uniqueIds = [...new Set([input.deviceUniqueIds].flat())];
      const expiresAt = expiryOf(input.expiration, nowMs());
      const shown = { showsName: input.showsName ?? true, showsTrail: input.showsTrail ?? false };
      const devices = await findSharedDevices(transaction, caller, uniqueIds);
      if (devices.length < uniqueIds.length) throw referenceRefusal('deviceUniqueIds');
      if (devices.some(({ disabled }) => disabled)) {
        throw fieldRefusal('device-disabled', {
          path: 'deviceUniqueIds',
          message: 'names a disabled device',
        });
      }
      const token = makeToken();
      const id = await insertShare(transaction, {
        tokenHash: hashToken(token),
        userId: caller.userId,
        expiresAt,
        deviceIds: devices.map((device) => device.id),
        ...shown,
      });
      const details = { deviceUniqueIds: uniqueIds, expiresAt: expiresAt.toISOString(), ...shown };
      await writeAudit(transaction, caller, { action: 'share', noun: 'location', objectId: id, details });
      const [made] = await listShares(transaction, caller.userId, id);
      if (!made) throw notFound('shared location', id);
      return { ...made, token };
    });

  return {
    share,

    async shareNumber(caller, { deviceId, groupId }, expiration) {
      await visibility.requireSeen(caller, {
        deviceId: deviceId?.toString(),
        groupId: groupId?.toString(),
      });
      const deviceUniqueIds = [...(await uniqueIdsOf(kysely, caller, { deviceId, groupId }))];
      if (deviceUniqueIds.length === 0 || deviceUniqueIds.length > mostOfGroup) {
        const message = `must hold 1 to ${mostOfGroup} devices`;
        throw fieldRefusal('invalid-input', { path: 'groupId', message });
      }
      return (await share(caller, { deviceUniqueIds, expiration })).token;
    },

    list: (caller) => listShares(kysely, makerOf(caller)),

    revoke: (caller, id) =>
      commit(async (transaction) => {
        const isRevoked = await revokeShare(transaction, makerOf(caller), id);
        if (!isRevoked) throw notFound('shared location', id);
        await writeAudit(transaction, caller, { action: 'revoke', noun: 'location', objectId: id });
      }),

    async read(token, address) {
      boundRequests(address);
      const share = await findShare(kysely, hashToken(token));
      if (!share) throw new AppError('not-found', 'no such shared location');
      const devices = share.isInForce ? await sharedDevices(kysely, share) : [];
      if (devices.length === 0) throw new AppError('share-ended', 'this location is shared no more');
      return { expiresAt: share.expiresAt, devices };
    },
  };
}

function expiryOf(requested: string | undefined, now: number): Date {
  const atMs = requested === undefined ? now + usualMs : Date.parse(requested);
  if (atMs <= now || atMs > now + longestMs) {
    throw fieldRefusal('invalid-input', { path: 'expiration', message: 'must lie within a year from now' });
  }
  return new Date(atMs);
}
