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
import { resolveSettings } from '@atalaia/domain/catalog/settings';
import { bearingDegrees, distanceMetres } from '@atalaia/domain/geo/geometry';
import { formatInstant } from '@atalaia/domain/time/dates';
import { type Language, languageNamed } from '@atalaia/phrases/languages';
import type { PhraseKey } from '@atalaia/phrases/phrase-key';
import { say } from '@atalaia/phrases/say';
import { AppError, notFound } from '../../errors/app-error.ts';
import { csvCell } from '../../platform/http/csv-cell.ts';
import { writeAudit } from '../../queries/audit.ts';
import { referenceRefusal } from '../../queries/constraint-refusals.ts';
import type { Caller } from '../../visibility/caller.ts';
import type { Viewer } from '../../visibility/visible.ts';
import type { OccurrencesService } from '../sinisters/occurrences-service.ts';
import type { CallOutLinks, Origin } from './call-out-links-service.ts';
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

interface CsvReader {
  readonly language: Language;
  readonly timezone: string;
}

function readerOf({ user }: Pick<Caller, 'user'>, server: PublicServerSettings): CsvReader {
  const attributes = user.attributes as Readonly<Record<string, unknown>>;
  const { timezone } = resolveSettings(server, attributes);
  return { language: languageNamed(attributes.language), timezone };
}

type Column = readonly [PhraseKey, (line: CallOutLine, reader: CsvReader) => string | number | null];

const instant = (at: string | null, { timezone }: CsvReader) =>
  at && formatInstant(Date.parse(at), 'panel', timezone);

/** The same as the spreadsheet's. */
const columns: readonly Column[] = [
  ['callOut.case', ({ number }) => number],
  ['sinister.plate', ({ plate }) => plate],
  ['responder.name', ({ name }) => name],
  ['responder.phone', ({ phone }) => phone],
  ['callOut.state', ({ state }, { language }) => say(language, `callOutState.${state}`)],
  ['callOut.createdAt', ({ createdAt }, reader) => instant(createdAt, reader)],
  ['callOut.createdBy', ({ createdBy }) => createdBy],
  ['callOut.approvedBy', ({ approvedBy }) => approvedBy],
  ['callOut.onTheWayAt', ({ onTheWayAt }, reader) => instant(onTheWayAt, reader)],
  ['callOut.onSiteAt', ({ onSiteAt }, reader) => instant(onSiteAt, reader)],
  ['callOut.endedAt', ({ endedAt }, reader) => instant(endedAt, reader)],
  ['callOut.km', ({ km }) => km],
  ['callOut.cost', ({ costCents }) => (costCents === null ? null : (costCents / 100).toFixed(2))],
];

/** Semicolons and a byte-order mark, as spreadsheet programs of Brazil open it; numbers with the language's comma. */
function csvOfCallOuts(lines: readonly CallOutLine[], reader: CsvReader): string {
  const { language } = reader;
  const cell = (value: string | number | null, isNumber: boolean) => {
    if (value === null || !isNumber) return csvCell(value);
    return language === 'pt-BR' ? String(value).replace('.', ',') : String(value);
  };
  const head = columns.map(([title]) => cell(say(language, title), false)).join(';');
  const rows = lines.map((line) =>
    columns
      .map(([title, value]) => cell(value(line, reader), title === 'callOut.km' || title === 'callOut.cost'))
      .join(';'),
  );
  return `\uFEFF${[head, ...rows].join('\r\n')}\r\n`;
}

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
