import { bulkChangeSchema, bulkUndoneSchema } from '@atalaia/contract/bulk-change';
import {
  type Dependents,
  dependentsSchema,
  type RemovalQuery,
  removalQuerySchema,
} from '@atalaia/contract/dependents';
import { spreadsheetType } from '@atalaia/contract/reports/report-query';
import { idParamsSchema } from '@atalaia/contract/values/query-values';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { fieldRefusal } from '../errors/app-error.ts';
import type { App } from '../platform/http/app-type.ts';
import { callerOf } from '../platform/http/authentication.ts';
import {
  isKnown,
  type JsonList,
  type Sent,
  sendJson,
  sendJsonList,
  withoutAttributes,
} from '../platform/http/json-text.ts';
import { type Access, etag, totalCount } from '../platform/http/route-access.ts';
import { routeOptions } from '../platform/http/route-options.ts';
import type { VersionedJson } from '../queries/revision.ts';
import type { Caller } from '../visibility/caller.ts';
import type { BulkChangesService, BulkNoun, BulkRequest } from './bulk/bulk-changes-service.ts';
import { asksForSheet, type ListSheet, sendSheet } from './list-sheet.ts';

/** What a noun's service offers; objects come out as JSON text in the contract's form. */
export interface CrudService<Input, Query, Creating = object> {
  list(caller: Caller, query: Query): Promise<JsonList>;
  read(caller: Caller, id: number): Promise<VersionedJson>;
  /** `creating` is what the address says beside the body. */
  create(caller: Caller, input: Input, creating: Creating): Promise<VersionedJson>;
  /** `ifMatch`: the revision that was edited; throws `edited-meanwhile` when the row was changed since. */
  update(caller: Caller, id: number, input: Input, ifMatch?: string): Promise<VersionedJson>;
  /** What hangs on it, and would be touched by its removal. */
  dependents(caller: Caller, id: number): Promise<Dependents>;
  /** `request` says what was seen to hang on it, and what becomes of that. */
  remove(caller: Caller, id: number, request?: RemovalQuery): Promise<void>;
}

const noParameters = z.object({});

export interface CrudNoun<
  Input extends z.ZodType,
  Query extends z.ZodType,
  Creating extends z.ZodType = typeof noParameters,
> {
  /** Below the API root, plural. */
  readonly path: `/${string}`;
  /** `a device`; for the API's description. */
  readonly one: string;
  /** What the list holds and in which order; for the API's description. */
  readonly list: string;
  readonly schema: z.ZodType;
  readonly inputSchema: Input;
  readonly querySchema: Query;
  /** What the address of a creation may say; nothing when absent. */
  readonly creatingSchema?: Creating;
  /** Who may list and read; everybody who is signed in where it is absent. */
  readonly reading?: Access;
  /** Who may create, change and remove. */
  readonly writing: Access;
  /** Of a body that is larger than others; bytes. */
  readonly bodyLimit?: number;
  readonly service: CrudService<z.output<Input>, z.output<Query>, z.output<Creating>>;
  /** The list as a spreadsheet, where the Accept header requests one. */
  readonly sheet?: ListSheet;
  /** Many rows are changed or removed at once. */
  readonly bulk?: {
    readonly noun: BulkNoun['noun'];
    readonly inputSchema: z.ZodType<BulkRequest>;
    readonly service: BulkChangesService;
  };
}

/** The routes that most nouns have: list, read, create, change, what a removal would touch, remove. */
export function crudRoutes<
  Input extends z.ZodType,
  Query extends z.ZodType,
  Creating extends z.ZodType = typeof noParameters,
>(app: App, noun: CrudNoun<Input, Query, Creating>): void {
  listRoute(app, noun);
  if (noun.bulk) bulkRoutes(app, noun, noun.bulk);
  rowRoutes(app, noun);
  removalRoutes(app, noun);
}

type AnyNoun = CrudNoun<z.ZodType, z.ZodType, z.ZodType>;

const routeOf = ({ path }: Pick<AnyNoun, 'path'>) => routeOptions(path.slice(1));

function listRoute<Query extends z.ZodType>(
  app: App,
  noun: Pick<
    CrudNoun<z.ZodType, Query, z.ZodType>,
    'path' | 'list' | 'schema' | 'querySchema' | 'sheet' | 'reading'
  > & {
    readonly service: Pick<CrudService<never, z.output<Query>, never>, 'list'>;
  },
): void {
  const { path, schema, querySchema, service, sheet } = noun;
  const answerTypes = sheet && { answerTypes: [spreadsheetType] };
  app.get(
    path,
    routeOf(noun)(
      { access: noun.reading ?? 'signed-in', answerHeaders: [totalCount], ...answerTypes },
      `Lists ${noun.list}`,
      { querystring: querySchema, answer: z.array(schema) },
    ),
    async (request, reply) => {
      const caller = callerOf(request);
      const list = await service.list(caller, request.query as z.output<Query>);
      if (sheet && asksForSheet(request)) return sendSheet(reply, caller, list, sheet);
      const { excludeAttributes } = request.query as { readonly excludeAttributes?: string };
      return sendJsonList(
        reply,
        excludeAttributes === 'true' ? { ...list, rows: withoutAttributes(list.rows) } : list,
      );
    },
  );
}

function rowRoutes<Input extends z.ZodType, Query extends z.ZodType, Creating extends z.ZodType>(
  app: App,
  noun: CrudNoun<Input, Query, Creating>,
): void {
  const { path, one, schema: answer, inputSchema: body, writing, service, bodyLimit = 1024 * 1024 } = noun;
  const byId = `${path}/:id`;
  const writes = { access: writing, answerHeaders: [etag] };
  const route = routeOf(noun);
  const params = idParamsSchema;

  app.get(
    byId,
    route({ access: noun.reading ?? 'signed-in', answerHeaders: [etag] }, `Reads ${one}`, { params, answer }),
    async (request, reply) =>
      sendVersioned(reply, await service.read(callerOf(request), Number(request.params.id))),
  );
  app.post(
    path,
    route(writes, `Creates ${one}`, {
      ...{ body, bodyLimit, answer },
      ...(noun.creatingSchema && { querystring: noun.creatingSchema }),
    }),
    async (request, reply) => {
      const input = request.body as z.output<Input>;
      const creating = request.query as z.output<Creating>;
      return sendVersioned(reply, await service.create(callerOf(request), input, creating));
    },
  );
  app.put(
    byId,
    route({ ...writes, takesRevision: true }, `Changes ${one}`, { params, body, bodyLimit, answer }),
    async (request, reply) => {
      const id = Number(request.params.id);
      refuseOtherId(id, request.body);
      const input = request.body as z.output<Input>;
      const ifMatch = request.headers['if-match'];
      return sendVersioned(reply, await service.update(callerOf(request), id, input, ifMatch));
    },
  );
}

function removalRoutes(
  app: App,
  noun: Pick<AnyNoun, 'path' | 'one' | 'writing'> & {
    readonly service: Pick<CrudService<never, never>, 'dependents' | 'remove'>;
  },
): void {
  const { path, one, writing, service } = noun;
  const byId = `${path}/:id`;
  const route = routeOf(noun);
  const params = idParamsSchema;
  app.get(
    `${byId}/dependents`,
    route(writing, `Lists what depends on ${one}, and what its removal would do to it`, {
      params,
      answer: dependentsSchema,
    }),
    (request) => service.dependents(callerOf(request), Number(request.params.id)),
  );
  app.delete(
    byId,
    route(writing, `Removes ${one}`, { params, querystring: removalQuerySchema, answer: null }),
    (request) => service.remove(callerOf(request), Number(request.params.id), request.query),
  );
}

function bulkRoutes(
  app: App,
  noun: Pick<AnyNoun, 'path' | 'writing'>,
  { noun: word, inputSchema, service }: NonNullable<AnyNoun['bulk']>,
): void {
  const { path, writing } = noun;
  const route = routeOf(noun);
  app.get(
    `${path}/bulk`,
    route(writing, `Lists the bulk changes of ${path.slice(1)} that the caller can still undo`, {
      answer: z.array(bulkChangeSchema),
    }),
    (request) => service.list(callerOf(request), word),
  );
  app.post(
    `${path}/bulk`,
    route(writing, `Changes or removes many ${path.slice(1)} at once; it can be undone for 30 seconds`, {
      body: inputSchema,
      answer: bulkChangeSchema,
    }),
    (request) => service.change(callerOf(request), word, request.body),
  );
  app.post(
    `${path}/bulk/:change/undo`,
    route(
      writing,
      `Undoes a bulk change of ${path.slice(1)}: they get back what they had, and removed ones stay`,
      {
        params: z.object({ change: z.uuid() }),
        answer: bulkUndoneSchema,
      },
    ),
    (request) => service.undo(callerOf(request), word, request.params.change),
  );
}

/** A body that names another object than the address was meant for that other one. */
function refuseOtherId(id: number, body: unknown): void {
  const bodyId = typeof body === 'object' && body !== null && 'id' in body ? body.id : undefined;
  if (bodyId && bodyId !== id)
    throw fieldRefusal('invalid-input', { path: 'id', message: `must be ${id}, as in the address` });
}

/** Sends a row with its revision as `ETag`. */
function sendVersioned(reply: FastifyReply, { json, revision }: VersionedJson): Sent {
  if (isKnown(reply, revision)) return reply.header('etag', revision).code(304).send() as Sent;
  return sendJson(reply.header('etag', revision), json);
}
