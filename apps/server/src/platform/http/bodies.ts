import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import type { App } from './app-type.ts';

/**
 * JSON bodies, an empty one being none: clients of the field name the type with requests that carry nothing. Keys that
 * would reach into an object's prototype are refused.
 */
export function parseJsonBodies(app: App): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else parse(request, String(body), done);
  });
}

/** Shorter ones fit a packet or two as they are, bytes. */
const leastBytes = 1_400;

/**
 * Compresses answers for anybody who takes it, at the level that costs least: a list of 100,000 is worked on beside the event
 * loop, and saves more of a slow line than a better level would. Requests may come as gzip too: the limit of a route's body
 * counts what they unfold to, so that none unfolds without end.
 */
export async function compressAnswers(app: App): Promise<void> {
  await app.register(compress, {
    globalCompression: true,
    globalDecompression: true,
    requestEncodings: ['gzip'],
    encodings: ['gzip'],
    threshold: leastBytes,
    zlibOptions: { level: constants.Z_BEST_SPEED },
    // a spreadsheet is compressed already, whatever its name begins with
    customTypes: /^(?:text\/|application\/(?:json|geo\+json|xml|[\w.+-]+\+xml)(?:;|$))/,
  });
}
