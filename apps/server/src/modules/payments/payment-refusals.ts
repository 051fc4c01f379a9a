import { AppError } from '../../errors/app-error.ts';
import { ProviderFailed } from '../../errors/outbound-errors.ts';

const notDone: ReadonlySet<string> = new Set(['refused', 'key-refused', 'gone', 'unreachable']);

/** Whether a write certainly did nothing at the provider. */
export function isCertainlyNotDone(error: unknown): boolean {
  return error instanceof ProviderFailed && notDone.has(error.fault);
}

/**
 * What the caller receives of a failed call that nothing here was saved for: `payment-refused` with its fields, by the
 * provider's own names, or `payment-failed` with what may have come of it. `missing` is the field that named what the
 * provider does not have.
 */
export function answerFailure(missing?: string): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof ProviderFailed)) throw error;
    const { fault, words } = error;
    const fields = [...error.fields].map(([path, message]) => ({ path, message }));
    if (fault === 'gone' && missing)
      fields.push({ path: missing, message: 'names no customer of the provider' });
    const details = { fault, words, fields };
    if (fault === 'refused' || (fault === 'gone' && missing)) {
      throw new AppError('payment-refused', 'the payment provider refused it', details);
    }
    throw new AppError('payment-failed', `the payment provider: ${fault}`, details);
  };
}
