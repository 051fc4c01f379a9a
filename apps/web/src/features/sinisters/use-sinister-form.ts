import { useEffect } from 'react';
import {
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  type Resolver,
  useForm,
} from 'react-hook-form';
import { ApiError } from '../../lib/api/api-error.ts';
import { useKept } from '../../lib/leaving/use-kept.ts';
import type { TextsState } from '../../lib/texts/texts.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';

/**
 * A form of a sinister, and the message under each field: the form's own, or the server's in `error`. What is typed is kept
 * while other parts of the screen are used, where it is said what it is about.
 */
export function useSinisterForm<Form extends FieldValues>(
  resolver: Resolver<Form>,
  defaultValues: DefaultValues<Form>,
  error: unknown,
  about?: string,
) {
  const texts = useTexts();
  const [typed, keep] = useKept<DefaultValues<Form>>(about ?? '');
  const form = useForm<Form>({
    resolver,
    shouldFocusError: false,
    defaultValues: { ...defaultValues, ...(about !== undefined && typed) },
  });
  const { watch } = form;
  useEffect(() => {
    if (about === undefined) return;
    const { unsubscribe } = watch((values) => keep(values as DefaultValues<Form>));
    return unsubscribe;
  }, [watch, keep, about]);
  const refused = refusedFields(error);
  return {
    form,
    /** It was sent or given up: nothing is kept. */
    drop: () => keep(undefined),
    /** Fields that the server did not take. */
    refused,
    errorOf: (field: keyof Form & string) => errorAt(field, form.formState.errors, refused, texts),
  };
}

/** The message under a field: what the form says of it, or that the server did not take it. */
export function errorAt<Form extends FieldValues>(
  field: keyof Form & string,
  errors: FieldErrors<Form>,
  refused: ReadonlySet<string>,
  { text, textOr }: Pick<TextsState, 'text' | 'textOr'>,
): string | undefined {
  const message = errors[field]?.message;
  if (typeof message === 'string') return textOr(message, message);
  return refused.has(field) ? text('form.notTaken') : undefined;
}

/** The fields that the server refused, by the names of the form: its dates are made of two fields. */
function refusedFields(error: unknown): ReadonlySet<string> {
  if (!(error instanceof ApiError)) return new Set();
  return new Set(error.fields.map(({ path }) => fieldOf(path.replace(/^body\./, ''))));
}

function fieldOf(path: string): string {
  if (/^(opening|closing|occurrence)Date$/.test(path)) return 'date';
  return path === 'attributes.file' || path === 'attributes' ? 'image' : path;
}
