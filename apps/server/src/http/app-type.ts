import '@fastify/cookie';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  RawServerDefault,
} from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Caller } from '../caller.ts';
import type { Access } from './route-access.ts';

/** The HTTP application, whose routes take their types from the contract's schemas. */
export type App = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  ZodTypeProvider
>;

export type Request = FastifyRequest;
export type Reply = FastifyReply;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may call the route; every route below `/api` states it. */
    access?: Access;
    /** The session token may stand in the address: `?token=`. */
    tokenInQuery?: boolean;
  }
  interface FastifyRequest {
    /** Who asks; undefined on public routes. `callerOf` gives it where there must be one. */
    caller: Caller | undefined;
  }
}
