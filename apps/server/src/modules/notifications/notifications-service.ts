import type { GeofenceInput } from '@atalaia/contract/rules/geofence';
import {
  type AnchorInput,
  type AnchorState,
  type NotificationInput,
  type NotificationMessage,
  type NotificationSnooze,
  type NotificationTest,
  type Notificator,
  type NotificatorState,
  notificatorSchema,
} from '@atalaia/contract/rules/notification';
import type { LinkedCreating } from '@atalaia/contract/values/linked-query';
import { printArea } from '@atalaia/domain/geo/geofence-area';
import type { Kysely } from 'kysely';
import { LRUCache } from 'lru-cache';
import { AppError, notFound } from '../../errors/app-error.ts';
import { DeliveryFailed } from '../../errors/outbound-errors.ts';
import type { Schema } from '../../platform/db/schema.ts';
import { writeAudit } from '../../queries/audit.ts';
import type { Commit } from '../../queries/commit.ts';
import type { LinkWithin } from '../../queries/link-within.ts';
import { isLinkedVisible } from '../../resources/linked/linked-queries.ts';
import type { LinkedService, LinkedWrites } from '../../resources/linked/linked-service.ts';
import type { Caller } from '../../visibility/caller.ts';
import type { Visibility } from '../../visibility/visibility.ts';
import type { DeliveriesService } from '../notification-deliveries/deliveries-service.ts';
import { endSnooze, findAnchor, findSnoozes, lockAnchors, writeSnooze } from './notifications-resource.ts';

/** Tests cost money and reach real phones: so many in a minute for one person. */
const perMinute = 5;
const minuteMs = 60_000;
const mostPeople = 10_000;

/** Counts one test of a person; throws `too-many-requests` with the seconds to wait. */
type CountTest = (userId: number) => void;

export function createTestLimit(nowMs: () => number = () => Date.now()): CountTest {
  const recent = new LRUCache<number, readonly number[]>({ max: mostPeople });
  return (userId) => {
    const now = nowMs();
    const times = (recent.get(userId) ?? []).filter((time) => time > now - minuteMs);
    const [oldest] = times;
    if (oldest !== undefined && times.length >= perMinute) {
      const retryAfterSeconds = Math.ceil((oldest + minuteMs - now) / 1000);
      throw new AppError('too-many-requests', 'too many tests of notifications', { retryAfterSeconds });
    }
    recent.set(userId, [...times, now]);
  };
}

export interface NotificationsParts {
  readonly kysely: Kysely<Schema>;
  readonly commit: Commit;
  readonly notifications: LinkedService<NotificationInput, LinkedCreating> &
    LinkedWrites<NotificationInput, LinkedCreating>;
  readonly geofences: LinkedWrites<GeofenceInput, LinkedCreating>;
  readonly linkWithin: LinkWithin;
  readonly visibility: Pick<Visibility, 'isDeviceVisible'>;
  readonly deliveries: Pick<DeliveriesService, 'isSetUp' | 'sendTest' | 'sendMessage'>;
  readonly nowMs?: () => number;
}

export interface NotificationsService extends LinkedService<NotificationInput, LinkedCreating> {
  /** What the caller is told nothing of for now. */
  snoozes(caller: Caller): Promise<readonly NotificationSnooze[]>;
  /** Tells the caller, and nobody else, nothing of it for so long; its command is carried out. Throws `not-found` where he does not see it. */
  snooze(caller: Caller, id: number, minutes: number): Promise<NotificationSnooze>;
  /** He is told of it again. */
  endSnooze(caller: Caller, id: number): Promise<void>;
  /** Whether the caller's own anchor of a vehicle that he sees lies, whether he is told by somebody else's, and which alerts of it are his own. */
  anchor(caller: Caller, deviceId: number): Promise<AnchorState>;
  /** Tells the caller when a vehicle that he sees moves away from a place, once: where there is an anchor of his already, it stays. */
  layAnchor(caller: Caller, deviceId: number, input: AnchorInput): Promise<void>;
  /** He is told of it no more; the geofence round it goes too, unless it is used for something else. His own goes also where he sees the vehicle no more. */
  takeAnchor(caller: Caller, deviceId: number): Promise<void>;
  /** Every channel there is; one that is not set up says so. */
  notificators(): readonly NotificatorState[];
  /** Sends the caller a test by every channel that is set up, and returns how each went. */
  testAll(caller: Caller): Promise<readonly NotificationTest[]>;
  /** By one channel; throws `channel-not-set-up` or `delivery-failed`. */
  test(caller: Caller, notificator: Notificator): Promise<NotificationTest>;
  /**
   * A word to these users, or to all that he manages. Throws `forbidden` for who manages nobody, `not-found` for a user he
   * does not see, `channel-not-set-up`, and `recipients-not-reached` that names those whom it did not reach.
   */
  sendMessage(
    caller: Caller,
    notificator: Notificator,
    message: NotificationMessage,
    userIds: readonly number[] | undefined,
  ): Promise<void>;
}

export function createNotificationsService(parts: NotificationsParts): NotificationsService {
  const { commit, notifications, deliveries } = parts;
  const countTest = createTestLimit(parts.nowMs);

  async function begin(caller: Caller, notificators: readonly Notificator[]): Promise<void> {
    countTest(caller.userId);
    const details = { notificators };
    await commit((transaction) =>
      writeAudit(transaction, caller, { action: 'test', noun: 'notification', details }),
    );
  }

  async function send(caller: Caller, type: Notificator): Promise<NotificationTest> {
    try {
      await deliveries.sendTest(caller, type);
      return { type, sent: true, reason: null };
    } catch (error) {
      if (error instanceof AppError && error.code === 'not-found') {
        return { type, sent: false, reason: error.message };
      }
      if (!(error instanceof DeliveryFailed)) throw error;
      return { type, sent: false, reason: reasonFor(caller, error) };
    }
  }

  const requireVisible = async (within: Kysely<Schema>, caller: Caller, id: number) => {
    if (!(await isLinkedVisible(within, caller, 'notification', id))) throw notFound('notification', id);
  };

  return {
    ...notifications,
    snoozes: (caller) => findSnoozes(parts.kysely, caller.userId),
    snooze: (caller, id, minutes) =>
      commit(async (within) => {
        await requireVisible(within, caller, id);
        await writeSnooze(within, caller.userId, id, minutes);
        const [snooze] = await findSnoozes(within, caller.userId, id);
        if (!snooze) throw new Error('a snooze that was written came back as none');
        const details = { snoozedUntil: snooze.until };
        await writeAudit(within, caller, { action: 'update', noun: 'notification', objectId: id, details });
        return snooze;
      }),
    endSnooze: (caller, id) =>
      commit(async (within) => {
        await requireVisible(within, caller, id);
        if (!(await endSnooze(within, caller.userId, id))) return;
        const details = { snoozedUntil: null };
        await writeAudit(within, caller, { action: 'update', noun: 'notification', objectId: id, details });
      }),
    ...createAnchors(parts),
    notificators: () =>
      notificatorSchema.options.map((type) => ({ type, configured: deliveries.isSetUp(type) })),
    async testAll(caller) {
      const types = notificatorSchema.options.filter(deliveries.isSetUp);
      await begin(caller, types);
      return Promise.all(types.map((type) => send(caller, type)));
    },
    async test(caller, type) {
      if (!deliveries.isSetUp(type)) throw new AppError('channel-not-set-up', `${type} is not set up`);
      await begin(caller, [type]);
      try {
        await deliveries.sendTest(caller, type);
      } catch (error) {
        if (!(error instanceof DeliveryFailed)) throw error;
        const reason = reasonFor(caller, error);
        throw new AppError('delivery-failed', reason, { reason });
      }
      return { type, sent: true, reason: null };
    },
    async sendMessage(caller, type, message, userIds) {
      if (!caller.administrator && caller.user.user_limit === 0)
        throw new AppError('forbidden', 'only who manages users may send them a word');
      if (type === 'web' || !deliveries.isSetUp(type))
        throw new AppError('channel-not-set-up', `${type} carries no word of a person here`);
      countTest(caller.userId);
      const { reached, failed } = await deliveries.sendMessage(caller, type, message, userIds);
      const details = { notificator: type, subject: message.subject, users: reached };
      await commit((transaction) =>
        writeAudit(transaction, caller, { action: 'send', noun: 'notification', details }),
      );
      if (failed.length === 0) return;
      const reason = `not sent to users ${failed.join(', ')}; sent to ${reached}`;
      throw new AppError('recipients-not-reached', reason, { reason });
    },
  };
}

/** Of the circle round an anchored vehicle: a receiver's place wanders by some tens of metres. */
const anchorMetres = 100;

function createAnchors({
  kysely,
  commit,
  notifications,
  geofences,
  linkWithin,
  visibility,
}: NotificationsParts): Pick<NotificationsService, 'anchor' | 'layAnchor' | 'takeAnchor'> {
  const requireSeen = async (caller: Caller, deviceId: number) => {
    if (!(await visibility.isDeviceVisible(caller, deviceId))) throw notFound('device', deviceId);
  };
  return {
    async anchor(caller, deviceId) {
      await requireSeen(caller, deviceId);
      return findAnchor(kysely, caller, deviceId);
    },
    async layAnchor(caller, deviceId, { latitude, longitude, name, notificators }) {
      await requireSeen(caller, deviceId);
      await commit(async (within, publish) => {
        const [laid] = await lockAnchors(within, caller, deviceId);
        if (laid) return;
        const centre = { latitude, longitude };
        const area = printArea({ kind: 'circle', centre, radiusMetres: anchorMetres });
        const creating = { deviceId: String(deviceId) };
        const circle = await geofences.createWithin(within, publish, caller, { name, area }, creating);
        const attributes = { template: 'anchor', ownDeviceId: deviceId, geofences: String(circle) };
        const input = { type: 'geofenceExit', always: false, notificators, attributes };
        const notificationId = await notifications.createWithin(within, publish, caller, input, {});
        await linkWithin(within, publish, caller, [{ deviceId, notificationId }]);
      });
    },
    async takeAnchor(caller, deviceId) {
      const taken = await commit(async (within, publish) => {
        const anchors = await lockAnchors(within, caller, deviceId);
        for (const { id, geofenceId } of anchors) {
          await notifications.removeWithin(within, publish, caller, id);
          if (geofenceId === null) continue;
          await geofences.removeWithin(within, publish, caller, geofenceId).catch((error: unknown) => {
            // it is gone already, was made by somebody else, or something else hangs on it
            if (!(error instanceof AppError)) throw error;
          });
        }
        return anchors.length;
      });
      if (taken === 0) await requireSeen(caller, deviceId);
    },
  };
}

/** The answer of a mail server or a service may name machines of the company: that is for administrators. */
function reasonFor(caller: Caller, error: DeliveryFailed): string {
  return caller.administrator || error.isAboutRecipient ? error.message : 'it could not be delivered';
}
