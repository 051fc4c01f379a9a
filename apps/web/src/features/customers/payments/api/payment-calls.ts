import {
  paymentAccountSchema,
  paymentLinkSchema,
  paymentMismatchSchema,
  paymentPairsSchema,
} from '@atalaia/contract/providers/payment-link';
import type { ApiClient, ApiWriter } from '../../../../lib/api/api-client.ts';

/** Longer than the server waits for the provider, with every call of a sending. */
const timeoutMs = 120_000;

const at = (customerId: number) => `payments/customers/${customerId}`;

export const readPaymentAccount = (api: ApiClient, signal?: AbortSignal) =>
  api.json({ path: 'payments', signal }, paymentAccountSchema);

/** A customer's state there, when what is being sent has ended. */
export const readPaymentLink = (api: ApiClient, customerId: number, signal?: AbortSignal) =>
  api.json({ path: at(customerId), query: { wait: 'true' }, timeoutMs, signal }, paymentLinkSchema);

export const sendToProvider = (api: ApiWriter, customerId: number) =>
  api.json({ method: 'POST', path: at(customerId), timeoutMs }, paymentLinkSchema);

export const linkToProvider = (api: ApiWriter, customerId: number, providerId: string) =>
  api.json(
    { method: 'PUT', path: `${at(customerId)}/link`, json: { providerId }, timeoutMs },
    paymentLinkSchema,
  );

export const unlinkFromProvider = (api: ApiWriter, customerId: number) =>
  api.json({ method: 'DELETE', path: `${at(customerId)}/link` }, paymentLinkSchema);

/** All customers of the provider are read for it. */
export const readMismatch = (api: ApiClient, signal?: AbortSignal) =>
  api.json({ path: 'payments/unmatched', timeoutMs, signal }, paymentMismatchSchema);

export const linkAllPairs = (api: ApiWriter) =>
  api.json({ method: 'POST', path: 'payments/links', timeoutMs }, paymentPairsSchema);
