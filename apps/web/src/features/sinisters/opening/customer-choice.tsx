import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '../../../lib/api/api-context.ts';
import { failureText } from '../../../lib/texts/failure-text.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { SelectField } from '../../../ui/field/select-field.tsx';
import { type CustomerChoice as Customer, getCustomer, searchCustomers } from '../api/search-customers.ts';

/** A pause in typing this long asks the server, ms. */
const pauseMs = 300;

interface CustomerChoiceProps {
  /** Who was chosen before this was shown. */
  readonly chosenId: number | undefined;
  readonly onChoose: (customerId: number) => void;
  readonly error: string | undefined;
}

/** The customer of a sinister whose device has none (SIN-15); found on the server while a person types. */
export function CustomerChoice({ chosenId, onChoose, error }: CustomerChoiceProps) {
  const { text } = useTexts();
  const api = useApi();
  const [picked, choose] = useState<Customer>();
  const { data: before } = useQuery({
    queryKey: ['customers', 'chosen', chosenId],
    queryFn: ({ signal }) => getCustomer(api, chosenId ?? 0, signal),
    enabled: chosenId !== undefined && picked === undefined,
    retry: false,
  });
  const chosen = picked ?? before;
  const [typed, type] = useState('');
  const [keyword] = useDebouncedValue(typed.trim() === chosen?.name ? '' : typed.trim(), pauseMs);
  const found = useQuery({
    queryKey: ['customers', 'choice', keyword],
    queryFn: ({ signal }) => searchCustomers(api, keyword, signal),
    placeholderData: keepPreviousData,
  });
  const offered = withChosen(found.data ?? [], chosen);
  return (
    <SelectField
      labelled
      searchable
      label={`${text('sinister.customer')} *`}
      placeholder={text('sinister.chooseCustomer')}
      options={offered.map(({ id, name }) => ({ value: String(id), label: name }))}
      chosen={chosen ? String(chosen.id) : null}
      onChoose={(value) => {
        const customer = offered.find(({ id }) => String(id) === value);
        if (!customer) return;
        choose(customer);
        onChoose(customer.id);
      }}
      onSearch={type}
      nothingFound={
        found.error
          ? failureText(found.error, text)
          : text(found.isPending ? 'view.loading' : 'sinister.noCustomer')
      }
      error={error}
    />
  );
}

/** Who was chosen stays among the options, or his name would be lost when others are asked for. */
function withChosen(found: readonly Customer[], chosen: Customer | undefined): readonly Customer[] {
  return !chosen || found.some(({ id }) => id === chosen.id) ? found : [chosen, ...found];
}
