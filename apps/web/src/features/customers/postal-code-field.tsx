import type { Customer } from '@atalaia/contract/accounts/customer';
import { useController } from 'react-hook-form';
import { failureText } from '../../lib/texts/failure-text.ts';
import type { Text, TextKey } from '../../lib/texts/texts.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import type { CustomFieldProps } from '../../resources/form/form-definition.ts';
import { Button } from '../../ui/button/button.tsx';
import { MaskedField } from '../../ui/form/masked-field.tsx';
import { type CustomerValues, postalCodeMask } from './customer-values.ts';
import classes from './postal-code-field.module.css';
import { addressLine, type PostalCodeState, usePostalCode } from './use-postal-code.ts';

/** The postal code, and beside it what a look-up makes of it. */
export function PostalCodeField({ label, required, readOnly }: CustomFieldProps<Customer>) {
  const { text, textOr } = useTexts();
  const { field, fieldState } = useController<CustomerValues, 'postalCode'>({ name: 'postalCode' });
  const { outcome, typed, take } = usePostalCode();
  const fault = fieldState.error?.message;
  return (
    <div className={classes.row}>
      <MaskedField
        ref={field.ref}
        onBlur={field.onBlur}
        label={label}
        required={required}
        aria-required={required}
        readOnly={readOnly}
        inputMode="numeric"
        autoComplete="off"
        mask={postalCodeMask.show}
        text={field.value}
        error={fault && textOr(fault, fault)}
        onType={(next) => {
          field.onChange(next);
          typed(next);
        }}
      />
      <div className={classes.outcome} role="status">
        {outcome.kind !== 'idle' && <span>{outcomeText(outcome, text)}</span>}
        {outcome.kind === 'other' && <Button onClick={take}>{text('customer.postalCodeUse')}</Button>}
      </div>
    </div>
  );
}

const labels = {
  searching: 'customer.postalCodeSearching',
  unknown: 'customer.postalCodeUnknown',
  filled: 'customer.postalCodeFound',
  agrees: 'customer.postalCodeAgrees',
} as const satisfies Record<Exclude<PostalCodeState['kind'], 'idle' | 'other' | 'failed'>, TextKey>;

function outcomeText(outcome: PostalCodeState, text: Text): string {
  if (outcome.kind === 'other') {
    return text('customer.postalCodeOther', { address: addressLine(outcome.address) });
  }
  if (outcome.kind === 'failed') return failureText(outcome.error, text);
  return outcome.kind === 'idle' ? '' : text(labels[outcome.kind]);
}
