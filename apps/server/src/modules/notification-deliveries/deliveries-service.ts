import type { NotificationMessage, Notificator } from '@atalaia/contract/rules/notification';
import type { ServerValues } from '@atalaia/domain/catalog/settings';
import type { Kysely } from 'kysely';
import { AppError, notFound } from '../../errors/app-error.ts';
import { DeliveryFailed } from '../../errors/outbound-errors.ts';
import type { WebDeliveryFragment } from '../../platform/bus/bus.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { Geocoding } from '../../platform/geocoding/geocoding.ts';
import { createLimiter } from '../../platform/limiter/limiter.ts';
import type { Channels } from '../../platform/outbound/channels.ts';
import { escapeHtml } from '../../platform/outbound/mail/mailer.ts';
import type { Commit } from '../../queries/commit.ts';
import type { Viewer } from '../../visibility/visible.ts';
import type { BrandMail } from '../companies/company-mails-service.ts';
import type { WebPushService } from '../web-push/web-push-service.ts';
import type { CountDeliveries } from './deliveries-metrics.ts';
import { createExpansion } from './delivery-expansion.ts';
import { readManaged, readRecipient, readTestSubject } from './delivery-facts-queries.ts';
import { type Message, type Reading, readingOf, testMessage } from './delivery-message.ts';
import { readWebDeliveries } from './delivery-queue-queries.ts';
import { type CarryOut, commandSender, type DeliverySender, deliverySenders } from './delivery-senders.ts';
import { createDelivery } from './send-delivery.ts';

/** A test of one channel, to a person and at once: nothing is queued and nothing is tried again. */

interface DeliveryTestParts {
  readonly kysely: Kysely<Schema>;
  readonly commit: Commit;
  readonly senders: readonly DeliverySender[];
  readonly readServer: () => Promise<ServerValues>;
  readonly nowMs: () => number;
}

/** Throws a `DeliveryFailed`. Only for a channel that is set up. */
type SendTest = (viewer: Viewer, notificator: Notificator) => Promise<void>;

function createDeliveryTest(parts: DeliveryTestParts): SendTest {
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
    const sender = senders.find((one) => one.notificator === notificator && one.isSetUp());
    if (!sender) throw new Error(`${notificator} is not set up`);
    await sender.send(recipient, message, `test-${viewer.userId}-${crypto.randomUUID()}`);
  };
}

/** A word of a person to users whom he manages: at once, and not again. */

/** Of one word; more people are asked for by number. */
const mostPeople = 1_000;
const atOnce = 8;

/** Returns how many it reached, and the numbers of those it did not. Only for a channel that is set up. */
type SendMessage = (
  viewer: Viewer,
  notificator: Notificator,
  message: NotificationMessage,
  userIds: readonly number[] | undefined,
) => Promise<{ readonly reached: number; readonly failed: readonly number[] }>;

function createMessageSending({
  kysely,
  senders,
}: {
  readonly kysely: Kysely<Schema>;
  readonly senders: readonly DeliverySender[];
}): SendMessage {
  return async (viewer, notificator, { subject, digest, body }, userIds) => {
    const sender = senders.find((one) => one.notificator === notificator && one.isSetUp());
    if (!sender) throw new Error(`${notificator} is not set up`);
    const people = await readManaged(kysely, viewer, userIds, mostPeople);
    const unseen = userIds?.find((id) => !people.some(({ userId }) => userId === id));
    if (unseen !== undefined) throw notFound('user', unseen);
    const html = `<!doctype html><html><body><p style="white-space:pre-line">${escapeHtml(body)}</p></body></html>`;
    const message = { title: subject, text: body, html, short: digest || body.slice(0, 200), path: '/' };
    const limiter = createLimiter(atOnce);
    const failed: number[] = [];
    await Promise.all(
      people.map((person) =>
        limiter
          .run(() => sender.send(person, message, `word-${crypto.randomUUID()}`))
          .catch((error: unknown) => {
            if (!(error instanceof DeliveryFailed)) throw error;
            failed.push(person.userId);
          }),
      ),
    );
    return { reached: people.length - failed.length, failed };
  };
}

export interface DeliveriesParts {
  readonly kysely: Kysely<Schema>;
  readonly commit: Commit;
  readonly channels: Channels;
  /** In the brand of the company whose the person is. */
  readonly brandMail: BrandMail;
  /** To the browsers that take notifications. */
  readonly webPush?: Pick<WebPushService, 'send'> | undefined;
  readonly count: CountDeliveries;
  /** Address of the web interface for links, where it is known. */
  readonly publicUrl: string | undefined;
  readonly readServer: () => Promise<ServerValues>;
  readonly geocoding: Pick<Geocoding, 'nearest'>;
  /** What notifications carry out: a saved command, by the right of who made the notification. */
  readonly carryOut: CarryOut;
  /** ms since 1970 UTC. */
  readonly nowMs?: () => number;
}

/** Work that is done again and again until its signal says stop. */
export interface DeliveryJob {
  readonly name: string;
  readonly everyMs: number;
  readonly work: (signal: AbortSignal) => Promise<void>;
}

export interface DeliveriesService {
  /** One that looks up whom an event concerns, and one for each channel. They may run in several processes. */
  readonly jobs: readonly DeliveryJob[];
  isSetUp(notificator: Notificator): boolean;
  /** Notices of the browser by their numbers, as they were published when they were made. */
  describeNotices(ids: readonly number[]): Promise<readonly WebDeliveryFragment[]>;
  readonly sendTest: SendTest;
  readonly sendMessage: SendMessage;
}

export function createDeliveriesService(parts: DeliveriesParts): DeliveriesService {
  const { kysely, commit, channels, count, publicUrl, readServer, nowMs = () => Date.now() } = parts;
  const senders = deliverySenders(channels, parts.brandMail, parts.webPush);
  const notificators = (): readonly string[] => [
    'web',
    ...senders.filter((sender) => sender.isSetUp()).map((sender) => sender.notificator),
  ];
  const shared = { kysely, nowMs, count, publicUrl, readServer, nearest: parts.geocoding.nearest };
  return {
    jobs: [
      {
        name: 'notices of events',
        everyMs: 500,
        work: createExpansion({ commit, nowMs, count, notificators, readServer }),
      },
      ...[...senders, commandSender(parts.carryOut)].map((sender) => ({
        name: `notices by ${sender.notificator}`,
        everyMs: 1_000,
        work: createDelivery(sender, shared),
      })),
    ],
    isSetUp: (notificator) => notificators().includes(notificator),
    describeNotices: (ids) => readWebDeliveries(kysely, ids),
    sendTest: createDeliveryTest({ kysely, commit, senders, readServer, nowMs }),
    sendMessage: createMessageSending({ kysely, senders }),
  };
}
