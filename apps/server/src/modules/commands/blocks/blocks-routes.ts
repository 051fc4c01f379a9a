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
import { routeOptions } from '../../../platform/http/route-options.ts';
import type { Caller } from '../../../visibility/caller.ts';
import type { BlocksService } from './blocks-service.ts';

const route = routeOptions('blocks');
const writes = { access: 'writer', scope: 'commands', refusals: [422, 502] } as const;
const supervises = { access: 'supervisor', scope: 'commands', refusals: [422, 502] } as const;
const params = idParamsSchema;

export function blocksRoutes(app: App, blocks: BlocksService): void {
  app.get(
    '/blocks',
    route('signed-in', 'Lists blocks and releases, newest first', {
      querystring: blockQuerySchema,
      answer: z.array(blockSchema),
    }),
    async (request, reply) => sendJson(reply, await blocks.list(callerOf(request), request.query)),
  );
  app.get(
    '/blocks/blocked',
    route('signed-in', 'Lists every blocked vehicle with its age', { answer: z.array(blockedVehicleSchema) }),
    async (request, reply) => sendJson(reply, await blocks.blocked(callerOf(request))),
  );
  app.get(
    '/blocks/check',
    route('signed-in', 'Says what speaks against a block of a vehicle now', {
      querystring: blockCheckQuerySchema,
      answer: blockCheckSchema,
    }),
    async (request, reply) =>
      sendJson(reply, await blocks.check(callerOf(request), Number(request.query.deviceId))),
  );
  app.get(
    '/blocks/:id',
    route('signed-in', 'Reads a block with its history', { params, answer: blockDetailSchema }),
    async (request, reply) =>
      sendJson(reply, await blocks.read(callerOf(request), Number(request.params.id))),
  );
  app.post(
    '/blocks',
    route(writes, 'Asks for a block of a vehicle', { body: blockInputSchema, answer: blockDetailSchema }),
    async (request, reply) => sendJson(reply, await blocks.ask(callerOf(request), request.body)),
  );
  app.post(
    '/blocks/release',
    route(writes, 'Asks for a release of a vehicle', { body: releaseInputSchema, answer: blockDetailSchema }),
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
      route(supervises, summary, { params, answer: blockDetailSchema }),
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
      route(config, summary, { params, body: blockNoteSchema, answer: blockDetailSchema }),
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
