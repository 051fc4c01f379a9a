import { blockPolicyInputSchema, blockPolicySchema } from '@atalaia/contract/block/block-policy';
import { idParamsSchema } from '@atalaia/contract/values/query-values';
import { z } from 'zod';
import type { App } from '../../../platform/http/app-type.ts';
import { callerOf } from '../../../platform/http/authentication.ts';
import { sendJson } from '../../../platform/http/json-text.ts';
import type { BlockPoliciesService } from './block-policies.ts';

const tags = ['blocks'];
const reads = { access: 'desk' } as const;
const writes = { access: 'administrator' } as const;
const params = idParamsSchema;
const answer = { 200: blockPolicySchema };
const body = blockPolicyInputSchema;

export function blockPoliciesRoutes(app: App, policies: BlockPoliciesService): void {
  app.get(
    '/block-policies',
    {
      config: reads,
      schema: {
        summary: 'Lists the policies of blocks',
        tags,
        response: { 200: z.array(blockPolicySchema) },
      },
    },
    async (_request, reply) => sendJson(reply, await policies.list()),
  );
  app.get(
    '/block-policies/:id',
    { config: reads, schema: { summary: 'Reads a policy of blocks', tags, params, response: answer } },
    async (request, reply) => sendJson(reply, await policies.read(Number(request.params.id))),
  );
  app.post(
    '/block-policies',
    { config: writes, schema: { summary: 'Adds a policy of blocks', tags, body, response: answer } },
    async (request, reply) => sendJson(reply, await policies.create(callerOf(request), request.body)),
  );
  app.put(
    '/block-policies/:id',
    {
      config: writes,
      schema: { summary: 'Changes a policy of blocks', tags, params, body, response: answer },
    },
    async (request, reply) =>
      sendJson(reply, await policies.update(callerOf(request), Number(request.params.id), request.body)),
  );
  app.delete(
    '/block-policies/:id',
    { config: writes, schema: { summary: 'Removes a policy of blocks', tags, params } },
    async (request, reply) => {
      await policies.remove(callerOf(request), Number(request.params.id));
      return reply.code(204).send();
    },
  );
}
