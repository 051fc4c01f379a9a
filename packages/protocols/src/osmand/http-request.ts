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
  readonly method: string;
  readonly url: string;
  readonly version: string;
  readonly headers: ReadonlyMap<string, string>;
  /** Where the body starts. */
  readonly bytes: number;
}

const requestLine = /^([A-Z]{1,16}) (\S+) (HTTP\/1\.[01])$/;

function headEnd(bytes: Uint8Array, from: number): number {
  for (let at = bytes.indexOf(0x0a, from); at >= 0; at = bytes.indexOf(0x0a, at + 1)) {
    if (bytes[at + 1] === 0x0a) return at + 2;
    if (bytes[at + 1] === 0x0d && bytes[at + 2] === 0x0a) return at + 3;
  }
  return -1;
}

function readHead(bytes: Uint8Array, end: number): Head | undefined {
  const [first = '', ...lines] = byteText(bytes, 0, end).trim().split(/\r?\n/);
  const [, method, url, version] = requestLine.exec(first) ?? [];
  if (!method || !url || !version) return undefined;
  const headers = new Map<string, string>();
  for (const line of lines) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.set(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim());
  }
  return { method, url, version, headers, bytes: end };
}

const isChunked = (head: Head) => /\bchunked\b/i.test(head.headers.get('transfer-encoding') ?? '');

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

function contentLength(head: Head): number {
  const text = head.headers.get('content-length');
  if (text === undefined) return 0;
  return /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
}

const methods = ['GET', 'POST', 'PUT', 'HEAD', 'OPTIONS', 'PATCH', 'DELETE'] as const;

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

function cut(bytes: Uint8Array, examined: number): Cut {
  if (bytes[0] === 0x0d || bytes[0] === 0x0a) return { kind: 'skip', length: 1 };
  if (!couldStart(bytes)) {
    return cutError('no-frame', 'the connection does not speak HTTP');
  }
  const end = headEnd(bytes, Math.max(0, examined - 3));
  if (end < 0) {
    return bytes.length > maxHeadBytes ? headTooLong() : { kind: 'more', examined: bytes.length };
  }
  if (end > maxHeadBytes) return headTooLong();
  const head = readHead(bytes, end);
  if (!head) return cutError('no-frame', 'no HTTP request line');
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
  const connection = head.headers.get('connection')?.toLowerCase();
  return {
    method: head.method,
    url: head.url,
    contentType: head.headers.get('content-type') ?? '',
    body: bodyOf(frame, head),
    keepsAlive: head.version === 'HTTP/1.1' ? connection !== 'close' : connection === 'keep-alive',
  };
}

function bodyOf(frame: Uint8Array, head: Head): Uint8Array {
  if (!isChunked(head)) return frame.subarray(head.bytes);
  const chunks = readChunks(frame, head.bytes);
  if (typeof chunks !== 'object') return frame.subarray(0, 0);
  return Buffer.concat(chunks.parts.map(([from, to]) => frame.subarray(from, to)));
}
