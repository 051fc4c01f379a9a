import { blockPolicyInputSchema, blockPolicySchema } from '@atalaia/contract/block/block-policy';
import { idParamsSchema } from '@atalaia/contract/values/query-values';
import { z } from 'zod';
import type { App } from '../../../platform/http/app-type.ts';
import { callerOf } from '../../../platform/http/authentication.ts';
import { sendJson } from '../../../platform/http/json-text.ts';
import { routeOptions } from '../../../platform/http/route-options.ts';
import type { BlockPoliciesService } from './block-policies.ts';

const route = routeOptions('blocks');
const params = idParamsSchema;
const body = blockPolicyInputSchema;

export function blockPoliciesRoutes(app: App, policies: BlockPoliciesService): void {
  app.get(
    '/block-policies',
    route('desk', 'Lists the policies of blocks', { answer: z.array(blockPolicySchema) }),
    async (_request, reply) => sendJson(reply, await policies.list()),
  );
  app.get(
    '/block-policies/:id',
    route('desk', 'Reads a policy of blocks', { params, answer: blockPolicySchema }),
    async (request, reply) => sendJson(reply, await policies.read(Number(request.params.id))),
  );
  app.post(
    '/block-policies',
    route('administrator', 'Adds a policy of blocks', { body, answer: blockPolicySchema }),
    async (request, reply) => sendJson(reply, await policies.create(callerOf(request), request.body)),
  );
  app.put(
    '/block-policies/:id',
    route('administrator', 'Changes a policy of blocks', { params, body, answer: blockPolicySchema }),
    async (request, reply) =>
      sendJson(reply, await policies.update(callerOf(request), Number(request.params.id), request.body)),
  );
  app.delete(
    '/block-policies/:id',
    route('administrator', 'Removes a policy of blocks', { params, answer: null }),
    (request) => policies.remove(callerOf(request), Number(request.params.id)),
  );
}
