import type { Notificator } from '@atalaia/contract/notification';
import type { ServerValues } from '@atalaia/domain/settings';
import type { Kysely } from 'kysely';
import type { Schema } from '../../db/schema.ts';
import type { Channels } from '../../integrations/channels.ts';
import type { Commit } from '../../writing/commit.ts';
import { createDelivery } from './notice-delivery.ts';
import { createExpansion } from './notice-expansion.ts';
import { noticeSenders } from './notice-senders.ts';
import { createNoticeTest, type SendTest } from './notice-test.ts';
import type { CountNotices } from './notices-metrics.ts';

export interface NoticesParts {
  readonly kysely: Kysely<Schema>;
  readonly commit: Commit;
  readonly channels: Channels;
  readonly count: CountNotices;
  /** Address of the web interface for links, where it is known. */
  readonly publicUrl: string | undefined;
  readonly readServer: () => Promise<ServerValues>;
  /** ms since 1970 UTC. */
  readonly nowMs?: () => number;
}

/** Work that is done again and again until its signal says stop. */
export interface NoticeJob {
  readonly name: string;
  readonly everyMs: number;
  readonly work: (signal: AbortSignal) => Promise<void>;
}

export interface NoticesService {
  /** One that looks up whom an event concerns, and one for each channel. They may run in several processes. */
  readonly jobs: readonly NoticeJob[];
  isSetUp(notificator: Notificator): boolean;
  readonly sendTest: SendTest;
}

export function createNoticesService(parts: NoticesParts): NoticesService {
  const { kysely, commit, channels, count, publicUrl, readServer, nowMs = () => Date.now() } = parts;
  const senders = noticeSenders(channels);
  const notificators: readonly string[] = ['web', ...senders.map((sender) => sender.notificator)];
  const shared = { kysely, nowMs, count, publicUrl, readServer };
  return {
    jobs: [
      {
        name: 'notices of events',
        everyMs: 500,
        work: createExpansion({ commit, nowMs, count, notificators, readServer }),
      },
      ...senders.map((sender) => ({
        name: `notices by ${sender.notificator}`,
        everyMs: 1_000,
        work: createDelivery(sender, shared),
      })),
    ],
    isSetUp: (notificator) => notificators.includes(notificator),
    sendTest: createNoticeTest({ kysely, commit, senders, readServer, nowMs }),
  };
}
