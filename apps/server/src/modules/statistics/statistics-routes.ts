import { statisticsQuerySchema, statisticsSchema } from '@atalaia/contract/reports/statistics';
import { z } from 'zod';
import type { App } from '../../platform/http/app-type.ts';
import { sendJsonArray } from '../../platform/http/json-text.ts';
import { routeOptions } from '../../platform/http/route-options.ts';
import type { StatisticsService } from './statistics-service.ts';

const route = routeOptions('statistics');

export function statisticsRoutes(app: App, statistics: StatisticsService): void {
  app.addHook('onResponse', async ({ caller }) => {
    if (caller) statistics.seen(caller.userId);
  });
  app.get(
    '/statistics',
    route('administrator', 'Lists what the server did, day by day', {
      querystring: statisticsQuerySchema,
      answer: z.array(statisticsSchema),
    }),
    (request, reply) => sendJsonArray(reply, statistics.list(request.query)),
  );
}
