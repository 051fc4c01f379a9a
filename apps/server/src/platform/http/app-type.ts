import '@fastify/cookie';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { TokenScope } from '@atalaia/contract/accounts/session';
import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  FastifyTypeProvider,
  RawServerDefault,
} from 'fastify';
import type { z } from 'zod';
import type { KeyedRequest } from '../../modules/idempotency/idempotency-service.ts';
import type { Caller } from '../../visibility/caller.ts';
import type { Access, AnswerHeader } from './route-access.ts';

/** How a route's types follow from its schemas. */
interface ContractTypes extends FastifyTypeProvider {
  readonly validator: this['schema'] extends z.ZodType ? z.output<this['schema']> : unknown;
  readonly serializer: this['schema'] extends z.ZodType ? z.output<this['schema']> : unknown;
}

/** The HTTP application, whose routes take their types from the contract's schemas. */
export type App = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  ContractTypes
>;

export type Request = FastifyRequest;
export type Reply = FastifyReply;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may call the route; every route below `/api` states it. */
    access?: Access;
    /** What a token that is bound to scopes must be made for; by the method when absent. */
    scope?: TokenScope | 'any';
    /** For whoever has yet to set up the second factor that his profile must have. */
    beforeSecondFactor?: boolean;
    /** The session token may be in the address: `?token=`. */
    tokenInQuery?: boolean;
    /** The body may come as a form, too. */
    takesForm?: boolean;
    /** The body is `multipart/form-data`: a file in `file`, what it is called in `name`. */
    takesFile?: boolean;
    /** Media types of its body, where that is a file and no JSON. */
    takesTypes?: readonly string[];
    /** What the route answers that is no JSON, as media types; beside its schema, where it has one. */
    answerTypes?: readonly string[];
    /** Statuses from 400 up that it answers beside those of every route of its kind. */
    refusals?: readonly number[];
    /** Headers of its answer that a client may go by. */
    answerHeaders?: readonly AnswerHeader[];
    /** `If-Match` may say which revision was edited, and another one is refused. */
    takesRevision?: boolean;
  }
  interface FastifyRequest {
    /** Who asks; undefined on public routes. `callerOf` gives it where there must be one. */
    caller: Caller | undefined;
    /** Undefined for one without a key, which may be made twice. */
    keyed: KeyedRequest | undefined;
  }
}
