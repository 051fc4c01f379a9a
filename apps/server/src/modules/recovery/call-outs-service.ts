import type {
  CalledOut,
  CallOut,
  CallOutAnswer,
  CallOutChange,
  CallOutInput,
  NearResponder,
} from '@atalaia/contract/sinisters/call-out';
import type { OccurrenceCategory } from '@atalaia/contract/sinisters/occurrence';
import { bearingDegrees, distanceMetres } from '@atalaia/domain/geo/geometry';
import type { PhraseKey } from '@atalaia/phrases/phrase-key';
import { say } from '@atalaia/phrases/say';
import { AppError, notFound } from '../../errors/app-error.ts';
import { createRequestBound } from '../../platform/limiter/request-bound.ts';
import { writeAudit } from '../../queries/audit.ts';
import { referenceRefusal } from '../../queries/constraint-refusals.ts';
import type { Caller } from '../../visibility/caller.ts';
import type { Viewer } from '../../visibility/visible.ts';
import type { OccurrencesService } from '../sinisters/occurrences-service.ts';
import {
  type CallOutLine,
  cancelCallOut,
  type FoundCallOut,
  findCallOut,
  insertCallOut,
  listCallOuts,
  listCallOutsBetween,
  listPlacedResponders,
  updateCallOut,
} from './call-outs-queries.ts';
import type { LinkParts } from './police-links-service.ts';
import { findSought } from './sought-vehicle-queries.ts';

export interface CallOutsService {
  list(caller: Caller, sinisterId: number): Promise<CallOut[]>;
  /** Those of visible cases, made within a period. */
  between(caller: Caller, period: { from: string; to: string }): Promise<CallOutLine[]>;
  /** The directory as seen from where the vehicle was last: the nearest first, who is nowhere last. */
  responders(caller: Caller, sinisterId: number): Promise<NearResponder[]>;
  /** Throws `authorization-expired`. The token is in this answer and nowhere else. */
  call(
    caller: Caller,
    sinisterId: number,
    input: CallOutInput,
  ): Promise<CallOut & { readonly token: string }>;
  change(caller: Caller, sinisterId: number, id: number, change: CallOutChange): Promise<CallOut>;
  /** What he who has the link sees. Throws `not-found`, and `share-ended` when it is over. */
  look(token: string, address: string): Promise<CalledOut>;
  /** Throws `call-out-answered` for what is behind the state it has. */
  answer(token: string, answer: CallOutAnswer, address: string): Promise<CalledOut>;
}

export interface CallOutsParts extends LinkParts {
  readonly occurrences: Pick<OccurrencesService, 'addWithin' | 'readImage'>;
  readonly visibleSinisters: (viewer: Viewer) => Parameters<typeof listCallOutsBetween>[1];
}

/** What is told by people outside of the house is stored in the installation's language. */
const language = 'pt-BR';

const told: Readonly<Record<CallOutAnswer['answer'], { category: OccurrenceCategory; words: PhraseKey }>> = {
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

export function createCallOutsService(parts: CallOutsParts): CallOutsService {
  const { kysely, commit, sinisters, occurrences, makeToken, hashToken, nowMs = Date.now } = parts;
  const boundRequests = createRequestBound(nowMs);

  async function requireInForce(found: FoundCallOut | undefined): Promise<FoundCallOut> {
    if (!found) throw new AppError('not-found', 'no such link');
    const ended = () => new AppError('share-ended', 'this link is over');
    if (!found.isInForce) throw ended();
    await sinisters.find(found, found.sinisterId).catch(() => {
      throw ended();
    });
    return found;
  }

  async function describe(found: FoundCallOut): Promise<CalledOut> {
    const sinister = await sinisters.find(found, found.sinisterId);
    return {
      name: found.name,
      state: found.state,
      message: found.message,
      number: sinister.number,
      openingDate: new Date(sinister.opening_date).toISOString(),
      openingAddress: sinister.opening_address,
      ...(await findSought(kysely, found.sinisterId)),
    };
  }

  const service: CallOutsService = {
    async list(caller, sinisterId) {
      await sinisters.find(caller, sinisterId);
      return listCallOuts(kysely, sinisterId);
    },

    between: (caller, period) => listCallOutsBetween(kysely, parts.visibleSinisters(caller), period),

    async responders(caller, sinisterId) {
      const sinister = await sinisters.find(caller, sinisterId);
      const { place } = await findSought(kysely, sinisterId);
      const { opening_latitude: latitude, opening_longitude: longitude } = sinister;
      const goal = place ?? (latitude === null || longitude === null ? null : { latitude, longitude });
      const placed = (await listPlacedResponders(kysely, caller)).map((one): NearResponder => {
        const from =
          one.latitude === null || one.longitude === null
            ? null
            : { latitude: one.latitude, longitude: one.longitude };
        return {
          ...one,
          distanceMetres: goal && from && Math.round(distanceMetres(from, goal)),
          bearing: goal && from && Math.round(bearingDegrees(from, goal)),
        };
      });
      const far = ({ distanceMetres: metres }: NearResponder) => metres ?? Number.POSITIVE_INFINITY;
      return placed.sort((one, other) => (far(one) === far(other) ? 0 : far(one) - far(other)));
    },

    call: (caller, sinisterId, { responderId, message, approvedBy }) =>
      commit(async (transaction, publish) => {
        const sinister = await sinisters.lockOpen(transaction, caller, sinisterId);
        const [responder] = await listPlacedResponders(transaction, caller, responderId);
        if (!responder) throw referenceRefusal('responderId');
        if (!responder.isAuthorized) {
          const { authorizedUntil } = responder;
          throw new AppError('authorization-expired', 'the authorization has run out', { authorizedUntil });
        }
        const token = makeToken();
        const id = await insertCallOut(transaction, {
          sinister_id: sinisterId,
          responder_id: responderId,
          name: responder.name,
          phone: responder.phone,
          message: message || null,
          token_hash: hashToken(token),
          user_id: caller.userId,
          created_by: caller.user.name,
          approved_by: approvedBy,
          call_out_cents: responder.callOutCents,
          km_cents: responder.kmCents,
        });
        await occurrences.addWithin(transaction, sinister, {
          category: 'promptResponseActivated',
          occurrenceDate: new Date(nowMs()).toISOString(),
          address: null,
          description: say(language, 'callOut.toldCalled', { name: responder.name, approvedBy }),
          reportedBy: caller.user.name,
          attributes: { callOutId: id },
        });
        await writeAudit(transaction, caller, {
          action: 'send',
          noun: 'sinister',
          objectId: sinisterId,
          details: { callOut: id, responderId, approvedBy },
        });
        await sinisters.announce(transaction, publish, sinisterId, sinister.device_id);
        return { ...(await requireOne(transaction, sinisterId, id)), token };
      }),

    change: (caller, sinisterId, id, { km, costCents, approvedBy, cancelled }) =>
      commit(async (transaction, publish) => {
        const sinister = await sinisters.find(caller, sinisterId);
        const isThere = await updateCallOut(transaction, sinisterId, id, {
          ...(km !== undefined && { km }),
          ...(costCents !== undefined && { cost_cents: costCents }),
          ...(approvedBy !== undefined && { approved_by: approvedBy }),
        });
        if (!isThere) throw notFound('call-out', id);
        if (cancelled && !(await cancelCallOut(transaction, id))) {
          throw new AppError('call-out-answered', 'the call-out has ended already');
        }
        await writeAudit(transaction, caller, {
          action: 'update',
          noun: 'sinister',
          objectId: sinisterId,
          details: { callOut: id, km, costCents, approvedBy, cancelled },
        });
        await sinisters.announce(transaction, publish, sinisterId, sinister.device_id);
        return requireOne(transaction, sinisterId, id);
      }),

    async look(token, address) {
      boundRequests(address);
      return describe(await requireInForce(await findCallOut(kysely, hashToken(token))));
    },

    async answer(token, { answer, latitude, longitude, note, file }, address) {
      boundRequests(address);
      await requireInForce(await findCallOut(kysely, hashToken(token)));
      const image = file ? await occurrences.readImage(file) : undefined;
      await commit(async (transaction, publish) => {
        const found = await requireInForce(await findCallOut(transaction, hashToken(token), true));
        const sinister = await sinisters.lockOpen(transaction, found, found.sinisterId);
        if (!before[answer].includes(found.state)) {
          throw new AppError('call-out-answered', `the call-out is ${found.state} already`, {
            state: found.state,
          });
        }
        const at = new Date(nowMs());
        const isPlaced = typeof latitude === 'number' && typeof longitude === 'number';
        await updateCallOut(transaction, found.sinisterId, found.id, {
          state: answer,
          ...(isPlaced && { latitude, longitude }),
          ...(answer === 'onTheWay' && { on_the_way_at: at }),
          ...(answer === 'onSite' && { on_site_at: at }),
          ...((answer === 'recovered' || answer === 'declined') && { ended_at: at }),
        });
        const words = say(language, told[answer].words, { name: found.name });
        await occurrences.addWithin(
          transaction,
          sinister,
          {
            category: told[answer].category,
            occurrenceDate: at.toISOString(),
            address: isPlaced ? `${latitude.toFixed(6)}, ${longitude.toFixed(6)}` : null,
            description: note ? `${words} ${note}` : words,
            reportedBy: found.name,
            attributes: { callOutId: found.id, ...(isPlaced && { latitude, longitude }) },
          },
          image,
        );
        await writeAudit(
          transaction,
          { address },
          {
            action: 'update',
            noun: 'sinister',
            objectId: found.sinisterId,
            details: { callOut: found.id, answer },
          },
        );
        await sinisters.announce(transaction, publish, found.sinisterId, sinister.device_id);
      });
      const answered = await findCallOut(kysely, hashToken(token));
      if (!answered) throw new AppError('not-found', 'no such link');
      return describe(answered);
    },
  };

  async function requireOne(within: Parameters<typeof listCallOuts>[0], sinisterId: number, id: number) {
    const one = (await listCallOuts(within, sinisterId)).find((made) => made.id === id);
    if (!one) throw notFound('call-out', id);
    return one;
  }

  return service;
}
