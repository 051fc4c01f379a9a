import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import type { ApiClient } from '../../../lib/api/api-client.ts';
import { useApi } from '../../../lib/api/api-context.ts';
import { failureText } from '../../../lib/texts/failure-text.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { SelectField } from '../../../ui/field/select-field.tsx';

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

/** Who was chosen stays among the options, or his name would be lost when others are requested. */
function withChosen(found: readonly Customer[], chosen: Customer | undefined): readonly Customer[] {
  return !chosen || found.some(({ id }) => id === chosen.id) ? found : [chosen, ...found];
}

const choiceSchema = z.object({ id: z.number(), name: z.string() });

type Customer = z.infer<typeof choiceSchema>;

/** As many as a list that is read by eye should have. */
const most = 50;

/** Customers whose name or document contains the text, by name. */
function searchCustomers(api: ApiClient, keyword: string, signal: AbortSignal): Promise<readonly Customer[]> {
  const query = { limit: most, ...(keyword !== '' && { keyword }) };
  return api.json({ path: 'customers', query, signal }, z.array(choiceSchema));
}

/** One customer, for anybody who knows only his number. */
function getCustomer(api: ApiClient, customerId: number, signal: AbortSignal): Promise<Customer> {
  return api.json({ path: `customers/${customerId}`, signal }, choiceSchema);
}
