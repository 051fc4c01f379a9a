/** The link of a call-out: its text, another one in its place, and its way by SMS. */
import type { PublicServerSettings } from '@atalaia/contract/server/server-settings';
import type { CallOut, NewCallOut } from '@atalaia/contract/sinisters/call-out';
import { languageNamed } from '@atalaia/phrases/languages';
import { say } from '@atalaia/phrases/say';
import type { Kysely } from 'kysely';
import { AppError } from '../../errors/app-error.ts';
import { DeliveryFailed } from '../../errors/outbound-errors.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { Channels } from '../../platform/outbound/channels.ts';
import { writeAudit } from '../../queries/audit.ts';
import type { Caller } from '../../visibility/caller.ts';
import {
  beginCallOutSms,
  endCallOutSms,
  isCallOutLink,
  readResponderLanguage,
  renewCallOut,
  requireCallOut,
} from './call-outs-queries.ts';
import { languageOf } from './centre.ts';
import type { LinkParts } from './police-links-service.ts';
import { findSought } from './sought-vehicle-queries.ts';

/** Where the page of a link is, as who asks reaches the server: `https://central.example.com`. */
export type Origin = string;

interface Link {
  readonly token: string;
  readonly origin: Origin;
}

export interface CallOutLinks {
  /** What is written to him, in his language, else in the installation's. */
  textOf(
    within: Kysely<Schema>,
    sinister: { readonly id: number; readonly number: number },
    responderId: number,
    link: Link,
  ): Promise<string>;
  /** Another link of a call-out that goes on: the former one is over. Throws `call-out-answered` for one that ended. */
  renew(caller: Caller, sinisterId: number, id: number, origin: Origin): Promise<NewCallOut>;
  /**
   * Sends the link of this token by SMS, once however often it is asked for while it is sent. Throws `sms-not-set-up`,
   * `sms-not-sent` where the service refused it, and `not-found` for a token that is not the call-out's.
   */
  sendSms(caller: Caller, sinisterId: number, id: number, link: Link): Promise<CallOut>;
}

export interface CallOutLinksParts extends LinkParts {
  /** Undefined where no service is set up. */
  readonly channels: Pick<Channels, 'sendSms'>;
  /** Where messages link to, where it is set up; else to where the caller is. */
  readonly publicUrl: string | undefined;
  readonly readServer: () => Promise<PublicServerSettings>;
}

export function createCallOutLinks(parts: CallOutLinksParts): CallOutLinks {
  const { kysely, commit, sinisters, makeToken, hashToken, readServer, publicUrl } = parts;

  const textOf: CallOutLinks['textOf'] = async (within, sinister, responderId, { token, origin }) => {
    const own = await readResponderLanguage(within, responderId);
    const language = own === undefined ? languageOf(await readServer()) : languageNamed(own);
    const { vehicle } = await findSought(within, sinister.id);
    return say(language, 'callOut.text', {
      vehicle: vehicle.plate ?? vehicle.vehicleModel ?? say(language, 'callOut.vehicle'),
      number: sinister.number,
      link: `${publicUrl ?? origin}/call-out/${token}`,
    });
  };

  return {
    textOf,

    renew: (caller, sinisterId, id, origin) =>
      commit(async (transaction, publish) => {
        const sinister = await sinisters.lockOpen(transaction, caller, sinisterId);
        const { responderId } = await requireCallOut(transaction, sinisterId, id);
        const token = makeToken();
        if (!(await renewCallOut(transaction, id, hashToken(token)))) {
          throw new AppError('call-out-answered', 'the call-out has ended already');
        }
        await writeAudit(transaction, caller, {
          action: 'share',
          noun: 'sinister',
          objectId: sinisterId,
          details: { callOut: id },
        });
        await sinisters.announce(transaction, publish, sinisterId, sinister.device_id, { centreOnly: true });
        const text = await textOf(transaction, sinister, responderId, { token, origin });
        return { ...(await requireCallOut(transaction, sinisterId, id)), token, text };
      }),

    async sendSms(caller, sinisterId, id, link) {
      const begun = await commit(async (transaction, publish) => {
        const sinister = await sinisters.lockOpen(transaction, caller, sinisterId);
        const { phone, responderId } = await requireCallOut(transaction, sinisterId, id);
        if (!(await isCallOutLink(transaction, id, hashToken(link.token)))) {
          throw new AppError('not-found', 'no such link');
        }
        const { sendSms } = parts.channels;
        if (!sendSms) throw new AppError('sms-not-set-up', 'no SMS service is set up');
        // before it leaves: a message whose sending ends unheard of is not sent again by itself
        if (!(await beginCallOutSms(transaction, id))) return undefined;
        await writeAudit(transaction, caller, {
          action: 'send',
          noun: 'sinister',
          objectId: sinisterId,
          details: { callOut: id, channel: 'sms' },
        });
        await sinisters.announce(transaction, publish, sinisterId, sinister.device_id, { centreOnly: true });
        const text = await textOf(transaction, sinister, responderId, link);
        return { send: () => sendSms(phone, text), deviceId: sinister.device_id };
      });
      if (!begun) return requireCallOut(kysely, sinisterId, id);
      const failure: unknown = await begun.send().then(
        () => undefined,
        (error) => error,
      );
      // of one that may have left it stays open whether it did
      const isUncertain = failure instanceof DeliveryFailed && !failure.certainlyNotSent;
      if (!isUncertain) {
        await commit(async (transaction, publish) => {
          await endCallOutSms(transaction, id, failure === undefined ? 'sent' : 'failed');
          await sinisters.announce(transaction, publish, sinisterId, begun.deviceId, { centreOnly: true });
        });
      }
      if (failure === undefined) return requireCallOut(kysely, sinisterId, id);
      if (!(failure instanceof DeliveryFailed)) throw failure;
      throw new AppError('sms-not-sent', 'the SMS service did not take the message', { callOutId: id });
    },
  };
}
