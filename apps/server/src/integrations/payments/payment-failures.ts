/** What the provider's failures mean. */
import { DeliveryFailed } from '../../delivery-failed.ts';
import { PaymentFailed } from '../../payment-failed.ts';
import { refusalIn } from './payment-refusal.ts';

/** What a failed call means; `isWrite` where what was sent may have been taken although no answer came. */
export function paymentFailure(error: unknown, isWrite: boolean, key: string): unknown {
  if (!(error instanceof DeliveryFailed)) return error;
  const { status } = error;
  if (status === 401 || status === 403) return new PaymentFailed('key-refused');
  if (status === 404 || status === 410) {
    // a page of HTML is a proxy's word, which knows of no customer
    return new PaymentFailed(isJson(error.answer ?? '') ? 'gone' : 'unreachable');
  }
  if (status !== undefined && status >= 400 && status < 500 && error.isLasting) {
    return new PaymentFailed('refused', refusalIn(error.answer ?? '', [key]));
  }
  return new PaymentFailed(isWrite && !error.certainlyNotSent ? 'uncertain' : 'unreachable');
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
