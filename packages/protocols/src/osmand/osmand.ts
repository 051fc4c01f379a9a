/**
 * osmand: phones that report by HTTP, on a port of their own or through the web port. One request is one frame; its
 * answer is 200 once everything in it is committed, 400 when it cannot be read or its sender is not known.
 */

import { decodedAs, decodedError, positionMessage } from '../decoded.ts';
import type { PositionDraft } from '../position-draft.ts';
import type {
  DecodeContext,
  Decoded,
  Frame,
  Protocol,
  ProtocolFacts,
  Reply,
  TrackerSession,
} from '../protocol.ts';
import { utf8Text } from '../wire/byte-text.ts';
import { createHttpFramer, type HttpRequest, osmandMaxFrameBytes, readHttpRequest } from './http-request.ts';
import { readJson } from './osmand-json.ts';
import { Query, readQuery, uniqueIdOf } from './osmand-query.ts';

const osmandFacts: ProtocolFacts = Object.freeze({
  models: ['Phones: OsmAnd (online tracking), Traccar Client, GPSLogger and whatever else reports by URL'],
  reads: [
    'Query of a GET or POST, a form as its body, and JSON of the current phone clients with one place or several',
    'On its own port, and at `/osmand` of the web port',
    'Cells, Wi-Fi points, driver, and any other parameter as an attribute',
  ],
  sources: [
    'OsmAnd, plugin Trip recording: online tracking',
    'Public manual of the phone clients, and documentation of the background-geolocation library they are built on',
  ],
});

interface Report {
  readonly uniqueId: string;
  readonly drafts: readonly PositionDraft[];
}

type Reading = Report | { readonly code: string; readonly message: string };

function answer(status: '200 OK' | '400 Bad Request', connection: 'keep-alive' | 'close'): Uint8Array {
  return Buffer.from(
    `HTTP/1.1 ${status}\r\nContent-Length: 0\r\nConnection: ${connection}\r\n\r\n`,
    'latin1',
  );
}

const refusal: Reply = Object.freeze({ after: 'refusal', bytes: answer('400 Bad Request', 'close') });
const refused: readonly Reply[] = Object.freeze([refusal]);
const takenThenOpen: readonly Reply[] = Object.freeze([
  { after: 'commit', bytes: answer('200 OK', 'keep-alive') },
  refusal,
]);
const takenThenClosed: readonly Reply[] = Object.freeze([
  { after: 'commit', bytes: answer('200 OK', 'close') },
  refusal,
]);

function readReport(request: Omit<HttpRequest, 'keepsAlive'>, context: DecodeContext): Reading {
  const text = request.body.length === 0 ? '' : utf8Text(request.body);
  const mark = request.url.indexOf('?');
  const query = new Query();
  if (mark >= 0) query.add(request.url.slice(mark + 1));
  const isJson = request.contentType !== '' && /\bjson\b/i.test(request.contentType);
  if (isJson || (text !== '' && /^\s*\{/.test(text))) {
    const report = readJson(text, context, uniqueIdOf(query));
    if (!report) return { code: 'bad-value', message: 'the body is no JSON report' };
    if (!report.uniqueId) return { code: 'no-identity', message: 'the report names no device' };
    return { uniqueId: report.uniqueId, drafts: report.drafts };
  }
  if (text !== '') query.add(text.trim());
  const uniqueId = uniqueIdOf(query);
  if (!uniqueId) return { code: 'no-identity', message: 'the request names no device' };
  const draft = readQuery(query, context);
  return draft ? { uniqueId, drafts: [draft] } : { code: 'bad-value', message: 'timestamp is no time' };
}

/**
 * A request that came through the web port. Its positions are messages as of a frame, `error` says what cannot be
 * read; there are no replies, since the web server answers by itself. Never throws.
 */
export function decodeOsmandRequest(
  request: Omit<HttpRequest, 'keepsAlive'>,
  context: DecodeContext,
): Decoded {
  return decodeReport(readReport(request, context), {}, []);
}

function decodeReport(report: Reading, session: TrackerSession, replies: readonly Reply[]): Decoded {
  if ('code' in report) return decodedError(session, report.code, report.message, replies);
  const { uniqueId, drafts } = report;
  return decodedAs(
    session.uniqueId === uniqueId ? session : { ...session, uniqueId },
    drafts.map((draft) => positionMessage([uniqueId], draft)),
    replies,
  );
}

function decode(frame: Frame, session: TrackerSession, context: DecodeContext): Decoded {
  const request = readHttpRequest(frame);
  if (!request) return decodedError(session, 'no-frame', 'no HTTP request');
  const report = readReport(request, context);
  if ('code' in report) return decodeReport(report, session, refused);
  return decodeReport(report, session, request.keepsAlive ? takenThenOpen : takenThenClosed);
}

export const osmand: Protocol = Object.freeze({
  name: 'osmand',
  port: 5055,
  transports: ['http'],
  idleTimeoutMs: 60_000,
  maxFrameBytes: osmandMaxFrameBytes,
  createFramer: createHttpFramer,
  decode,
  facts: osmandFacts,
} as const);
