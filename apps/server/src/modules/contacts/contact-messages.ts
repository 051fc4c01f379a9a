/** Tells those who could be called before that contacts were changed (PROC-04): by SMS, each at most once. */
import type { Kysely } from 'kysely';
import type { Schema } from '../../platform/db/schema.ts';
import type { SendSms } from '../../platform/outbound/channels.ts';
import { endContactMessage, takeContactMessage } from './contact-requests-queries.ts';

export interface ContactMessagesParts {
  readonly kysely: Kysely<Schema>;
  readonly sendSms: SendSms | undefined;
}

/** One after another until none waits; what a process that died had begun is never sent again. */
export function createContactMessages({ kysely, sendSms }: ContactMessagesParts) {
  return async (signal: AbortSignal): Promise<void> => {
    while (!signal.aborted) {
      const message = await takeContactMessage(kysely);
      if (!message) return;
      const { id, phone, customerName } = message;
      const said = `Os contatos de ${customerName} na central de rastreamento foram alterados. Se não foi você quem pediu, ligue para a central.`;
      const error = sendSms
        ? await sendSms(phone, said).then(
            () => undefined,
            (problem: unknown) => String(problem),
          )
        : 'SMS is not set up';
      await endContactMessage(kysely, id, error);
    }
  };
}
