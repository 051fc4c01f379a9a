import { type DefaultValues, type FieldValues, type Resolver, useForm } from 'react-hook-form';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { errorAt, refusedFields } from './field-errors.ts';

/** A form of a case: what it holds, and what stands under each field, of the form's own or because `error` refused it. */
export function useCaseForm<Form extends FieldValues>(
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
