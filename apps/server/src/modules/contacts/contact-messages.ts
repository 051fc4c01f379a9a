/** Tells those who could be called before that contacts were changed (PROC-04): by SMS, each at most once. */
import type { PublicServerSettings } from '@atalaia/contract/server/server-settings';
import { languageNamed } from '@atalaia/phrases/languages';
import { say } from '@atalaia/phrases/say';
import type { Kysely } from 'kysely';
import type { Schema } from '../../platform/db/schema.ts';
import type { Channels } from '../../platform/outbound/channels.ts';
import { endContactMessage, takeContactMessage } from './contact-requests-queries.ts';

export interface ContactMessagesParts {
  readonly kysely: Kysely<Schema>;
  readonly channels: Pick<Channels, 'sendSms'>;
  readonly readServer: () => Promise<Pick<PublicServerSettings, 'attributes'>>;
}

/** One after another until none waits; what a process that died had begun is never sent again. */
export function createContactMessages({ kysely, channels, readServer }: ContactMessagesParts) {
  return async (signal: AbortSignal): Promise<void> => {
    while (!signal.aborted) {
      const message = await takeContactMessage(kysely);
      if (!message) return;
      const { id, phone, customerName } = message;
      const language = languageNamed((await readServer()).attributes['ui.language']);
      const said = say(language, 'notice.contactsChanged', { name: customerName });
      const error = channels.sendSms
        ? await channels.sendSms(phone, said).then(
            () => undefined,
            (problem: unknown) => String(problem),
          )
        : 'SMS is not set up';
      await endContactMessage(kysely, id, error);
    }
  };
}
