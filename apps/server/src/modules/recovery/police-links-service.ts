import type { PublicServerSettings } from '@atalaia/contract/server/server-settings';
import type { Officer, PoliceLink, PoliceView } from '@atalaia/contract/sinisters/police-link';
import { AppError, fieldRefusal, notFound, unlessFound } from '../../errors/app-error.ts';
import type { JsonRows } from '../../platform/http/json-text.ts';
import { createRequestBound } from '../../platform/limiter/request-bound.ts';
import { writeAudit } from '../../queries/audit.ts';
import type { Caller } from '../../visibility/caller.ts';
import type { LinkGuesses } from '../sessions/link-guesses-service.ts';
import type { SinistersService } from '../sinisters/sinisters-service.ts';
import { phoneOf } from './centre.ts';
import type { RecoveryParts } from './first-hour-service.ts';
import {
  countLook,
  type FoundPoliceLink,
  findPoliceLink,
  findVisitedLink,
  insertPoliceLink,
  insertVisit,
  listPoliceLinks,
  revokePoliceLink,
} from './police-links-queries.ts';
import { findSought } from './sought-vehicle-queries.ts';

export interface PoliceLinksService {
  list(caller: Caller, sinisterId: number): Promise<PoliceLink[]>;
  /** Throws `sinister-closed`. The token is in this answer and nowhere else. */
  make(
    caller: Caller,
    sinisterId: number,
    expiresAt: string | undefined,
  ): Promise<PoliceLink & { readonly token: string }>;
  revoke(caller: Caller, sinisterId: number, id: number): Promise<void>;
  /**
   * An officer says who he is, and gets a token of his own. Throws `not-found`, `share-ended` when the link is over, and
   * `too-many-requests`.
   */
  visit(token: string, officer: Officer, address: string): Promise<{ readonly visit: string }>;
  /** What he sees; each look is counted. */
  look(visit: string, address: string): Promise<PoliceView>;
  /** Where the vehicle was since the event, oldest first. */
  trail(visit: string, address: string): Promise<JsonRows>;
}

export interface LinkParts extends RecoveryParts {
  readonly sinisters: RecoveryParts['sinisters'] & Pick<SinistersService, 'trail'>;
  /** The makers of secret tokens and of what is stored of them. */
  readonly makeToken: () => string;
  readonly hashToken: (token: string) => Buffer;
  /** Bounds who tries links that do not exist. */
  readonly guesses: LinkGuesses;
}

export interface PoliceLinksParts extends LinkParts {
  readonly readServer: () => Promise<PublicServerSettings>;
}

export const linkIsOver = () => new AppError('share-ended', 'this link is over');

const hourMs = 3_600_000;
const usualMs = 24 * hourMs;
const longestMs = 30 * 24 * hourMs;
/** Officers who may come through one link. */
const mostVisits = 100;

export function createPoliceLinksService(parts: PoliceLinksParts): PoliceLinksService {
  const { kysely, commit, sinisters, guesses, makeToken, hashToken, nowMs = Date.now } = parts;
  const boundRequests = createRequestBound(nowMs);

  /** A link in force whose maker still sees the case. */
  async function requireInForce<Link extends FoundPoliceLink>(link: Link): Promise<Link> {
    if (!link.isInForce) throw linkIsOver();
    await unlessFound(sinisters.find(link, link.sinisterId), linkIsOver);
    return link;
  }

  async function visited(visit: string, address: string) {
    boundRequests(address);
    return requireInForce(await guesses.find(address, () => findVisitedLink(kysely, hashToken(visit))));
  }

  return {
    async list(caller, sinisterId) {
      await sinisters.find(caller, sinisterId);
      return listPoliceLinks(kysely, sinisterId);
    },

    make: (caller, sinisterId, expiresAt) =>
      commit(async (transaction, publish) => {
        const sinister = await sinisters.lockOpen(transaction, caller, sinisterId);
        const expires = expiryOf(expiresAt, nowMs());
        const token = makeToken();
        const id = await insertPoliceLink(transaction, {
          sinisterId,
          tokenHash: hashToken(token),
          userId: caller.userId,
          createdBy: caller.user.name,
          expiresAt: expires,
        });
        const details = { policeLink: id, expiresAt: expires.toISOString() };
        await writeAudit(transaction, caller, {
          action: 'share',
          noun: 'sinister',
          objectId: sinisterId,
          details,
        });
        await sinisters.announce(transaction, publish, sinisterId, sinister.device_id, { centreOnly: true });
        const made = (await listPoliceLinks(transaction, sinisterId)).find((link) => link.id === id);
        if (!made) throw notFound('police link', id);
        return { ...made, token };
      }),

    revoke: (caller, sinisterId, id) =>
      commit(async (transaction, publish) => {
        const sinister = await sinisters.lockOpen(transaction, caller, sinisterId);
        if (!(await revokePoliceLink(transaction, sinisterId, id))) throw notFound('police link', id);
        await writeAudit(transaction, caller, {
          action: 'revoke',
          noun: 'sinister',
          objectId: sinisterId,
          details: { policeLink: id },
        });
        await sinisters.announce(transaction, publish, sinisterId, sinister.device_id, { centreOnly: true });
      }),

    async visit(token, officer, address) {
      boundRequests(address);
      const link = await requireInForce(
        await guesses.find(address, () => findPoliceLink(kysely, hashToken(token))),
      );
      const visit = makeToken();
      return commit(async (transaction, publish) => {
        const { device_id } = await unlessFound(
          sinisters.lockOpen(transaction, link, link.sinisterId),
          linkIsOver,
        );
        const stored = { ...officer, linkId: link.id, tokenHash: hashToken(visit), address };
        if (!(await insertVisit(transaction, stored, mostVisits))) {
          throw new AppError('too-many-requests', 'too many came through this link', {
            retryAfterSeconds: 3600,
          });
        }
        await writeAudit(
          transaction,
          { address },
          {
            action: 'look',
            noun: 'sinister',
            objectId: link.sinisterId,
            details: { policeLink: link.id, ...officer },
          },
        );
        await sinisters.announce(transaction, publish, link.sinisterId, device_id, { centreOnly: true });
        return { visit };
      });
    },

    async look(visit, address) {
      const link = await visited(visit, address);
      const sinister = await sinisters.find(link, link.sinisterId);
      await countLook(kysely, link.visitId);
      return {
        number: sinister.number,
        openingType: sinister.opening_type as PoliceView['openingType'],
        openingDate: new Date(sinister.opening_date).toISOString(),
        expiresAt: link.expiresAt,
        centrePhone: phoneOf(await parts.readServer()),
        ...(await findSought(kysely, link.sinisterId)),
      };
    },

    async trail(visit, address) {
      const link = await visited(visit, address);
      return sinisters.trail(link, link.sinisterId);
    },
  };
}

function expiryOf(requested: string | undefined, now: number): Date {
  const atMs = requested === undefined ? now + usualMs : Date.parse(requested);
  if (atMs <= now || atMs > now + longestMs) {
    throw fieldRefusal('invalid-input', { path: 'expiresAt', message: 'must lie within 30 days from now' });
  }
  return new Date(atMs);
}
