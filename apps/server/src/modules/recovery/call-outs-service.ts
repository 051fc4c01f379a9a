import type { PublicServerSettings } from '@atalaia/contract/server/server-settings';
import type {
  CallOut,
  CallOutChange,
  CallOutInput,
  CallOutLine,
  CallOutReportQuery,
  NearResponder,
  NewCallOut,
} from '@atalaia/contract/sinisters/call-out';
import { bearingDegrees, distanceMetres } from '@atalaia/domain/geo/geometry';
import { say } from '@atalaia/phrases/say';
import { AppError, notFound } from '../../errors/app-error.ts';
import { writeAudit } from '../../queries/audit.ts';
import { referenceRefusal } from '../../queries/constraint-refusals.ts';
import type { Caller } from '../../visibility/caller.ts';
import type { Viewer } from '../../visibility/visible.ts';
import type { OccurrencesService } from '../sinisters/occurrences-service.ts';
import type { CallOutLinks, Origin } from './call-out-links-service.ts';
import { csvOfCallOuts, readerOf } from './call-outs-csv.ts';
import {
  cancelCallOut,
  insertCallOut,
  listCallOuts,
  listCallOutsBetween,
  listPlacedResponders,
  requireCallOut,
  updateCallOut,
} from './call-outs-queries.ts';
import { languageOf, zoneOf } from './centre.ts';
import type { LinkParts } from './police-links-service.ts';
import { findSought } from './sought-vehicle-queries.ts';

export interface CallOutsService {
  list(caller: Caller, sinisterId: number): Promise<CallOut[]>;
  /** Those of visible cases, made within a period, of one case where it is named. */
  between(caller: Caller, period: CallOutReportQuery): Promise<CallOutLine[]>;
  /** The same in the caller's language and zone. */
  csvBetween(caller: Caller, period: CallOutReportQuery): Promise<string>;
  /** The directory as seen from where the vehicle was last: the nearest first, who is nowhere last. */
  responders(caller: Caller, sinisterId: number): Promise<NearResponder[]>;
  /** Throws `authorization-expired`. The token is in this answer and nowhere else. */
  call(caller: Caller, sinisterId: number, input: CallOutInput, origin: Origin): Promise<NewCallOut>;
  change(caller: Caller, sinisterId: number, id: number, change: CallOutChange): Promise<CallOut>;
}

export interface CallOutsParts extends LinkParts {
  readonly occurrences: Pick<OccurrencesService, 'addWithin'>;
  readonly visibleSinisters: (viewer: Viewer) => Parameters<typeof listCallOutsBetween>[1];
  /** Of the installation, as strangers may read them. */
  readonly readServer: () => Promise<PublicServerSettings>;
  readonly textOf: CallOutLinks['textOf'];
}

export function createCallOutsService(parts: CallOutsParts): CallOutsService {
  const {
    kysely,
    commit,
    sinisters,
    occurrences,
    makeToken,
    hashToken,
    readServer,
    textOf,
    nowMs = Date.now,
  } = parts;

  const between: CallOutsService['between'] = (caller, period) =>
    listCallOutsBetween(kysely, parts.visibleSinisters(caller), period);

  return {
    async list(caller, sinisterId) {
      await sinisters.find(caller, sinisterId);
      return listCallOuts(kysely, sinisterId);
    },

    between,

    csvBetween: async (caller, period) =>
      csvOfCallOuts(await between(caller, period), readerOf(caller, await readServer())),

    async responders(caller, sinisterId) {
      const sinister = await sinisters.find(caller, sinisterId);
      const { place } = await findSought(kysely, sinisterId);
      const { opening_latitude: latitude, opening_longitude: longitude } = sinister;
      const goal = place ?? (latitude === null || longitude === null ? null : { latitude, longitude });
      const placed = (await listPlacedResponders(kysely, caller, zoneOf(await readServer()))).map(
        (one): NearResponder => {
          const from =
            one.latitude === null || one.longitude === null
              ? null
              : { latitude: one.latitude, longitude: one.longitude };
          return {
            ...one,
            distanceMetres: goal && from && Math.round(distanceMetres(from, goal)),
            bearing: goal && from && Math.round(bearingDegrees(from, goal)),
          };
        },
      );
      const far = ({ distanceMetres: metres }: NearResponder) => metres ?? Number.POSITIVE_INFINITY;
      return placed.sort((one, other) => (far(one) === far(other) ? 0 : far(one) - far(other)));
    },

    async call(caller, sinisterId, { responderId, message, approvedBy }, origin) {
      const server = await readServer();
      const language = languageOf(server);
      return commit(async (transaction, publish) => {
        const sinister = await sinisters.lockOpen(transaction, caller, sinisterId);
        const [responder] = await listPlacedResponders(transaction, caller, zoneOf(server), responderId);
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
        const text = await textOf(transaction, sinister, responderId, { token, origin });
        return { ...(await requireCallOut(transaction, sinisterId, id)), token, text };
      });
    },

    change: (caller, sinisterId, id, { km, costCents, approvedBy, opened, cancelled }) =>
      commit(async (transaction, publish) => {
        const sinister = await sinisters.find(caller, sinisterId);
        const isThere = await updateCallOut(transaction, sinisterId, id, {
          ...(km !== undefined && { km }),
          ...(costCents !== undefined && { cost_cents: costCents }),
          ...(approvedBy !== undefined && { approved_by: approvedBy }),
          ...(opened && { channel: opened, channel_state: 'opened', channel_at: new Date(nowMs()) }),
        });
        if (!isThere) throw notFound('call-out', id);
        if (cancelled && !(await cancelCallOut(transaction, id))) {
          throw new AppError('call-out-answered', 'the call-out has ended already');
        }
        await writeAudit(transaction, caller, {
          action: 'update',
          noun: 'sinister',
          objectId: sinisterId,
          details: { callOut: id, km, costCents, approvedBy, opened, cancelled },
        });
        await sinisters.announce(transaction, publish, sinisterId, sinister.device_id, { centreOnly: true });
        return requireCallOut(transaction, sinisterId, id);
      }),
  };
}
