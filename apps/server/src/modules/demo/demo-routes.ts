import { demoSchema } from '@atalaia/contract/server/demo';
import { z } from 'zod';
import type { App } from '../../platform/http/app-type.ts';
import type { DemoService } from './demo-service.ts';

const tags = ['server'];

export function demoRoutes(app: App, demo: DemoService): void {
  app.get(
    '/demo',
    {
      config: { access: 'administrator' },
      schema: { summary: 'Reads what only a demonstration offers', tags, response: { 200: demoSchema } },
    },
    () => ({ theft: demo.isDemo }),
  );
  app.post(
    '/demo/theft',
    {
      config: { access: 'administrator', refusals: [404, 409, 502] },
      schema: { summary: 'Begins the theft that a demonstration plays', tags, response: { 204: z.null() } },
    },
    async (_request, reply) => {
      await demo.playTheft();
      return reply.code(204).send(null);
    },
  );
}
