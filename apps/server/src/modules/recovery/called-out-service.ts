/** What who was called out sees and answers by his link, without an account. */
import type { PublicServerSettings } from '@atalaia/contract/server/server-settings';
import {
  type CalledOut,
  type CallOut,
  type CallOutAnswer,
  type CallOutPlace,
  callOutTrackerPrefix,
  trackedCallOutStates,
} from '@atalaia/contract/sinisters/call-out';
import type { OccurrenceCategory } from '@atalaia/contract/sinisters/occurrence';
import type { PhraseKey } from '@atalaia/phrases/phrase-key';
import { say } from '@atalaia/phrases/say';
import type { Kysely } from 'kysely';
import { AppError, unlessFound } from '../../errors/app-error.ts';
import type { Schema } from '../../platform/db/schema.ts';
import { createRequestBound } from '../../platform/limiter/request-bound.ts';
import { writeAudit } from '../../queries/audit.ts';
import type { OccurrencesService } from '../sinisters/occurrences-service.ts';
import { type FoundCallOut, findCallOut, noteAnswer, noteSeen, noteWhere } from './call-outs-queries.ts';
import { languageOf, phoneOf } from './centre.ts';
import { type LinkParts, linkIsOver } from './police-links-service.ts';
import { findSought } from './sought-vehicle-queries.ts';

export interface CalledOutService {
  /** What he who has the link sees. Throws `not-found`, and `share-ended` when it is over. */
  look(token: string, address: string): Promise<CalledOut>;
  /** Throws `call-out-answered` for what is behind the state it has; one of a key that was received is not written again. */
  answer(token: string, answer: CallOutAnswer, address: string): Promise<CalledOut>;
  /** Where his phone is; the centre alone is shown it. Throws `share-ended` before he goes and once it is over. */
  place(token: string, place: CallOutPlace, address: string): Promise<void>;
  /** A report of an app of the stores: true where it is one of a call-out, be it over. */
  takeReport(report: PhoneReport, address: string): Promise<boolean>;
}

export interface PhoneReport {
  readonly uniqueId: string | undefined;
  readonly place: CallOutPlace | undefined;
}

export interface CalledOutParts extends LinkParts {
  readonly occurrences: Pick<OccurrencesService, 'addWithin' | 'readImage'>;
  readonly readServer: () => Promise<PublicServerSettings>;
}

const answerOccurrences: Readonly<
  Record<CallOutAnswer['answer'], { category: OccurrenceCategory; words: PhraseKey }>
> = {
  declined: { category: 'attemptToTriggerPromptResponse', words: 'callOut.toldDeclined' },
  onTheWay: { category: 'supportOnTheWay', words: 'callOut.toldOnTheWay' },
  onSite: { category: 'supportArrivesOnSite', words: 'callOut.toldOnSite' },
  recovered: { category: 'supportDoesOnSitePreservation', words: 'callOut.toldRecovered' },
};

/** From which states an answer leads on. */
const before: Readonly<Record<CallOutAnswer['answer'], readonly CallOut['state'][]>> = {
  declined: ['sent'],
  onTheWay: ['sent'],
  onSite: ['sent', 'onTheWay'],
  recovered: ['sent', 'onTheWay', 'onSite'],
};

/** An answer may have waited for a network for as long, ms. */
const longestWaitMs = 24 * 3_600_000;

/** When it was given: by the phone's clock, as far as that can be right. */
function timeOf(givenAt: string | undefined, since: string, now: number): Date {
  if (givenAt === undefined) return new Date(now);
  return new Date(Math.min(now, Math.max(Date.parse(givenAt), Date.parse(since), now - longestWaitMs)));
}

export function createCalledOutService(parts: CalledOutParts): CalledOutService {
  const { kysely, commit, sinisters, occurrences, guesses, hashToken, readServer, nowMs = Date.now } = parts;
  const boundRequests = createRequestBound(nowMs);

  function find(token: string, address: string): Promise<FoundCallOut> {
    boundRequests(address);
    return guesses.find(address, () => findCallOut(kysely, hashToken(token)));
  }

  async function requireInForce(found: FoundCallOut): Promise<FoundCallOut> {
    if (!found.isInForce) throw linkIsOver();
    await unlessFound(sinisters.find(found, found.sinisterId), linkIsOver);
    return found;
  }

  const lockOpen = (within: Kysely<Schema>, found: FoundCallOut) =>
    unlessFound(sinisters.lockOpen(within, found, found.sinisterId), linkIsOver);

  async function describe(found: FoundCallOut): Promise<CalledOut> {
    const sinister = await sinisters.find(found, found.sinisterId);
    return {
      id: found.id,
      name: found.name,
      state: found.state,
      message: found.message,
      number: sinister.number,
      openingDate: new Date(sinister.opening_date).toISOString(),
      openingAddress: sinister.opening_address,
      centrePhone: phoneOf(await readServer()),
      ...(await findSought(kysely, found.sinisterId)),
    };
  }

  async function place(token: string, where: CallOutPlace, address: string): Promise<void> {
    const found = await requireInForce(await find(token, address));
    if (!trackedCallOutStates.includes(found.state)) throw linkIsOver();
    const at = timeOf(where.at, found.since, nowMs()).toISOString();
    await commit(async (transaction, publish) => {
      const { device_id } = await lockOpen(transaction, found);
      if (!(await noteWhere(transaction, found.id, { ...where, at }))) return;
      await sinisters.announce(transaction, publish, found.sinisterId, device_id, { centreOnly: true });
    });
  }

  return {
    place,

    takeReport: createReports(place),

    async look(token, address) {
      const found = await requireInForce(await find(token, address));
      if (!found.seen) {
        await commit(async (transaction, publish) => {
          if (!(await noteSeen(transaction, found.id))) return;
          const { device_id } = await lockOpen(transaction, found);
          await sinisters.announce(transaction, publish, found.sinisterId, device_id, { centreOnly: true });
        });
      }
      return describe(found);
    },

    async answer(token, given, address) {
      const { answer, latitude, longitude, note, file, key, givenAt } = given;
      const known = await requireInForce(await find(token, address));
      if (key && known.answerKeys.includes(key)) return describe(known);
      const image = file ? await occurrences.readImage(file) : undefined;
      const language = languageOf(await readServer());
      const after = await commit(async (transaction, publish) => {
        const found = await findCallOut(transaction, hashToken(token), true);
        if (!found?.isInForce) throw linkIsOver();
        // the same answer, sent twice at once
        if (key && found.answerKeys.includes(key)) return found;
        const sinister = await lockOpen(transaction, found);
        if (!before[answer].includes(found.state)) {
          throw new AppError('call-out-answered', `the call-out is ${found.state} already`, {
            state: found.state,
          });
        }
        const at = timeOf(givenAt, found.since, nowMs());
        const isPlaced = typeof latitude === 'number' && typeof longitude === 'number';
        const place = isPlaced ? { latitude, longitude } : undefined;
        await noteAnswer(transaction, found.id, {
          ...{ answer, at, ...place },
          ...(key && { key }),
        });
        const words = say(language, answerOccurrences[answer].words, { name: found.name });
        await occurrences.addWithin(
          transaction,
          sinister,
          {
            category: answerOccurrences[answer].category,
            occurrenceDate: at.toISOString(),
            address: null,
            place,
            description: note ? `${words} ${note}` : words,
            reportedBy: found.name,
            attributes: { callOutId: found.id },
          },
          image,
        );
        const details = { callOut: found.id, answer };
        await writeAudit(
          transaction,
          { address },
          { action: 'update', noun: 'sinister', objectId: found.sinisterId, details },
        );
        await sinisters.announce(transaction, publish, found.sinisterId, sinister.device_id);
        return { ...found, state: answer };
      });
      return describe(after);
    },
  };
}

/** Reports of apps: one sends what it keeps until it is taken, so that of a call-out that is over it is taken and not written. */
function createReports(place: CalledOutService['place']): CalledOutService['takeReport'] {
  return async ({ uniqueId, place: where }, address) => {
    if (!uniqueId?.startsWith(callOutTrackerPrefix)) return false;
    const token = uniqueId.slice(callOutTrackerPrefix.length);
    if (where)
      await place(token, where, address).catch((error: unknown) => {
        const isOver = error instanceof AppError && ['share-ended', 'not-found'].includes(error.code);
        if (!isOver) throw error;
      });
    return true;
  };
}
