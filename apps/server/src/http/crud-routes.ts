import { idParamsSchema } from '@atalaia/contract/query-values';
import { spreadsheetType } from '@atalaia/contract/report-query';
import { z } from 'zod';
import { fieldRefusal } from '../app-error.ts';
import type { Caller } from '../caller.ts';
import type { Revised } from '../revised.ts';
import { etag, totalCount } from './answer-headers.ts';
import type { App } from './app-type.ts';
import { callerOf } from './authentication.ts';
import { type JsonList, type JsonRows, sendJsonList } from './json-text.ts';
import { sendRevised } from './revised-answer.ts';
import type { Access } from './route-access.ts';
import { sendFile } from './send-file.ts';

/** What a noun's service offers; objects come out as JSON text in the contract's form. */
export interface CrudService<Input, Query, Creating = object> {
  list(caller: Caller, query: Query): Promise<JsonList>;
  read(caller: Caller, id: number): Promise<Revised>;
  /** `creating` is what the address says beside the body. */
  create(caller: Caller, input: Input, creating: Creating): Promise<Revised>;
  /** `ifMatch`: the revision that was edited; throws `edited-meanwhile` when another stands by now. */
  update(caller: Caller, id: number, input: Input, ifMatch?: string): Promise<Revised>;
  remove(caller: Caller, id: number): Promise<void>;
}

const noParameters = z.object({});

export interface CrudNoun<
  Input extends z.ZodType,
  Query extends z.ZodType,
  Creating extends z.ZodType = typeof noParameters,
> {
  /** Below the API root, plural. */
  readonly path: `/${string}`;
  readonly schema: z.ZodType;
  readonly inputSchema: Input;
  readonly querySchema: Query;
  /** What the address of a creation may say; nothing when absent. */
  readonly creatingSchema?: Creating;
  /** Who may create, change and remove. */
  readonly writing: Access;
  /** Of a body that is larger than others; bytes. */
  readonly bodyLimit?: number;
  readonly service: CrudService<z.output<Input>, z.output<Query>, z.output<Creating>>;
  /** The list as a spreadsheet, where the Accept header asks for one. */
  readonly sheet?: ListSheet;
}

export interface ListSheet {
  readonly name: string;
  make(caller: Caller, rows: JsonRows, signal: AbortSignal): AsyncGenerator<Uint8Array>;
}

/** The five routes that most nouns have: list, read, create, change, remove. */
export function crudRoutes<
  Input extends z.ZodType,
  Query extends z.ZodType,
  Creating extends z.ZodType = typeof noParameters,
>(app: App, noun: CrudNoun<Input, Query, Creating>): void {
  const { path, schema, inputSchema, querySchema, writing, service, sheet, bodyLimit = 1024 * 1024 } = noun;
  const one = `${path}/:id`;
  const creating = noun.creatingSchema ? { querystring: noun.creatingSchema } : {};
  const reads = { access: 'signed-in', answerHeaders: [etag] } as const;
  const removes = { access: writing };
  const writes = { ...removes, answerHeaders: [etag] };
  const tags = [path.slice(1)];
  const params = idParamsSchema;
  const answer = { 200: schema };

  app.get(
    path,
    {
      config: {
        access: 'signed-in',
        answerHeaders: [totalCount],
        ...(sheet && { answerTypes: [spreadsheetType] }),
      },
      schema: { tags, querystring: querySchema, response: { 200: z.array(schema) } },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      const list = await service.list(caller, request.query as z.output<Query>);
      const { accept } = request.headers;
      if (!sheet || !accept?.includes(spreadsheetType)) return sendJsonList(reply, list);
      const file = { name: sheet.name, type: spreadsheetType };
      return sendFile(reply, file, (signal) => sheet.make(caller, list.rows, signal));
    },
  );
  app.get(one, { config: reads, schema: { tags, params, response: answer } }, async (request, reply) =>
    sendRevised(reply, await service.read(callerOf(request), Number(request.params.id))),
  );
  app.post(
    path,
    { bodyLimit, config: writes, schema: { tags, body: inputSchema, ...creating, response: answer } },
    async (request, reply) =>
      sendRevised(
        reply,
        await service.create(
          callerOf(request),
          request.body as z.output<Input>,
          request.query as z.output<Creating>,
        ),
      ),
  );
  app.put(
    one,
    {
      bodyLimit,
      config: { ...writes, takesRevision: true },
      schema: { tags, params, body: inputSchema, response: answer },
    },
    async (request, reply) => {
      const id = Number(request.params.id);
      refuseOtherId(id, request.body);
      const input = request.body as z.output<Input>;
      const ifMatch = request.headers['if-match'];
      return sendRevised(reply, await service.update(callerOf(request), id, input, ifMatch));
    },
  );
  app.delete(
    one,
    { config: removes, schema: { tags, params, response: { 204: z.null() } } },
    async (request, reply) => {
      await service.remove(callerOf(request), Number(request.params.id));
      return reply.code(204).send(null);
    },
  );
}

/** A body that names another object than the address was meant for that other one. */
function refuseOtherId(id: number, body: unknown): void {
  const said = typeof body === 'object' && body !== null && 'id' in body ? body.id : undefined;
  if (said && said !== id)
    throw fieldRefusal('invalid-input', { path: 'id', message: `must be ${id}, as in the address` });
}
