import type { Customer } from '@atalaia/contract/accounts/customer';
import { postalCodeAddressSchema } from '@atalaia/contract/providers/address';
import { isCep, normaliseCep } from '@atalaia/domain/documents/mask';
import { foldText } from '@atalaia/domain/units/search-text';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import type { ApiClient } from '../../lib/api/api-client.ts';
import { useApi } from '../../lib/api/api-context.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { failureText } from '../../lib/texts/failure-text.ts';
import type { Text, TextKey } from '../../lib/texts/texts.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import type { CustomFieldProps } from '../../resources/form/form-definition.ts';
import { Button } from '../../ui/button/button.tsx';
import { MaskedField } from '../../ui/form/masked-field.tsx';
import { type CustomerValues, postalCodeMask } from './customer-values.ts';
import classes from './postal-code-field.module.css';

/** What a postal code's address does to a form: it fills what is empty, and what differs is asked about first (CUS-01). */
const addressFields = ['street', 'neighborhood', 'city', 'state'] as const;

type AddressField = (typeof addressFields)[number];

/** A code of a whole town has no street. */
type Address = Readonly<Record<AddressField, string>>;

interface Filling {
  /** Fields that are empty and get what was found. */
  readonly fills: Partial<Address>;
  /** Something else is written in some field. */
  readonly differs: boolean;
}

/** Case and accents apart: who wrote "Sao Paulo" meant São Paulo. */
export function fillingOf(found: Address, typed: Address): Filling {
  const known = addressFields.filter((field) => found[field].trim() !== '');
  const isEmpty = (field: AddressField) => typed[field].trim() === '';
  return {
    fills: Object.fromEntries(known.filter(isEmpty).map((field) => [field, found[field]])),
    differs: known.some(
      (field) => !isEmpty(field) && foldText(typed[field].trim()) !== foldText(found[field].trim()),
    ),
  };
}

/** As one line: `Rua Padre Valdevino, Centro, Fortaleza, CE`. */
export function addressLine(address: Address): string {
  return addressFields
    .map((field) => address[field].trim())
    .filter(Boolean)
    .join(', ');
}

type PostalCodeState =
  | { readonly kind: 'idle' | 'searching' | 'unknown' | 'filled' | 'agrees' }
  | { readonly kind: 'failed'; readonly error: Error }
  /** Something else is written; it stays unless the person takes what was found. */
  | { readonly kind: 'other'; readonly address: Address };

/**
 * Looks an address up once a whole postal code is typed. It fills what is empty, asks before it touches the rest, and
 * never prevents saving.
 */
function usePostalCode() {
  const api = useApi();
  const { getValues, setValue } = useFormContext<CustomerValues>();
  /** Asked for by typing: a form that opens looks nothing up. */
  const [code, setCode] = useState('');
  const [outcome, setOutcome] = useState<PostalCodeState>({ kind: 'idle' });
  const { data, error } = useQuery({
    queryKey: ['postal-code', code],
    queryFn: ({ signal }) => lookUpPostalCode(api, code, signal),
    enabled: code !== '',
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });

  const write = (part: Partial<Address>) => {
    for (const field of addressFields) {
      const value = part[field];
      if (value) setValue(field, value, { shouldDirty: true, shouldValidate: false });
    }
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each answer
  useEffect(() => {
    if (code === '' || (data === undefined && !error)) return;
    if (!data) {
      setOutcome(error ? { kind: 'failed', error } : { kind: 'unknown' });
      return;
    }
    const [street, neighborhood, city, state] = getValues(addressFields);
    const { fills, differs } = fillingOf(data, { street, neighborhood, city, state });
    write(fills);
    if (differs) setOutcome({ kind: 'other', address: data });
    else setOutcome({ kind: Object.keys(fills).length > 0 ? 'filled' : 'agrees' });
  }, [code, data, error]);

  return {
    outcome,
    typed(text: string) {
      const digits = normaliseCep(text);
      const isWhole = isCep(text);
      if (isWhole && digits === code) return;
      setOutcome({ kind: isWhole ? 'searching' : 'idle' });
      setCode(isWhole ? digits : '');
    },
    /** What was found, in place of what is written. */
    take() {
      if (outcome.kind !== 'other') return;
      write(outcome.address);
      setOutcome({ kind: 'filled' });
    },
  };
}

/** The address of eight digits; null for a code that nobody knows. Throws ApiError when the service is away. */
async function lookUpPostalCode(
  api: ApiClient,
  digits: string,
  signal: AbortSignal,
): Promise<Address | null> {
  try {
    return await api.json({ path: `postal-codes/${digits}`, signal }, postalCodeAddressSchema);
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}

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
