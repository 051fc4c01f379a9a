import {
  paymentAccountSchema,
  paymentLinkInputSchema,
  paymentLinkQuerySchema,
  paymentLinkSchema,
  paymentMismatchSchema,
  paymentPairsSchema,
  paymentSellerSchema,
} from '@atalaia/contract/providers/payment-link';
import { paymentSellerInputSchema } from '@atalaia/contract/providers/payment-provider';
import { idParamsSchema } from '@atalaia/contract/values/query-values';
import type { App } from '../../platform/http/app-type.ts';
import { callerOf } from '../../platform/http/authentication.ts';
import { disconnectSignal } from '../../platform/http/connections/disconnect.ts';
import type { PaymentsService } from './payments-service.ts';
import type { UnmatchedService } from './unmatched-service.ts';

const tags = ['payments'];
const reads = { access: 'signed-in' } as const;
const writes = { access: 'writer' } as const;
const external = { ...writes, refusals: [409, 502] } as const;
const params = idParamsSchema;
const link = { 200: paymentLinkSchema };
const one = '/payments/customers/:id';

/** With the key of whoever is signed in; it never leaves the server (PAY-01). */
export function paymentsRoutes(app: App, payments: PaymentsService, unmatched: UnmatchedService): void {
  app.get(
    '/payments',
    {
      config: reads,
      schema: {
        summary: 'Reads whether customers go to a payment provider, and what is missing for it',
        tags,
        response: { 200: paymentAccountSchema },
      },
    },
    async (request) => payments.account(callerOf(request)),
  );
  linkRoutes(app, payments);
  app.get(
    '/payments/unmatched',
    {
      config: external,
      schema: {
        summary: 'Lists customers that exist at the payment provider only, and those that exist here only',
        tags,
        response: { 200: paymentMismatchSchema },
      },
    },
    (request, reply) => unmatched.read(callerOf(request), disconnectSignal(reply)),
  );
  app.post(
    '/payments/links',
    {
      config: external,
      schema: {
        summary: 'Links all customers whose documents agree and are unique on both sides',
        tags,
        response: { 200: paymentPairsSchema },
      },
    },
    (request, reply) => unmatched.linkPairs(callerOf(request), disconnectSignal(reply)),
  );
  app.post(
    '/payments/sellers',
    {
      config: external,
      schema: {
        summary: 'Creates a seller at the payment provider',
        tags,
        body: paymentSellerInputSchema,
        response: { 200: paymentSellerSchema },
      },
    },
    (request) => payments.createSeller(callerOf(request), request.body),
  );
}

/** One customer and who he is at the provider. */
function linkRoutes(app: App, payments: PaymentsService): void {
  app.get(
    one,
    {
      config: reads,
      schema: {
        summary: 'Reads the state of a customer at the payment provider',
        tags,
        params,
        querystring: paymentLinkQuerySchema,
        response: link,
      },
    },
    (request) => payments.read(callerOf(request), Number(request.params.id), request.query.wait === 'true'),
  );
  app.post(
    one,
    {
      config: { ...writes, refusals: [409] },
      schema: {
        summary: 'Sends a customer to the payment provider now, and answers with the outcome',
        tags,
        params,
        response: link,
      },
    },
    (request) => payments.send(callerOf(request), Number(request.params.id)),
  );
  app.put(
    `${one}/link`,
    {
      config: external,
      schema: {
        summary: 'Links a customer to one of the payment provider with the same document',
        tags,
        params,
        body: paymentLinkInputSchema,
        response: link,
      },
    },
    (request) => payments.link(callerOf(request), Number(request.params.id), request.body.providerId),
  );
  app.delete(
    `${one}/link`,
    {
      config: writes,
      schema: { summary: 'Removes that link; nothing changes at the provider', tags, params, response: link },
    },
    (request) => payments.unlink(callerOf(request), Number(request.params.id)),
  );
}
