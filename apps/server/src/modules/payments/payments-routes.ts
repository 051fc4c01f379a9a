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
import { routeOptions } from '../../platform/http/route-options.ts';
import type { PaymentsService } from './payments-service.ts';
import type { UnmatchedService } from './unmatched-service.ts';

const route = routeOptions('payments');
const external = { access: 'writer', refusals: [409, 502] } as const;
const params = idParamsSchema;
const one = '/payments/customers/:id';

/** With the key of whoever is signed in; it never leaves the server (PAY-01). */
export function paymentsRoutes(app: App, payments: PaymentsService, unmatched: UnmatchedService): void {
  app.get(
    '/payments',
    route('signed-in', 'Reads whether customers go to a payment provider, and what is missing for it', {
      answer: paymentAccountSchema,
    }),
    async (request) => payments.account(callerOf(request)),
  );
  linkRoutes(app, payments);
  app.get(
    '/payments/unmatched',
    route(
      external,
      'Lists customers that exist at the payment provider only, and those that exist here only',
      { answer: paymentMismatchSchema },
    ),
    (request, reply) => unmatched.read(callerOf(request), disconnectSignal(reply)),
  );
  app.post(
    '/payments/links',
    route(external, 'Links all customers whose documents agree and are unique on both sides', {
      answer: paymentPairsSchema,
    }),
    (request, reply) => unmatched.linkPairs(callerOf(request), disconnectSignal(reply)),
  );
  app.post(
    '/payments/sellers',
    route(external, 'Creates a seller at the payment provider', {
      body: paymentSellerInputSchema,
      answer: paymentSellerSchema,
    }),
    (request) => payments.createSeller(callerOf(request), request.body),
  );
}

/** One customer and who he is at the provider. */
function linkRoutes(app: App, payments: PaymentsService): void {
  app.get(
    one,
    route('signed-in', 'Reads the state of a customer at the payment provider', {
      params,
      querystring: paymentLinkQuerySchema,
      answer: paymentLinkSchema,
    }),
    (request) => payments.read(callerOf(request), Number(request.params.id), request.query.wait === 'true'),
  );
  app.post(
    one,
    route(
      { access: 'writer', refusals: [409] },
      'Sends a customer to the payment provider now, and answers with the outcome',
      { params, answer: paymentLinkSchema },
    ),
    (request) => payments.send(callerOf(request), Number(request.params.id)),
  );
  app.put(
    `${one}/link`,
    route(external, 'Links a customer to one of the payment provider with the same document', {
      params,
      body: paymentLinkInputSchema,
      answer: paymentLinkSchema,
    }),
    (request) => payments.link(callerOf(request), Number(request.params.id), request.body.providerId),
  );
  app.delete(
    `${one}/link`,
    route('writer', 'Removes that link; nothing changes at the provider', {
      params,
      answer: paymentLinkSchema,
    }),
    (request) => payments.unlink(callerOf(request), Number(request.params.id)),
  );
}
