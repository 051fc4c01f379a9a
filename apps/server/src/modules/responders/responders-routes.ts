import {
  responderInputSchema,
  responderQuerySchema,
  responderSchema,
} from '@atalaia/contract/rules/responder';
import type { App } from '../../platform/http/app-type.ts';
import { type LinkedNounService, linkedRoutes } from '../../resources/linked/linked-service.ts';

export function respondersRoutes(app: App, service: LinkedNounService<typeof responderInputSchema>): void {
  linkedRoutes(app, {
    path: '/responders',
    one: 'a provider or agent of the prompt response',
    list: 'the prompt response that the caller may see, by name',
    schema: responderSchema,
    inputSchema: responderInputSchema,
    querySchema: responderQuerySchema,
    service,
  });
}
