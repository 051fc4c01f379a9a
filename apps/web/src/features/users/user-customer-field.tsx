import type { User } from '@atalaia/contract/accounts/user';
import { useRef } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import { useTexts } from '../../lib/texts/texts-context.ts';
import type { CustomFieldProps } from '../../resources/form/form-definition.ts';
import { ReferenceField } from '../../resources/form/reference-field.tsx';
import type { UserValues } from './user-values.ts';

/**
 * Whose user he is. Who becomes a customer's begins with devices read-only, as the API has it, unless somebody set that
 * switch himself.
 */
export function UserCustomerField({ label, row, readOnly }: CustomFieldProps<User>) {
  const { text, textOr } = useTexts();
  const { getValues, setValue } = useFormContext<UserValues>();
  const { field, fieldState } = useController<UserValues, 'customerId'>({ name: 'customerId' });
  const fault = fieldState.error?.message;
  /** Whether the switch was set here. */
  const isGiven = useRef(false);
  const begin = (customerId: string) => {
    const hasCustomer = customerId !== '';
    if (row?.customerId || hasCustomer === isGiven.current) return;
    if (hasCustomer && getValues('deviceReadonly')) return;
    setValue('deviceReadonly', hasCustomer);
    isGiven.current = hasCustomer;
  };
  return (
    <ReferenceField
      ref={field.ref}
      onBlur={field.onBlur}
      path="customers"
      label={label}
      clearLabel={`${text('action.clear')}: ${label}`}
      disabled={readOnly}
      error={fault && textOr(fault, fault)}
      chosen={field.value}
      onChoose={(chosen) => {
        field.onChange(chosen);
        begin(chosen);
      }}
    />
  );
}
