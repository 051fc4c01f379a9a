import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ComponentProps, useState } from 'react';
import { z } from 'zod';
import { useApi } from '../../lib/api/api-context.ts';
import { failureText } from '../../lib/texts/failure-text.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { SelectField } from '../../ui/field/select-field.tsx';

const referredSchema = z.looseObject({ id: z.number(), name: z.string() });

type Referred = z.infer<typeof referredSchema>;

interface ReferenceFieldProps
  extends Omit<
    ComponentProps<typeof SelectField>,
    'options' | 'chosen' | 'onChoose' | 'searchable' | 'labelled' | 'onSearch'
  > {
  /** Below the API's root. */
  readonly path: string;
  /** Of every search, such as what may not be offered. */
  readonly query?: Readonly<Record<string, string>> | undefined;
  /** Its label is for anybody who cannot see it. */
  readonly unlabelled?: boolean;
  readonly nameOf?: ((row: Referred) => string) | undefined;
  /** The row's number as text; '' for none. */
  readonly chosen: string;
  readonly onChoose: (chosen: string) => void;
}

/** A pause in typing this long asks the server, ms. */
const pauseMs = 200;

/** How many are offered; typing narrows them. */
const mostOffered = 20;

/** How long a name is taken as true, ms. */
const freshMs = 30_000;

/** Another row, found by typing: the server searches, however many there are. */
export function ReferenceField({
  path,
  nameOf = ({ name }) => name,
  chosen,
  onChoose,
  placeholder,
  unlabelled = false,
  query: narrowed,
  ...field
}: ReferenceFieldProps) {
  const { text } = useTexts();
  const api = useApi();
  const [typed, type] = useState('');
  const [keyword] = useDebouncedValue(typed.trim(), pauseMs);
  const own = useQuery({
    queryKey: ['reference', path, 'one', chosen],
    queryFn: ({ signal }) => api.json({ path: `${path}/${chosen}`, signal }, referredSchema),
    enabled: chosen !== '',
    staleTime: freshMs,
    retry: false,
  });
  const ownName = own.data && nameOf(own.data);
  // The field writes the chosen one's name into its search by itself.
  const query = keyword === ownName ? '' : keyword;
  const found = useQuery({
    queryKey: ['reference', path, 'found', query, narrowed ?? null],
    queryFn: ({ signal }) =>
      api.json(
        { path, query: { ...narrowed, limit: mostOffered, ...(query && { keyword: query }) }, signal },
        z.array(referredSchema),
      ),
    placeholderData: keepPreviousData,
    staleTime: freshMs,
    retry: false,
  });
  const offered = (found.data ?? []).map((row) => ({ value: String(row.id), label: nameOf(row) }));
  const isOffered = offered.some(({ value }) => value === chosen);
  const isUnknown = chosen !== '' && !isOffered && own.data === undefined;
  return (
    <SelectField
      labelled={!unlabelled}
      searchable
      {...field}
      placeholder={placeholder ?? text(field.required ? 'selector.placeholder' : 'form.notSet')}
      nothingFound={found.error ? failureText(found.error, text) : text('selector.empty')}
      options={
        chosen === '' || isOffered
          ? offered
          : [{ value: chosen, label: ownName ?? (isUnknown ? `#${chosen}` : '') }, ...offered]
      }
      chosen={chosen || null}
      onChoose={(value) => onChoose(value ?? '')}
      onSearch={type}
      settled={keyword === typed.trim() && !found.isPlaceholderData && found.data !== undefined}
    />
  );
}
