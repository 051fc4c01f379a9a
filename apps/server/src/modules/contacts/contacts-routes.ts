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
import type { ContactsService } from './contacts-service.ts';

const tags = ['contacts'];
const params = idParamsSchema;

export function contactsRoutes(app: App, contacts: ContactsService): void {
  app.get(
    '/customers/:id/contacts',
    {
      config: { access: 'signed-in' },
      schema: {
        summary: 'Reads whom to call for a customer, in order',
        tags,
        params,
        response: { 200: contactBookSchema },
      },
    },
    (request) => contacts.read(callerOf(request), Number(request.params.id)),
  );
  app.put(
    '/customers/:id/contacts',
    {
      config: { access: 'writer' },
      schema: {
        summary: 'Changes whom to call for a customer and the phrases; by his own users it is a request',
        tags,
        params,
        body: contactBookInputSchema,
        response: { 200: contactBookSchema, 202: contactBookSchema },
      },
    },
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
    {
      config: { access: 'signed-in' },
      schema: {
        summary: 'Lists the changes of contacts that clients asked for',
        tags,
        response: { 200: z.array(contactRequestSchema) },
      },
    },
    async (request) => [...(await contacts.requests(callerOf(request)))],
  );
  app.post(
    '/contact-requests/:id/accept',
    {
      config: { access: 'writer' },
      schema: {
        summary: 'Accepts a change of contacts and tells those before it',
        tags,
        params,
        body: contactDecisionSchema,
        response: { 200: contactRequestDecidedSchema },
      },
    },
    (request) => contacts.accept(callerOf(request), Number(request.params.id), request.body.note),
  );
  app.post(
    '/contact-requests/:id/refuse',
    {
      config: { access: 'writer' },
      schema: {
        summary: 'Refuses a change of contacts',
        tags,
        params,
        body: contactRefusalSchema,
        response: { 200: contactBookSchema },
      },
    },
    (request) => contacts.refuse(callerOf(request), Number(request.params.id), request.body.note),
  );
}
