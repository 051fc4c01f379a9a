/**
 * One HTTP/1.x request as a frame, and what it says. Layout (RFC 9112): request line, header lines, an empty line,
 * then a body of Content-Length bytes or of chunks.
 */

import { type Cut, createCuttingFramer, cutError } from '../framing.ts';
import type { Framer } from '../protocol.ts';
import { byteText } from '../wire/byte-text.ts';

/** An offline phone sends its kept places one a request, or some hundreds in one JSON array. */
export const osmandMaxFrameBytes = 512 * 1024;
const maxHeadBytes = 16 * 1024;
/** Clients that cut a body into pieces cut it into few; very many small ones would be work without end. */
const maxChunks = 256;
const maxChunkLineBytes = 1024;

export interface HttpRequest {
  readonly method: string;
  /** Path and query as sent. */
  readonly url: string;
  readonly contentType: string;
  readonly body: Uint8Array;
  /** Another request may follow on the same connection. */
  readonly keepsAlive: boolean;
}

interface Head {
  readonly methodEnd: number;
  readonly urlEnd: number;
  readonly isVersion1: boolean;
  readonly headers: Headers;
  /** Where the body starts. */
  readonly bytes: number;
}

/** The headers that matter here, each as sent last. */
interface Headers {
  connection: string | undefined;
  contentType: string | undefined;
  contentLength: string | undefined;
  transferEncoding: string | undefined;
}

const headerKeys: ReadonlyMap<string, keyof Headers> = new Map([
  ['connection', 'connection'],
  ['content-type', 'contentType'],
  ['content-length', 'contentLength'],
  ['transfer-encoding', 'transferEncoding'],
]);

/** The shortest and the longest of their names, so that most others are passed over by their length. */
const shortestName = 'connection'.length;
const longestName = 'transfer-encoding'.length;

/** Reads the header in `text[from, to)` if it is one of them. */
function readHeader(text: string, from: number, to: number, headers: Headers): void {
  const colon = text.indexOf(':', from);
  if (colon < from + shortestName || colon >= to) return;
  const name = text.slice(from, colon).trim();
  if (name.length > longestName) return;
  const key = headerKeys.get(name.toLowerCase());
  if (key !== undefined) headers[key] = text.slice(colon + 1, to).trim();
}

function readHeaders(text: string, from: number): Headers {
  const headers: Headers = {
    connection: undefined,
    contentType: undefined,
    contentLength: undefined,
    transferEncoding: undefined,
  };
  for (let start = from; start < text.length; ) {
    const found = text.indexOf('\n', start);
    const end = found < 0 ? text.length : found;
    readHeader(text, start, end, headers);
    start = end + 1;
  }
  return headers;
}

const carriageReturn = 0x0d;
const lineFeed = 0x0a;
const space = 0x20;
const requestLine = /^([A-Z]{1,16}) (\S+) (HTTP\/1\.[01])$/;

function headEnd(bytes: Uint8Array, from: number): number {
  for (let at = bytes.indexOf(0x0a, from); at >= 0; at = bytes.indexOf(0x0a, at + 1)) {
    if (bytes[at + 1] === 0x0a) return at + 2;
    if (bytes[at + 1] === 0x0d && bytes[at + 2] === 0x0a) return at + 3;
  }
  return -1;
}

function isCapital(byte: number): boolean {
  return byte >= 0x41 && byte <= 0x5a;
}

/** What ends a word of the request line: what a pattern's `\s` is among characters of one byte. */
function isSpace(byte: number): boolean {
  return byte === space || (byte >= 0x09 && byte <= 0x0d) || byte === 0xa0;
}

const mostMethodBytes = 16;
const versionHead = Buffer.from('HTTP/1.', 'latin1');

/** Where the words of a request line end: `methodEnd` the blank behind the method, `urlEnd` that behind the URL. */
interface RequestLine {
  readonly methodEnd: number;
  readonly urlEnd: number;
  readonly isVersion1: boolean;
}

/** The request line in `bytes[0, end)`, by its bytes; undefined where `requestLine` would not match. */
function requestLineIn(bytes: Uint8Array, end: number): RequestLine | undefined {
  let methodEnd = 0;
  while (methodEnd < end && isCapital(bytes[methodEnd] ?? 0)) methodEnd += 1;
  if (methodEnd === 0 || methodEnd > mostMethodBytes || bytes[methodEnd] !== space) return undefined;
  let urlEnd = methodEnd + 1;
  while (urlEnd < end && !isSpace(bytes[urlEnd] ?? 0)) urlEnd += 1;
  if (urlEnd === methodEnd + 1 || bytes[urlEnd] !== space) return undefined;
  const minorAt = urlEnd + 1 + versionHead.length;
  if (minorAt + 1 !== end) return undefined;
  for (let at = 0; at < versionHead.length; at += 1) {
    if (bytes[urlEnd + 1 + at] !== versionHead[at]) return undefined;
  }
  const minor = bytes[minorAt];
  return minor === 0x30 || minor === 0x31 ? { methodEnd, urlEnd, isVersion1: minor === 0x31 } : undefined;
}

function readHead(bytes: Uint8Array, end: number): Head | undefined {
  const lineEnd = bytes.indexOf(lineFeed);
  const line = requestLineIn(bytes, bytes[lineEnd - 1] === carriageReturn ? lineEnd - 1 : lineEnd);
  if (line === undefined) return undefined;
  const headers = readHeaders(byteText(bytes, lineEnd + 1, end), 0);
  return { ...line, headers, bytes: end };
}

function isChunked({ headers: { transferEncoding } }: Head): boolean {
  return transferEncoding !== undefined && /\bchunked\b/i.test(transferEncoding);
}

interface Chunks {
  readonly parts: readonly (readonly [from: number, to: number])[];
  readonly end: number;
}

/** Where each chunk lies; how many bytes there must be for another look; or why the body is none. */
function readChunks(bytes: Uint8Array, from: number): Chunks | number | string {
  const parts: [number, number][] = [];
  for (let at = from; ; ) {
    const lineEnd = bytes.indexOf(0x0a, at);
    const line = (lineEnd < 0 ? bytes.length : lineEnd) - at;
    if (line > maxChunkLineBytes) return 'a chunk size without end';
    if (lineEnd < 0) return bytes.length + 1;
    const size = /^([0-9a-f]{1,6})\s*(;.*)?$/i.exec(byteText(bytes, at, lineEnd).trim())?.[1];
    if (size === undefined) return 'no chunk size where one must stand';
    const start = lineEnd + 1;
    const length = Number.parseInt(size, 16);
    if (length === 0) {
      const end = bytes.indexOf(0x0a, start);
      return end < 0 ? bytes.length + 1 : { parts, end: end + 1 };
    }
    if (parts.length === maxChunks) return `over ${maxChunks} chunks`;
    if (start + length + 2 > bytes.length) return start + length + 2;
    parts.push([start, start + length]);
    at = start + length + (bytes[start + length] === 0x0d ? 2 : 1);
  }
}

function contentLength({ headers: { contentLength: text } }: Head): number {
  if (text === undefined) return 0;
  return /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
}

const methods: readonly string[] = ['GET', 'POST', 'PUT', 'HEAD', 'OPTIONS', 'PATCH', 'DELETE'];

/** The first bytes may still become a request: they start a method, and a whole first line is a request line. */
function couldStart(bytes: Uint8Array): boolean {
  const start = byteText(bytes, 0, Math.min(bytes.length, 8));
  if (!methods.some((method) => `${method} `.startsWith(start) || start.startsWith(`${method} `)))
    return false;
  const lineEnd = bytes.indexOf(0x0a);
  return lineEnd < 0 || lineEnd > maxHeadBytes || requestLine.test(byteText(bytes, 0, lineEnd).trimEnd());
}

function headTooLong(): Cut {
  return cutError('frame-too-long', `headers of over ${maxHeadBytes} bytes`);
}

function noHttp(): Cut {
  return cutError('no-frame', 'the connection does not speak HTTP');
}

function cut(bytes: Uint8Array, examined: number): Cut {
  if (bytes[0] === 0x0d || bytes[0] === 0x0a) return { kind: 'skip', length: 1 };
  const end = headEnd(bytes, Math.max(0, examined - 3));
  if (end < 0 || end > maxHeadBytes) {
    if (!couldStart(bytes)) return noHttp();
    return bytes.length > maxHeadBytes ? headTooLong() : { kind: 'more', examined: bytes.length };
  }
  const head = readHead(bytes, end);
  if (!head || !methods.includes(byteText(bytes, 0, head.methodEnd))) return noHttp();
  if (isChunked(head)) {
    const chunks = readChunks(bytes, end);
    if (typeof chunks === 'string') return cutError('bad-length', chunks);
    if (typeof chunks === 'number') return { kind: 'more', examined: end, needed: chunks };
    return { kind: 'frame', length: chunks.end };
  }
  const length = contentLength(head);
  if (Number.isNaN(length)) return cutError('bad-length', 'Content-Length is no number');
  if (end + length > osmandMaxFrameBytes)
    return cutError('frame-too-long', `a request of ${end + length} bytes`);
  return bytes.length < end + length
    ? { kind: 'more', examined: end, needed: end + length }
    : { kind: 'frame', length: end + length };
}

/** Cuts requests, pipelined ones too. */
export function createHttpFramer(): Framer {
  return createCuttingFramer(cut, { maxFrameBytes: osmandMaxFrameBytes, maxSkippedBytes: 64 });
}

/** The request in a frame that the framer cut; undefined when the bytes are none. */
export function readHttpRequest(frame: Uint8Array): HttpRequest | undefined {
  const end = headEnd(frame, 0);
  const head = end < 0 ? undefined : readHead(frame, end);
  if (!head) return undefined;
  const connection = head.headers.connection?.toLowerCase();
  return {
    method: byteText(frame, 0, head.methodEnd),
    url: byteText(frame, head.methodEnd + 1, head.urlEnd),
    contentType: head.headers.contentType ?? '',
    body: bodyOf(frame, head),
    keepsAlive: head.isVersion1 ? connection !== 'close' : connection === 'keep-alive',
  };
}

function bodyOf(frame: Uint8Array, head: Head): Uint8Array {
  if (!isChunked(head)) return frame.subarray(head.bytes);
  const chunks = readChunks(frame, head.bytes);
  if (typeof chunks !== 'object') return frame.subarray(0, 0);
  return Buffer.concat(chunks.parts.map(([from, to]) => frame.subarray(from, to)));
}
