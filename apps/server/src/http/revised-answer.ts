import type { FastifyReply } from 'fastify';
import type { Revised } from '../revised.ts';
import { type Sent, sendJson } from './json-text.ts';

/** Sends a thing with its revision as `ETag`. */
export function sendRevised(reply: FastifyReply, { json, revision }: Revised): Sent {
  return sendJson(reply.header('etag', revision), json);
}
