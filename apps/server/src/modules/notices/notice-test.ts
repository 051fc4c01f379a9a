/** A test of one channel, to a person and at once: nothing is queued and nothing is tried again. */
import type { Notificator } from '@atalaia/contract/notification';
import type { ServerValues } from '@atalaia/domain/settings';
import { type Kysely, sql } from 'kysely';
import { notFound } from '../../app-error.ts';
import type { Schema } from '../../db/schema.ts';
import { DeliveryFailed } from '../../delivery-failed.ts';
import type { Commit } from '../../writing/commit.ts';
import { type Viewer, visibleDevices } from '../sight/visible.ts';
import { readRecipient } from './notice-facts-queries.ts';
import { type Reading, readingOf } from './notice-language.ts';
import { type Message, testMessage } from './notice-message.ts';
import type { NoticeSender } from './notice-senders.ts';

export interface NoticeTestParts {
  readonly kysely: Kysely<Schema>;
  readonly commit: Commit;
  readonly senders: readonly NoticeSender[];
  readonly readServer: () => Promise<ServerValues>;
  readonly nowMs: () => number;
}

/** Throws a `DeliveryFailed`. Only for a channel that is set up. */
export type SendTest = (viewer: Viewer, notificator: Notificator) => Promise<void>;

export function createNoticeTest(parts: NoticeTestParts): SendTest {
  const { kysely, commit, senders, readServer, nowMs } = parts;

  async function compose({ userId }: Viewer) {
    const recipient = await readRecipient(kysely, userId);
    if (!recipient) throw notFound('user', userId);
    const reading: Reading = readingOf(await readServer(), recipient);
    return { recipient, message: testMessage(recipient, reading) };
  }

  /** An event has a device: the first that he sees. Its number is one that no other event gets. */
  const tellBrowsers = (viewer: Viewer, { short }: Message) =>
    commit(async (transaction, tell) => {
      const { rows } = await sql<{ id: number; name: string; eventId: number }>`
        SELECT d.id, d.name, nextval('event_ids') AS "eventId"
        FROM ${visibleDevices(viewer)} ORDER BY d.id LIMIT 1`.execute(transaction);
      const [device] = rows;
      if (!device) {
        const facts = { certainlyNotSent: true, isLasting: true, isAboutRecipient: true };
        throw new DeliveryFailed('the user sees no device', facts);
      }
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
      tell('notices', [{ userId: viewer.userId, deviceId: device.id, json, isTest: true }]);
    });

  return async (viewer, notificator) => {
    const { recipient, message } = await compose(viewer);
    if (notificator === 'web') return tellBrowsers(viewer, message);
    const sender = senders.find((one) => one.notificator === notificator);
    if (!sender) throw new Error(`${notificator} is not set up`);
    await sender.send(recipient, message, `test-${viewer.userId}-${crypto.randomUUID()}`);
  };
}
