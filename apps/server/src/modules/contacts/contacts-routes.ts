import {
  contactBookInputSchema,
  contactBookSchema,
  contactDecisionSchema,
  contactRefusalSchema,
  contactRequestDecidedSchema,
  contactRequestSchema,
} from '@atalaia/contract/accounts/contact';
import { idParamsSchema } from '@atalaia/contract/values/query-values';
import { z } from 'zod';
import type { App } from '../../platform/http/app-type.ts';
import { callerOf } from '../../platform/http/authentication.ts';
import { routeOptions } from '../../platform/http/route-options.ts';
import type { ContactsService } from './contacts-service.ts';

const route = routeOptions('contacts');
const params = idParamsSchema;

export function contactsRoutes(app: App, contacts: ContactsService): void {
  app.get(
    '/customers/:id/contacts',
    route('signed-in', 'Reads whom to call for a customer, in order', { params, answer: contactBookSchema }),
    (request) => contacts.read(callerOf(request), Number(request.params.id)),
  );
  app.put(
    '/customers/:id/contacts',
    route('writer', 'Changes whom to call for a customer and the phrases; by his own users it is a request', {
      params,
      body: contactBookInputSchema,
      answer: { 200: contactBookSchema, 202: contactBookSchema },
    }),
    async (request, reply) => {
      const { byRequest, book } = await contacts.change(
        callerOf(request),
        Number(request.params.id),
        request.body,
      );
      return reply.code(byRequest ? 202 : 200).send(book);
    },
  );
  app.get(
    '/contact-requests',
    route('signed-in', 'Lists the changes of contacts that clients asked for', {
      answer: z.array(contactRequestSchema),
    }),
    async (request) => [...(await contacts.requests(callerOf(request)))],
  );
  app.post(
    '/contact-requests/:id/accept',
    route('writer', 'Accepts a change of contacts and tells those before it', {
      params,
      body: contactDecisionSchema,
      answer: contactRequestDecidedSchema,
    }),
    (request) => contacts.accept(callerOf(request), Number(request.params.id), request.body.note),
  );
  app.post(
    '/contact-requests/:id/refuse',
    route('writer', 'Refuses a change of contacts', {
      params,
      body: contactRefusalSchema,
      answer: contactBookSchema,
    }),
    (request) => contacts.refuse(callerOf(request), Number(request.params.id), request.body.note),
  );
}
