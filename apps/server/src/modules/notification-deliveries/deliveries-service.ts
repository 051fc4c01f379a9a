import type { Notificator } from '@atalaia/contract/rules/notification';
import type { ServerValues } from '@atalaia/domain/catalog/settings';
import type { Kysely } from 'kysely';
import type { WebDeliveryFragment } from '../../platform/bus/bus.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { Geocoding } from '../../platform/geocoding/geocoding.ts';
import type { Channels } from '../../platform/outbound/channels.ts';
import type { Commit } from '../../queries/commit.ts';
import type { CountDeliveries } from './deliveries-metrics.ts';
import { createExpansion } from './delivery-expansion.ts';
import { readWebDeliveries } from './delivery-queue-queries.ts';
import { type CarryOut, commandSender, deliverySenders } from './delivery-senders.ts';
import { createDeliveryTest, type SendTest } from './delivery-test-service.ts';
import { createMessageSending, type SendMessage } from './message-sending.ts';
import { createDelivery } from './send-delivery.ts';

export interface DeliveriesParts {
  readonly kysely: Kysely<Schema>;
  readonly commit: Commit;
  readonly channels: Channels;
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
  const senders = deliverySenders(channels);
  const notificators: readonly string[] = ['web', ...senders.map((sender) => sender.notificator)];
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
    isSetUp: (notificator) => notificators.includes(notificator),
    describeNotices: (ids) => readWebDeliveries(kysely, ids),
    sendTest: createDeliveryTest({ kysely, commit, senders, readServer, nowMs }),
    sendMessage: createMessageSending({ kysely, senders }),
  };
}
