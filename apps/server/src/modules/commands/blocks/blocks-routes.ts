import {
  blockCheckQuerySchema,
  blockCheckSchema,
  blockDetailSchema,
  blockedVehicleSchema,
  blockInputSchema,
  blockNoteSchema,
  blockQuerySchema,
  blockSchema,
  releaseInputSchema,
} from '@atalaia/contract/block/block';
import { idParamsSchema } from '@atalaia/contract/values/query-values';
import { z } from 'zod';
import type { App } from '../../../platform/http/app-type.ts';
import { callerOf } from '../../../platform/http/authentication.ts';
import { sendJson } from '../../../platform/http/json-text.ts';
import type { Caller } from '../../../visibility/caller.ts';
import type { BlocksService } from './blocks-service.ts';

const tags = ['blocks'];
const reads = { access: 'signed-in' } as const;
const writes = { access: 'writer', scope: 'commands', refusals: [422, 502] } as const;
const supervises = { access: 'supervisor', scope: 'commands', refusals: [422, 502] } as const;
const params = idParamsSchema;
const one = { 200: blockDetailSchema };

export function blocksRoutes(app: App, blocks: BlocksService): void {
  app.get(
    '/blocks',
    {
      config: reads,
      schema: {
        summary: 'Lists blocks and releases, newest first',
        tags,
        querystring: blockQuerySchema,
        response: { 200: z.array(blockSchema) },
      },
    },
    async (request, reply) => sendJson(reply, await blocks.list(callerOf(request), request.query)),
  );
  app.get(
    '/blocks/blocked',
    {
      config: reads,
      schema: {
        summary: 'Lists every blocked vehicle with its age',
        tags,
        response: { 200: z.array(blockedVehicleSchema) },
      },
    },
    async (request, reply) => sendJson(reply, await blocks.blocked(callerOf(request))),
  );
  app.get(
    '/blocks/check',
    {
      config: reads,
      schema: {
        summary: 'Says what speaks against a block of a vehicle now',
        tags,
        querystring: blockCheckQuerySchema,
        response: { 200: blockCheckSchema },
      },
    },
    async (request, reply) =>
      sendJson(reply, await blocks.check(callerOf(request), Number(request.query.deviceId))),
  );
  app.get(
    '/blocks/:id',
    { config: reads, schema: { summary: 'Reads a block with its history', tags, params, response: one } },
    async (request, reply) =>
      sendJson(reply, await blocks.read(callerOf(request), Number(request.params.id))),
  );
  app.post(
    '/blocks',
    {
      config: writes,
      schema: { summary: 'Asks for a block of a vehicle', tags, body: blockInputSchema, response: one },
    },
    async (request, reply) => sendJson(reply, await blocks.ask(callerOf(request), request.body)),
  );
  app.post(
    '/blocks/release',
    {
      config: writes,
      schema: { summary: 'Asks for a release of a vehicle', tags, body: releaseInputSchema, response: one },
    },
    async (request, reply) => sendJson(reply, await blocks.release(callerOf(request), request.body)),
  );
  decisionRoutes(app, blocks);
}

function decisionRoutes(app: App, blocks: BlocksService): void {
  const plain = (
    path: string,
    summary: string,
    act: (caller: Caller, id: number) => Promise<string>,
  ): void => {
    app.post(
      `/blocks/:id/${path}`,
      { config: supervises, schema: { summary, tags, params, response: one } },
      async (request, reply) => sendJson(reply, await act(callerOf(request), Number(request.params.id))),
    );
  };
  const noted = (
    path: string,
    summary: string,
    config: typeof writes | typeof supervises,
    act: (caller: Caller, id: number, note: z.infer<typeof blockNoteSchema>) => Promise<string>,
  ): void => {
    app.post(
      `/blocks/:id/${path}`,
      { config, schema: { summary, tags, params, body: blockNoteSchema, response: one } },
      async (request, reply) =>
        sendJson(reply, await act(callerOf(request), Number(request.params.id), request.body)),
    );
  };
  plain('confirm', 'Confirms a block or a release as the second person', blocks.confirm);
  noted('refuse', 'Refuses a block or a release as the second person', supervises, blocks.refuse);
  noted('alone', 'Goes on with one’s own request alone', writes, blocks.alone);
  noted('withdraw', 'Takes a request back that is not on the wire', writes, blocks.withdraw);
  plain('review', 'Notes that a block without a second person was looked at', blocks.review);
}
