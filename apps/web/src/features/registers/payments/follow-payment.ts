import type { Customer } from '@atalaia/contract/customer';
import type { ApiClient } from '../../../lib/api/api-client.ts';
import type { Followed, FormContext } from '../form/register-form.ts';
import { readPaymentLink } from './api/payment-calls.ts';
import { fieldFaultText, paymentFaultText, paymentProviderOf } from './payment-words.ts';

/** Waits for the provider's word on a customer who was just saved; undefined where it took him, or none is asked (CUS-03). */
export async function followPayment(
  saved: Customer,
  { person, text }: FormContext,
  api: ApiClient,
): Promise<Followed | undefined> {
  if (paymentProviderOf(person) === undefined) return undefined;
  const link = await readPaymentLink(api, saved.id).catch(() => undefined);
  if (!link) return { refusal: text('payment.unknown'), faults: new Map() };
  if (link.state !== 'failed') return undefined;
  return {
    refusal: paymentFaultText(link, text),
    faults: new Map(link.fields.map(({ path, message }) => [path, fieldFaultText(message, text)])),
  };
}
