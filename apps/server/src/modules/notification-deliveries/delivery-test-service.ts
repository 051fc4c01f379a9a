/** A test of one channel, to a person and at once: nothing is queued and nothing is tried again. */
import type { Notificator } from '@atalaia/contract/rules/notification';
import type { ServerValues } from '@atalaia/domain/catalog/settings';
import type { Kysely } from 'kysely';
import { AppError, notFound } from '../../errors/app-error.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { Commit } from '../../queries/commit.ts';
import type { Viewer } from '../../visibility/visible.ts';
import { readRecipient, readTestSubject } from './delivery-facts-queries.ts';
import { type Message, type Reading, readingOf, testMessage } from './delivery-message.ts';
import type { DeliverySender } from './delivery-senders.ts';

export interface DeliveryTestParts {
  readonly kysely: Kysely<Schema>;
  readonly commit: Commit;
  readonly senders: readonly DeliverySender[];
  readonly readServer: () => Promise<ServerValues>;
  readonly nowMs: () => number;
}

/** Throws a `DeliveryFailed`. Only for a channel that is set up. */
export type SendTest = (viewer: Viewer, notificator: Notificator) => Promise<void>;

export function createDeliveryTest(parts: DeliveryTestParts): SendTest {
  const { kysely, commit, senders, readServer, nowMs } = parts;

  async function compose({ userId }: Viewer) {
    const recipient = await readRecipient(kysely, userId);
    if (!recipient) throw notFound('user', userId);
    const reading: Reading = readingOf(await readServer(), recipient);
    return { recipient, message: testMessage(recipient, reading) };
  }

  /** An event has a device: the first that he sees. Its number is one that no other event gets. */
  const sendToBrowsers = (viewer: Viewer, { short }: Message) =>
    commit(async (transaction, publish) => {
      const device = await readTestSubject(transaction, viewer);
      const reason = 'the user sees no device';
      if (!device) throw new AppError('not-found', reason, { reason });
      const now = new Date(nowMs()).toISOString();
      const event = {
        id: device.eventId,
        deviceId: device.id,
        type: 'test',
        name: device.name,
        eventTime: now,
        serverTime: now,
        positionId: 0,
        geofenceId: 0,
        maintenanceId: 0,
        attributes: { message: short },
      };
      const json = JSON.stringify(event);
      publish('notificationDeliveries', [{ userId: viewer.userId, deviceId: device.id, json, isTest: true }]);
    });

  return async (viewer, notificator) => {
    const { recipient, message } = await compose(viewer);
    if (notificator === 'web') return sendToBrowsers(viewer, message);
    const sender = senders.find((one) => one.notificator === notificator);
    if (!sender) throw new Error(`${notificator} is not set up`);
    await sender.send(recipient, message, `test-${viewer.userId}-${crypto.randomUUID()}`);
  };
}
