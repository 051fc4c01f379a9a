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
import { disconnectSignal } from '../../platform/http/disconnect-signal.ts';
import type { PaymentsService } from './payments-service.ts';
import type { UnmatchedService } from './unmatched-service.ts';

/** With the key of whoever is signed in; it never leaves the server (PAY-01). */
export function paymentsRoutes(app: App, payments: PaymentsService, unmatched: UnmatchedService): void {
  const tags = ['payments'];
  const reads = { access: 'signed-in' } as const;
  const writes = { access: 'writer' } as const;
  const params = idParamsSchema;
  const link = { 200: paymentLinkSchema };
  const one = '/payments/customers/:id';

  app.get(
    '/payments',
    { config: reads, schema: { tags, response: { 200: paymentAccountSchema } } },
    async (request) => payments.account(callerOf(request)),
  );
  app.get(
    one,
    { config: reads, schema: { tags, params, querystring: paymentLinkQuerySchema, response: link } },
    (request) => payments.read(callerOf(request), Number(request.params.id), request.query.wait === 'true'),
  );
  app.post(one, { config: writes, schema: { tags, params, response: link } }, (request) =>
    payments.send(callerOf(request), Number(request.params.id)),
  );
  app.put(
    `${one}/link`,
    { config: writes, schema: { tags, params, body: paymentLinkInputSchema, response: link } },
    (request) => payments.link(callerOf(request), Number(request.params.id), request.body.providerId),
  );
  app.delete(`${one}/link`, { config: writes, schema: { tags, params, response: link } }, (request) =>
    payments.unlink(callerOf(request), Number(request.params.id)),
  );
  app.get(
    '/payments/unmatched',
    { config: writes, schema: { tags, response: { 200: paymentMismatchSchema } } },
    (request, reply) => unmatched.read(callerOf(request), disconnectSignal(reply)),
  );
  app.post(
    '/payments/links',
    { config: writes, schema: { tags, response: { 200: paymentPairsSchema } } },
    (request, reply) => unmatched.linkPairs(callerOf(request), disconnectSignal(reply)),
  );
  app.post(
    '/payments/sellers',
    {
      config: writes,
      schema: { tags, body: paymentSellerInputSchema, response: { 200: paymentSellerSchema } },
    },
    (request) => payments.createSeller(callerOf(request), request.body),
  );
}
