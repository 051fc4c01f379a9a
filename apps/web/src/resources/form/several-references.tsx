import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useController } from 'react-hook-form';
import { z } from 'zod';
import { useApi } from '../../lib/api/api-context.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { MultiSelect } from '../../ui/field/multi-select.tsx';
import type { CustomFieldProps } from './form-definition.ts';

const namedSchema = z.looseObject({ id: z.number(), name: z.string() });

const pauseMs = 200;
const mostOffered = 20;
const freshMs = 60_000;

interface SeveralReferencesProps {
  /** Below the API's root. */
  readonly path: string;
  readonly label: string;
  /** Numbers as texts. */
  readonly chosen: readonly string[];
  readonly onChoose: (ids: readonly string[]) => void;
  readonly disabled?: boolean;
  readonly error?: string | undefined;
}

/** Any number of other rows, found by typing; the server searches. */
export function SeveralReferences({ path, chosen, onChoose, ...field }: SeveralReferencesProps) {
  const { text } = useTexts();
  const api = useApi();
  const [typed, type] = useState('');
  const [keyword] = useDebouncedValue(typed.trim(), pauseMs);
  const found = useQuery({
    queryKey: ['reference', path, 'found', keyword],
    queryFn: ({ signal }) =>
      api.json(
        { path, query: { limit: mostOffered, ...(keyword && { keyword }) }, signal },
        z.array(namedSchema),
      ),
    placeholderData: keepPreviousData,
    staleTime: freshMs,
  });
  const own = useQueries({
    queries: chosen.map((id) => ({
      queryKey: ['reference', path, 'one', id],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        api.json({ path: `${path}/${id}`, signal }, namedSchema),
      staleTime: freshMs,
      retry: false,
    })),
  });
  const names = new Map<string, string>(chosen.map((id, at) => [id, own[at]?.data?.name ?? `#${id}`]));
  for (const { id, name } of found.data ?? []) names.set(String(id), name);
  return (
    <MultiSelect
      labelled
      {...field}
      options={[...names].map(([value, label]) => ({ value, label }))}
      chosen={chosen}
      onChoose={onChoose}
      onSearch={type}
      nothingFound={text('selector.empty')}
      clearLabel={text('action.clear')}
    />
  );
}

/** As a field of a form. */
export function ReferencesField({
  path,
  name,
  label,
  readOnly,
}: CustomFieldProps<unknown> & { readonly path: string }) {
  const { field, fieldState } = useController({ name });
  const { textOr } = useTexts();
  const { message } = fieldState.error ?? {};
  return (
    <SeveralReferences
      path={path}
      label={label}
      chosen={field.value as readonly string[]}
      onChoose={field.onChange}
      disabled={readOnly}
      error={message && textOr(message, message)}
    />
  );
}
