import { type User, type UserInput, userSchema } from '@atalaia/contract/accounts/user';
import type { Profile } from '@atalaia/domain/catalog/profile';
import { zodResolver } from '@hookform/resolvers/zod';
import { mdiDomain } from '@mdi/js';
import { use, useRef } from 'react';
import { Controller, FormProvider, useForm, useFormContext } from 'react-hook-form';
import type { ApiWriter } from '../../../lib/api/api-client.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { useWrite } from '../../../lib/api/use-write.ts';
import { attributeLabels } from '../../../lib/attributes/attribute-labels.ts';
import { knownAttributes } from '../../../lib/attributes/known-attributes.ts';
import { useFormats } from '../../../lib/formats/use-formats.ts';
import { focusFault } from '../../../lib/keys/first-at-fault.ts';
import { useKeys } from '../../../lib/keys/use-keys.ts';
import { leaveGuard } from '../../../lib/leaving/leave-guard.ts';
import { useLeaveQuestion } from '../../../lib/leaving/use-leave-question.ts';
import { useSession, useSessionStore } from '../../../lib/session/session-context.ts';
import type { Person, SessionState } from '../../../lib/session/session-store.ts';
import { refusalMessage } from '../../../lib/texts/failure-text.ts';
import { TextsContext, useTexts } from '../../../lib/texts/texts-context.ts';
import { Button } from '../../../ui/button/button.tsx';
import { FormRefusal } from '../../../ui/feedback/form-refusal.tsx';
import { toasts } from '../../../ui/feedback/toasts.ts';
import { AttributesEditor } from '../../../ui/form/attributes-editor.tsx';
import { FactList } from '../../../ui/table/fact-list.tsx';
import { Question } from '../../../ui/window/question.tsx';
import {
  accountFormSchema,
  attributesElsewhere,
  type AccountForm as Form,
  formOf,
  inputOf,
} from '../account-form-schema.ts';
import classes from './account-form.module.css';
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
    shouldFocusError: false,
    defaultValues: formOf(person, language),
  });
  const part = useRef<HTMLFormElement>(null);
  const leave = useLeaveQuestion(form.formState.isDirty);
  const save = useSaveAccount(person, () => {
    leave.release();
    onClose();
  });
  const submit = form.handleSubmit((values) => save.mutate(values), focusFault);
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
        <footer className={classes.foot}>
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

/** None of a user's attributes is a speed. */
const noSpeed = { sign: '', factor: 1 };

/** The person's other attributes: a list, and a form in the place of the one that is changed (USR-02). */
function AccountAttributes({ person }: { readonly person: User }) {
  const { text } = useTexts();
  const { control } = useFormContext<Form>();
  const elsewhere = attributesElsewhere(person);
  const known = knownAttributes('user', text, noSpeed).filter(({ name }) => !elsewhere.has(name));
  return (
    <section className={classes.group} aria-label={text('account.attributes')}>
      <h2 className={classes.legend}>{text('account.attributes')}</h2>
      <Controller
        control={control}
        name="attributes"
        render={({ field, formState }) => (
          <AttributesEditor
            label={text('account.attributes')}
            labels={attributeLabels(text)}
            pairs={field.value}
            onChange={field.onChange}
            known={known}
            elsewhere={elsewhere}
            attempts={formState.submitCount}
            readOnly={person.readonly}
          />
        )}
      />
    </section>
  );
}

interface AccountLimitsProps {
  readonly person: Person;
  readonly profile: Profile;
  /** To the company's configuration, an administrator's (USR-02). */
  readonly onCompany: () => void;
}

/** What others granted this person: to be read, never changed here. Rights and limits are an administrator's alone to see (USR-02). */
function AccountLimits({ person, profile, onCompany }: AccountLimitsProps) {
  const { text } = useTexts();
  const formats = useFormats();
  const flag = (value: boolean) => text(value ? 'value.yes' : 'value.no');
  const limit = (value: number) => (value === -1 ? text('account.noLimit') : String(value));
  const facts = [
    { name: text('account.profile'), value: text(`profile.${profile}`) },
    { name: text('user.customer'), value: person.customerName ?? text('value.missing') },
    { name: text('account.devicesSeen'), value: String(person.deviceCount) },
    {
      name: text('user.expirationTime'),
      value: person.expirationTime ? formats.dateTime(person.expirationTime) : text('account.noExpiry'),
    },
    ...(profile === 'admin'
      ? [
          { name: text('user.readonly'), value: flag(person.readonly) },
          { name: text('user.deviceReadonly'), value: flag(person.deviceReadonly) },
          { name: text('user.limitCommands'), value: flag(person.limitCommands) },
          { name: text('user.administrator'), value: flag(person.administrator) },
          { name: text('user.deviceLimit'), value: limit(person.deviceLimit) },
          { name: text('user.userLimit'), value: limit(person.userLimit) },
        ]
      : []),
  ];
  return (
    <section className={classes.group} aria-label={text('account.permissions')}>
      <h2 className={classes.legend}>{text('account.permissions')}</h2>
      <FactList facts={facts} />
      {profile === 'admin' && (
        <div>
          <Button icon={mdiDomain} onClick={onCompany}>
            {text('account.company')}
          </Button>
        </div>
      )}
    </section>
  );
}

/** Saves the account; the session shows the new values at once, and the interface speaks the language chosen. */
function useSaveAccount(person: Person, onSaved: () => void) {
  const session = useSessionStore();
  const texts = use(TextsContext);
  if (!texts) throw new Error('useSaveAccount needs a TextsContext above it');
  return useWrite({
    ofForm: true,
    write: (api, form: Form) => saveAccount(api, person.id, inputOf(person, form)),
    async onSuccess(saved, { language }) {
      session.refresh({ ...person, ...saved });
      onSaved();
      await texts
        .choose(language)
        .catch((error: unknown) => console.error('The language could not be loaded', error));
      // In the language that was chosen, when it is another one now.
      toasts.show('success', texts.get().text('saved.updated'));
    },
  });
}

/** Changes the person signed in; answers him as he is now. */
function saveAccount(api: ApiWriter, userId: number, input: UserInput): Promise<User> {
  return api.json({ method: 'PUT', path: `users/${userId}`, json: input }, userSchema);
}
