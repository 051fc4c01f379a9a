/** Answers that PostgreSQL wrote as JSON text: sent as they are, in pieces when they are long. */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { totalCountHeader } from '@atalaia/contract/values/sorting';
import type { FastifyReply } from 'fastify';

const json = 'application/json; charset=utf-8';

/**
 * A reply that is under way. Returned by handlers, it fits any answer type: the text is the JSON of what the schema
 * describes.
 */
export type Sent = never;

/** Rows of a list as JSON text with commas between, a thousand at most at a time; a piece may be empty. */
export type JsonRows = AsyncIterable<string>;

/** A list, and how many rows there are on all of its pages, where that is requested. */
export interface JsonList {
  readonly rows: JsonRows;
  readonly total: number | undefined;
}

/** Sends one JSON text. */
export function sendJson(reply: FastifyReply, text: string): Sent {
  return reply.type(json).send(text) as Sent;
}

/** Sends one JSON text that comes in pieces. */
export function sendJsonPieces(reply: FastifyReply, pieces: AsyncIterable<string>): Sent {
  return reply.type(json).send(Readable.from(pieces)) as Sent;
}

/**
 * Sends rows as one JSON array. The first piece is awaited, so that a refusal or a failure still has its own answer; a
 * list that it holds whole is sent with its length. A failure later ends the connection before the closing bracket.
 */
export async function sendJsonArray(reply: FastifyReply, rows: JsonRows): Promise<Sent> {
  const pieces = rows[Symbol.asyncIterator]();
  const first = await pieces.next();
  const second = first.done ? first : await pieces.next();
  const head = first.done ? '' : first.value;
  if (second.done) return sendUnlessKnown(reply, `[${head}]`);
  return sendJsonPieces(reply, arrayText(head, second.value, pieces));
}

/** Whether the client has what bears this tag: one of several, weak or not (RFC 9110, 13.1.2). */
export function isKnown({ request }: FastifyReply, tag: string): boolean {
  const given = request.headers['if-none-match']?.trim();
  if (given === undefined || !['GET', 'HEAD'].includes(request.method)) return false;
  const bare = (text: string) => text.trim().replace(/^W\//, '');
  return given === '*' || given.split(',').some((one) => bare(one) === bare(tag));
}

/** 304 for anybody who has this text already, by a weak tag: a revision for `If-Match` it is not. */
function sendUnlessKnown(reply: FastifyReply, text: string): Sent {
  const tag = `W/"${createHash('sha1').update(text).digest('base64url')}"`;
  reply.header('etag', tag);
  return isKnown(reply, tag) ? (reply.code(304).send() as Sent) : sendJson(reply, text);
}

/** The same rows with `attributes` that hold nothing, for anybody who asks for a list without them. */
export async function* withoutAttributes(rows: JsonRows): JsonRows {
  for await (const piece of rows) {
    const bare = (JSON.parse(`[${piece}]`) as object[]).map((row) =>
      JSON.stringify('attributes' in row ? { ...row, attributes: {} } : row),
    );
    yield bare.join(',');
  }
}

/** Sends a list as one JSON array, its total in a header. */
export async function sendJsonList(reply: FastifyReply, { rows, total }: JsonList): Promise<Sent> {
  if (total !== undefined) reply.header(totalCountHeader, total);
  return sendJsonArray(reply, rows);
}

async function* arrayText(
  first: string,
  second: string,
  rest: AsyncIterator<string>,
): AsyncGenerator<string> {
  yield `[${first}`;
  let isFirst = first === '';
  for (let piece = second; ; ) {
    if (piece !== '') {
      yield isFirst ? piece : `,${piece}`;
      isFirst = false;
    }
    const next = await rest.next();
    if (next.done) break;
    piece = next.value;
  }
  yield ']';
}
