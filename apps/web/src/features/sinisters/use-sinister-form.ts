import { type DefaultValues, type FieldValues, type Resolver, useForm } from 'react-hook-form';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { errorAt, refusedFields } from './field-errors.ts';

/** A form of a sinister, and the message under each field: the form's own, or the server's in `error`. */
export function useSinisterForm<Form extends FieldValues>(
  resolver: Resolver<Form>,
  defaultValues: DefaultValues<Form>,
  error: unknown,
) {
  const texts = useTexts();
  const form = useForm<Form>({ resolver, shouldFocusError: false, defaultValues });
  const refused = refusedFields(error);
  return {
    form,
    /** Fields that the server did not take. */
    refused,
    errorOf: (field: keyof Form & string) => errorAt(field, form.formState.errors, refused, texts),
  };
}
