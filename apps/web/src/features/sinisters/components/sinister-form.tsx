import { type ReactNode, useRef } from 'react';
import { type FieldValues, FormProvider, type UseFormReturn } from 'react-hook-form';
import { refusalMessage } from '../../../lib/texts/failure-text.ts';
import type { TextKey } from '../../../lib/texts/texts.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { Button } from '../../../ui/button/button.tsx';
import { FormRefusal } from '../../../ui/feedback/form-refusal.tsx';
import classes from './sinister-form.module.css';

interface SinisterFormProps<Form extends FieldValues> {
  readonly form: UseFormReturn<Form>;
  readonly label: string;
  /** Of the button that sends. */
  readonly act: string;
  readonly danger?: boolean;
  /** How the sending goes. */
  readonly sending: { readonly isPending: boolean; readonly isError: boolean; readonly error: unknown };
  /** The text where it failed, before the reason. */
  readonly failed: TextKey;
  readonly onSend: (values: Form) => void;
  readonly onCancel: () => void;
  readonly children: ReactNode;
}

/** The frame of every form of a sinister: sends valid values, else focuses the first fault. */
export function SinisterForm<Form extends FieldValues>({
  form,
  label,
  act,
  danger = false,
  sending,
  failed,
  onSend,
  onCancel,
  children,
}: SinisterFormProps<Form>) {
  const { text } = useTexts();
  const element = useRef<HTMLFormElement>(null);
  const { isPending, isError, error } = sending;
  const message = refusalMessage(error, text);
  return (
    <FormProvider {...form}>
      <form
        ref={element}
        className={classes.form}
        noValidate
        aria-label={label}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          event.currentTarget.requestSubmit();
        }}
        onSubmit={form.handleSubmit(onSend, () => focusFirstFault(element.current))}
      >
        {children}
        <FormFoot
          act={act}
          danger={danger}
          busy={isPending}
          refusal={isError ? { ...message, reason: `${text(failed)}: ${message.reason}` } : undefined}
          onCancel={onCancel}
        />
      </form>
    </FormProvider>
  );
}

/**
 * Puts the focus on the first field that is wrong, in the order in which a person reads them. The form's library knows
 * only the order in which fields were made.
 */
function focusFirstFault(form: HTMLFormElement | null): void {
  // Once the faults are drawn.
  requestAnimationFrame(() => form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
}

interface FormFootProps {
  /** Of the button that sends. */
  readonly act: string;
  readonly busy: boolean;
  readonly danger?: boolean;
  /** Why it was not done. */
  readonly refusal: { readonly reason: string; readonly retryLabel: string | undefined } | undefined;
  readonly onCancel: () => void;
}

/** Below the fields of a case's form: what the asterisk means, why it failed, and the two ways on. */
function FormFoot({ act, busy, danger = false, refusal, onCancel }: FormFootProps) {
  const { text } = useTexts();
  return (
    <>
      <p className={classes.note}>{text('form.requiredMark')}</p>
      {refusal && <FormRefusal {...refusal} />}
      <footer className={classes.buttons}>
        <Button onClick={onCancel}>{text('action.cancel')}</Button>
        <Button type="submit" kind={danger ? 'danger' : 'primary'} busy={busy}>
          {act}
        </Button>
      </footer>
    </>
  );
}
