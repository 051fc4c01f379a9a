import { demoSchema } from '@atalaia/contract/server/server-settings';
import type { App } from '../../platform/http/app-type.ts';
import { routeOptions } from '../../platform/http/route-options.ts';
import type { DemoService } from './demo-service.ts';

const route = routeOptions('server');

export function demoRoutes(app: App, demo: DemoService): void {
  app.get(
    '/demo',
    route('administrator', 'Reads what only a demonstration offers', { answer: demoSchema }),
    () => ({ theft: demo.isDemo }),
  );
  app.post(
    '/demo/theft',
    route(
      { access: 'administrator', refusals: [404, 409, 502] },
      'Begins the theft that a demonstration plays',
      { answer: null },
    ),
    () => demo.playTheft(),
  );
}
