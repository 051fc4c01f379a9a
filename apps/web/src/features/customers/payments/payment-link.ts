/** The state of a customer at the payment provider, in words a person can act on. */
import {
  type PaymentLink,
  paymentAccountSchema,
  paymentLinkSchema,
  paymentMismatchSchema,
  paymentPairsSchema,
} from '@atalaia/contract/providers/payment-link';
import type { ApiClient, ApiWriter } from '../../../lib/api/api-client.ts';
import type { Person } from '../../../lib/session/session-store.ts';
import type { Text, TextKey } from '../../../lib/texts/texts.ts';
import type { Tone } from '../../../ui/layout/pill.tsx';

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

/** As his attributes name it; undefined where they name none. */
export function paymentProviderOf({ attributes }: Pick<Person, 'attributes'>): string | undefined {
  const named = attributes.payment_provider;
  return typeof named === 'string' && named.trim() !== '' ? named.trim() : undefined;
}

/** Key of what was read of links; what a save invalidates holds it. */
export const paymentLinks = ['resource', 'payment-link'] as const;

export interface PaymentState {
  readonly tone: Tone;
  readonly label: TextKey;
}

export function paymentStateOf({ state, providerId }: PaymentLink): PaymentState {
  if (state === 'linked') return { tone: 'online', label: 'payment.linked' };
  if (state === 'pending') return { tone: 'ignition', label: 'payment.pending' };
  if (state === 'none') return { tone: 'offline', label: 'payment.none' };
  return providerId === null
    ? { tone: 'alarm', label: 'payment.failed' }
    : { tone: 'unknown', label: 'payment.outdated' };
}

/** What went wrong, what was saved, and what to do; with the provider's own words where it said some. */
export function paymentFaultText({ fault, words }: Pick<PaymentLink, 'fault' | 'words'>, text: Text): string {
  if (fault === null) return '';
  const detail = words ? ` ${text('payment.says', { words })}` : '';
  return text(`paymentFault.${fault}`) + detail;
}

/** What it says of a field: its own words, or that it keeps another value. */
export function fieldFaultText(message: string, text: Text): string {
  return message === '' ? text('payment.keptOtherwise') : text('payment.says', { words: message });
}
