/** Pass phrases, counter-phrases and the duress phrase (PROC-03): compared, shown for a moment, and never listed. */

import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import {
  type PhraseAnswer,
  type PhraseHeard,
  type PhrasesShown,
  phraseShownSeconds,
} from '@atalaia/contract/accounts/contact';
import type { Kysely } from 'kysely';
import { AppError, notFound } from '../../errors/app-error.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';
import { writeAudit } from '../../queries/audit.ts';
import type { Commit, Publish } from '../../queries/commit.ts';
import type { Caller } from '../../visibility/caller.ts';
import type { HeldWork, HeldWorkService, Work } from '../alarms/held-work-service.ts';
import { foldPhrase, openPhrase } from './contact-book.ts';
import {
  lockCustomer,
  lockCustomerOfSeen,
  lockCustomerSeen,
  readBook,
  type StoredBook,
} from './contact-book-queries.ts';
import { noteCheck, secondsToWait } from './contact-work-queries.ts';

export interface PhrasesParts extends Pick<HeldWorkService, 'lockHeld' | 'raiseDuress' | 'note'> {
  readonly commit: Commit;
  readonly secrets: Secrets;
}

/** What a spoken phrase is compared for, where the caller knows it. */
export interface CheckedFor {
  readonly deviceId?: number | undefined;
  readonly alarmId?: number | undefined;
}

export interface PhrasesService {
  /**
   * Compares what somebody said with the customer's pass phrase and those of his contacts. Five wrong ones in 15 min, and
   * 20 of all people together, are `too-many-requests`; every comparison is in the audit. `duress` raises the alarm of the
   * vehicle, or opens one. 404 for a customer whom the caller does not see, unless he is at the desk and sees the vehicle
   * that it is about; the customer's own users may not ask (403).
   */
  check(caller: Caller, customerId: number, spoken: string, about?: CheckedFor): Promise<PhraseAnswer>;
  checkOn(caller: Caller, work: Work, spoken: string): Promise<PhraseAnswer>;
  /** What the caller heard himself, who has looked at the phrases. */
  noteHeard(caller: Caller, work: Work, answer: PhraseHeard): Promise<void>;
  /** The phrases of the customer and his contacts, for 30 s. */
  show(caller: Caller, work: Work): Promise<PhrasesShown>;
  /** "Coação", said by a person and not by a phrase. */
  duress(caller: Caller, work: Work): Promise<void>;
}

export function createPhrasesService(parts: PhrasesParts): PhrasesService {
  const { commit, secrets, lockHeld, raiseDuress, note } = parts;
  const isSame = createComparison();

  async function compare(
    within: Kysely<Schema>,
    publish: Publish,
    caller: Caller,
    customerId: number,
    spoken: string,
    about: About,
    isHeld: boolean,
  ): Promise<PhraseAnswer | { readonly retryAfterSeconds: number }> {
    await lockBookOf(within, caller, customerId, isHeld ? 'held' : about.deviceId);
    const retryAfterSeconds = await secondsToWait(within, customerId, caller.userId);
    const answer =
      retryAfterSeconds > 0 ? 'limited' : judge(secrets, isSame, await readBook(within, customerId), spoken);
    const details = { answer, ...about };
    await writeAudit(within, caller, {
      action: 'check-phrase',
      noun: 'customer',
      objectId: customerId,
      details,
    });
    if (answer === 'limited') return { retryAfterSeconds };
    await noteCheck(within, customerId, caller.userId, answer === 'wrong');
    if (answer === 'duress') await raiseDuress(within, publish, caller, { customerId, ...about });
    return answer;
  }

  /** The refusal comes after the commit, so that the audit records it. */
  const answered = (answer: Awaited<ReturnType<typeof compare>>) => {
    if (typeof answer === 'string') return answer;
    throw new AppError('too-many-requests', 'too many wrong phrases', answer);
  };

  return {
    check: async (caller, customerId, spoken, about = {}) =>
      answered(
        await commit((within, publish) =>
          compare(
            within,
            publish,
            caller,
            customerId,
            spoken,
            { deviceId: about.deviceId ?? null, alarmId: about.alarmId ?? null },
            false,
          ),
        ),
      ),

    checkOn: async (caller, work, spoken) =>
      answered(
        await commit(async (within, publish) => {
          const { customerId, deviceId, alarmId } = await lockHeld(within, caller, work);
          if (customerId === null) return 'none-set';
          const answer = await compare(
            within,
            publish,
            caller,
            customerId,
            spoken,
            { deviceId, alarmId },
            true,
          );
          if (alarmId !== null && typeof answer === 'string') {
            await note(within, publish, caller, alarmId, 'phrase', { answer });
          }
          return answer;
        }),
      ),

    noteHeard: (caller, work, answer) =>
      commit(async (within, publish) => {
        const { customerId, alarmId, sinisterId } = await lockHeld(within, caller, work);
        if (customerId === null) return;
        await lockBookOf(within, caller, customerId, 'held');
        const details = { answer, heard: true, ...idsOf({ alarmId, sinisterId }) };
        await writeAudit(within, caller, {
          action: 'check-phrase',
          noun: 'customer',
          objectId: customerId,
          details,
        });
        if (alarmId !== null) await note(within, publish, caller, alarmId, 'phrase', { answer });
      }),

    show: (caller, work) =>
      commit(async (within) => {
        const held = await lockHeld(within, caller, work);
        const until = new Date(Date.now() + phraseShownSeconds * 1000).toISOString();
        const { customerId } = held;
        if (customerId === null) return { until, duressPhrase: null, phrases: [] };
        const name = await lockBookOf(within, caller, customerId, 'held');
        const details = idsOf(held);
        await writeAudit(within, caller, {
          action: 'look-phrases',
          noun: 'customer',
          objectId: customerId,
          details,
        });
        return shown(secrets, name, await readBook(within, customerId), until);
      }),

    duress: (caller, work) =>
      commit(async (within, publish) => {
        const { customerId, deviceId, alarmId } = await lockHeld(within, caller, work);
        await raiseDuress(within, publish, caller, { customerId: customerId ?? 0, deviceId, alarmId });
      }),
  };
}

interface About {
  readonly deviceId?: number | null;
  readonly alarmId?: number | null;
}

const idsOf = ({ alarmId, sinisterId }: Pick<HeldWork, 'alarmId' | 'sinisterId'>) => ({
  ...(alarmId !== null && { alarmId }),
  ...(sinisterId !== null && { sinisterId }),
});

/**
 * Locks what is compared. Who works on a vehicle at the desk uses its customer's phrases on that work, whether he sees the
 * customer or not; a customer's own users never learn whether a phrase is right.
 */
async function lockBookOf(
  within: Kysely<Schema>,
  caller: Caller,
  customerId: number,
  by: 'held' | number | null | undefined,
): Promise<string> {
  const atDesk = caller.user.desk_role !== 'none';
  let name =
    by === 'held'
      ? await lockCustomer(within, customerId)
      : await lockCustomerSeen(within, caller, customerId);
  if (name === undefined && typeof by === 'number' && atDesk) {
    name = await lockCustomerOfSeen(within, caller, customerId, by);
  }
  if (name === undefined) throw notFound('customer', customerId);
  if (!caller.administrator && caller.user.customer_id === customerId) {
    throw new AppError('forbidden', 'a customer does not ask for his own phrases');
  }
  return name;
}

type IsSame = (a: string, b: string) => boolean;

/** By digests of one length under a key of this process: how long it takes says nothing of the phrase. */
function createComparison(): IsSame {
  const key = randomBytes(32);
  const digest = (text: string) => createHmac('sha256', key).update(foldPhrase(text)).digest();
  return (a, b) => timingSafeEqual(digest(a), digest(b));
}

/** All of them are compared, whichever fits. */
function judge(secrets: Secrets, isSame: IsSame, book: StoredBook, spoken: string): PhraseAnswer {
  const passPhrases = [book.passPhrase, ...book.contacts.map(({ passPhrase }) => passPhrase)]
    .map((sealed) => openPhrase(secrets, sealed))
    .filter((phrase) => phrase !== null);
  const duress = openPhrase(secrets, book.duressPhrase);
  const isDuress = isSame(duress ?? '', spoken) && duress !== null;
  const fitting = passPhrases.filter((phrase) => isSame(phrase, spoken));
  if (isDuress) return 'duress';
  if (fitting.length > 0) return 'right';
  return passPhrases.length === 0 ? 'none-set' : 'wrong';
}

function shown(secrets: Secrets, name: string, book: StoredBook, until: string): PhrasesShown {
  const own = { id: null, name, passPhrase: book.passPhrase, counterPhrase: book.counterPhrase };
  return {
    until,
    duressPhrase: openPhrase(secrets, book.duressPhrase),
    phrases: [own, ...book.contacts]
      .map((of) => ({
        contactId: of.id,
        name: of.name,
        passPhrase: openPhrase(secrets, of.passPhrase),
        counterPhrase: openPhrase(secrets, of.counterPhrase),
      }))
      .filter(({ passPhrase, counterPhrase }) => passPhrase !== null || counterPhrase !== null),
  };
}
