import { zodResolver } from '@hookform/resolvers/zod';
import { useRef } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { ApiError } from '../../../lib/api/api-error.ts';
import { useKeys } from '../../../lib/keys/use-keys.ts';
import { leaveGuard } from '../../../lib/leaving/leave-guard.ts';
import { useLeaveQuestion } from '../../../lib/leaving/use-leave-question.ts';
import { useSession } from '../../../lib/session/session-context.ts';
import type { SessionState } from '../../../lib/session/session-store.ts';
import { refusalMessage } from '../../../lib/texts/failure-text.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { Button } from '../../../ui/button/button.tsx';
import { FormRefusal } from '../../../ui/feedback/form-refusal.tsx';
import { Question } from '../../../ui/window/question.tsx';
import { accountFormSchema, type AccountForm as Form, formOf } from '../account-form-schema.ts';
import { useSaveAccount } from '../use-save-account.ts';
import { AccountAttributes } from './account-attributes.tsx';
import classes from './account-form.module.css';
import { AccountLimits } from './account-limits.tsx';
import { DisplayFields } from './display-fields.tsx';
import { PersonalFields } from './personal-fields.tsx';

interface AccountFormProps {
  readonly onClose: () => void;
  /** To the company's configuration, which is an administrator's (USR-02). */
  readonly onCompany: () => void;
}

/** The person's own data: what the API lets him change, and what others granted him. */
export function AccountForm(props: AccountFormProps) {
  const session = useSession();
  return session.phase === 'signed-in' ? <SignedInForm session={session} {...props} /> : null;
}

interface SignedInFormProps extends AccountFormProps {
  readonly session: Extract<SessionState, { phase: 'signed-in' }>;
}

function SignedInForm({ session: { person, profile }, onClose, onCompany }: SignedInFormProps) {
  const { text, language } = useTexts();
  const form = useForm<Form>({
    resolver: zodResolver(accountFormSchema(person)),
    defaultValues: formOf(person, language),
  });
  const part = useRef<HTMLFormElement>(null);
  const leave = useLeaveQuestion(form.formState.isDirty);
  const save = useSaveAccount(person, () => {
    leave.release();
    onClose();
  });
  const submit = form.handleSubmit((values) => save.mutate(values));
  const onBack = () => leaveGuard.leave(onClose);
  useKeys(part, [{ key: 'F8', inFields: true, act: () => !save.isPending && void submit() }]);

  return (
    <FormProvider {...form}>
      <form ref={part} className={classes.form} noValidate onSubmit={submit}>
        <div className={classes.columns}>
          <PersonalFields person={person} />
          <DisplayFields />
          <AccountLimits person={person} profile={profile} onCompany={onCompany} />
          <AccountAttributes person={person} />
        </div>
        <footer className={classes.foot} data-form-foot>
          {save.isError && <FormRefusal {...saveRefusal(save.error, text)} />}
          <Button onClick={onBack}>{text('list.back')}</Button>
          <Button type="submit" kind="primary" busy={save.isPending} disabled={person.readonly}>
            {text('list.update')}
          </Button>
        </footer>
      </form>
      {leave.question && <Question {...leave.question} />}
    </FormProvider>
  );
}

/** A readonly account is refused with words of its own. */
function saveRefusal(error: unknown, text: ReturnType<typeof useTexts>['text']) {
  const field = error instanceof ApiError ? error.fields[0]?.path : undefined;
  const labels = refusalMessage(error, text);
  return field ? { ...labels, reason: `${labels.reason} (${field})` } : labels;
}
