import { type ReactNode, useRef } from 'react';
import { type FieldValues, FormProvider, type UseFormReturn } from 'react-hook-form';
import { failureText } from '../../../lib/texts/failure-text.ts';
import type { TextKey } from '../../../lib/texts/texts.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { focusFirstFault } from '../focus-first-fault.ts';
import classes from './case-form.module.css';
import { FormFoot } from './form-foot.tsx';

interface CaseFormProps<Form extends FieldValues> {
  readonly form: UseFormReturn<Form>;
  readonly label: string;
  /** Of the button that sends. */
  readonly act: string;
  readonly danger?: boolean;
  /** How the sending goes. */
  readonly sending: { readonly isPending: boolean; readonly isError: boolean; readonly error: unknown };
  /** What is said where it failed, before the reason. */
  readonly failed: TextKey;
  readonly onSend: (told: Form) => void;
  readonly onCancel: () => void;
  readonly children: ReactNode;
}

/** Around the fields of every form of a case: it sends what is right, and leads to the first fault. */
export function CaseForm<Form extends FieldValues>({
  form,
  label,
  act,
  danger = false,
  sending,
  failed,
  onSend,
  onCancel,
  children,
}: CaseFormProps<Form>) {
  const { text } = useTexts();
  const element = useRef<HTMLFormElement>(null);
  const { isPending, isError, error } = sending;
  return (
    <FormProvider {...form}>
      <form
        ref={element}
        className={classes.form}
        noValidate
        aria-label={label}
        onSubmit={form.handleSubmit(onSend, () => focusFirstFault(element.current))}
      >
        {children}
        <FormFoot
          act={act}
          danger={danger}
          busy={isPending}
          failure={isError ? `${text(failed)}: ${failureText(error, text)}` : undefined}
          onCancel={onCancel}
        />
      </form>
    </FormProvider>
  );
}
