import {
  batchBodySchema,
  commandInputSchema,
  commandQuerySchema,
  commandSchema,
  commandTypeQuerySchema,
  commandTypeSchema,
  fieldSendSchema,
  sendableQuerySchema,
  sendQuerySchema,
} from '@atalaia/contract/devices/command';
import {
  batchQuerySchema,
  batchResultSchema,
  type CommandReceipt,
  commandReceiptSchema,
  groupReceiptsSchema,
  sentCommandQuerySchema,
  sentCommandSchema,
} from '@atalaia/contract/devices/sent-command';
import { languageFrom, type PhraseKey } from '@atalaia/phrases/phrases';
import { say } from '@atalaia/phrases/say';
import { z } from 'zod';
import { fieldRefusal } from '../../errors/app-error.ts';
import type { App } from '../../platform/http/app-type.ts';
import { callerOf } from '../../platform/http/authentication.ts';
import { sendJsonArray } from '../../platform/http/json-text.ts';
import { routeOptions } from '../../platform/http/route-options.ts';
import { linkedRoutes } from '../../resources/linked/linked-service.ts';
import type { CommandsService } from './commands-service.ts';

const route = routeOptions('commands');
const external = { access: 'writer', scope: 'commands', refusals: [422, 502] } as const;

const receiptsSchema = z.union([commandReceiptSchema, groupReceiptsSchema]);

const waiting: ReadonlySet<string> = new Set(['queued', 'requested', 'waiting']);

const waitsInWords: Readonly<Partial<Record<CommandReceipt['state'], PhraseKey>>> = {
  requested: 'command.blockAwaitsSecond',
  waiting: 'command.blockWaits',
};

export function commandsRoutes(app: App, commands: CommandsService): void {
  app.get(
    '/commands/types',
    route('signed-in', 'Lists the commands that a device accepts', {
      querystring: commandTypeQuerySchema,
      answer: z.array(commandTypeSchema),
    }),
    async (request) => [...(await commands.types(callerOf(request), request.query))],
  );
  app.get(
    '/commands/send',
    route('signed-in', 'Lists the saved commands that can be sent to a device', {
      querystring: sendableQuerySchema,
      answer: z.array(commandSchema),
    }),
    async (request) => [...(await commands.sendable(callerOf(request), Number(request.query.deviceId)))],
  );
  app.get(
    '/commands/sent',
    route('signed-in', 'Lists the commands that were sent, with their outcome', {
      querystring: sentCommandQuerySchema,
      answer: z.array(sentCommandSchema),
    }),
    (request, reply) => sendJsonArray(reply, commands.history(callerOf(request), request.query)),
  );
  app.post(
    '/commands/send',
    route(external, 'Sends a command to a device', {
      querystring: sendQuerySchema,
      body: fieldSendSchema,
      answer: { 200: receiptsSchema, 202: receiptsSchema },
    }),
    async (request, reply) => {
      const { deviceId, ...command } = request.body;
      const { groupId } = request.query;
      if (groupId !== undefined && groupId !== '0') {
        const receipts = await commands.sendToGroup(callerOf(request), command, Number(groupId));
        return reply.code(receipts.some(({ state }) => waiting.has(state)) ? 202 : 200).send([...receipts]);
      }
      if (!deviceId) throw fieldRefusal('invalid-input', { path: 'deviceId', message: 'is required' });
      const receipt = await commands.send(callerOf(request), { ...command, deviceId });
      const waits = waiting.has(receipt.state);
      // a client that does not know block requests shows at most the message
      const key = request.body.block ? undefined : waitsInWords[receipt.state];
      const language = languageFrom(request.headers['accept-language']);
      const message = key ? { message: say(language, key) } : {};
      return reply.code(waits ? 202 : 200).send({ ...receipt, ...message });
    },
  );
  app.post(
    '/commands/batch',
    route(external, 'Sends a command to many devices and groups', {
      querystring: batchQuerySchema,
      body: batchBodySchema,
      answer: z.array(batchResultSchema),
    }),
    async (request) => [...(await commands.sendBatch(callerOf(request), request.body, request.query))],
  );
  linkedRoutes(app, {
    path: '/commands',
    one: 'a saved command',
    list: 'the saved commands that the caller may see',
    schema: commandSchema,
    inputSchema: commandInputSchema,
    querySchema: commandQuerySchema,
    service: commands.saved,
  });
}
