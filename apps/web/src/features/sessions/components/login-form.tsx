import { type Credentials, type Session, sessionSchema } from '@atalaia/contract/accounts/session';
import { zodResolver } from '@hookform/resolvers/zod';
import { mdiAlertCircleOutline } from '@mdi/js';
import { type KeyboardEvent, useState } from 'react';
import { useForm } from 'react-hook-form';
import type { ApiWriter } from '../../../lib/api/api-client.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { useWrite } from '../../../lib/api/use-write.ts';
import { focusFault } from '../../../lib/keys/first-at-fault.ts';
import { useSessionStore } from '../../../lib/session/session-context.ts';
import { failureText } from '../../../lib/texts/failure-text.ts';
import type { Text } from '../../../lib/texts/texts.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { Button } from '../../../ui/button/button.tsx';
import { Checkbox } from '../../../ui/field/checkbox.tsx';
import { PasswordField } from '../../../ui/field/password-field.tsx';
import { TextField } from '../../../ui/field/text-field.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { type LoginForm as Form, loginFormSchema } from '../login-form-schema.ts';
import classes from './login-form.module.css';

interface LoginFormProps {
  /** Who signs in, when it is known and cannot be another. */
  readonly user?: string;
  /** The credentials are on their way: time to load what comes next. */
  readonly onSubmitting?: () => void;
}

export function LoginForm({ user, onSubmitting }: LoginFormProps) {
  const { text, textOr } = useTexts();
  const session = useSessionStore();
  const capsLock = useCapsLock();
  const { register, handleSubmit, setFocus, formState } = useForm<Form>({
    resolver: zodResolver(loginFormSchema),
    shouldFocusError: false,
    defaultValues: { email: user ?? '', password: '', keepConnected: false },
  });
  const attempt = useWrite({
    ofForm: true,
    write: async (api, form: Form) => session.begin(await signIn(api, form), form),
    onError: () => setFocus('password', { shouldSelect: true }),
  });
  const messageOf = (message: string | undefined) => (message ? textOr(message, message) : undefined);
  // In the order of the screen: the first one that is wrong gets the focus.
  const email = register('email');
  const password = register('password');

  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={handleSubmit((form) => {
        onSubmitting?.();
        attempt.mutate(form);
      }, focusFault)}
    >
      {attempt.isError && (
        <p className={classes.failure} role="alert">
          <Icon path={mdiAlertCircleOutline} size={18} />
          {loginFailureText(attempt.error, text)}
        </p>
      )}
      <TextField
        label={text('login.user')}
        error={messageOf(formState.errors.email?.message)}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus={user === undefined}
        readOnly={user !== undefined}
        {...email}
      />
      <div>
        <PasswordField
          label={text('login.password')}
          error={messageOf(formState.errors.password?.message)}
          showLabel={text('login.showPassword')}
          hideLabel={text('login.hidePassword')}
          autoComplete="current-password"
          data-autofocus={user !== undefined || undefined}
          {...password}
          {...capsLock.listeners}
        />
        <p className={classes.hint} role="status">
          {capsLock.on && text('login.capsLock')}
        </p>
      </div>
      <Checkbox label={text('login.keepConnected')} {...register('keepConnected')} />
      <Button type="submit" kind="primary" size="large" fullWidth busy={attempt.isPending}>
        {text('login.submit')}
      </Button>
    </form>
  );
}

/** `POST session`, form-encoded and without authorization (AUTH-04). */
function signIn(api: ApiWriter, { email, password }: Credentials): Promise<Session> {
  return api.json(
    { method: 'POST', path: 'session', form: { email, password }, anonymous: true },
    sessionSchema,
  );
}

/** What the form says of a refused sign-in; a disabled or expired account reads like a wrong password (AUTH-03). */
export function loginFailureText(error: unknown, text: Text): string {
  if (!(error instanceof ApiError)) return failureText(error, text);
  if (error.code === 'invalid-credentials') return text('login.failed');
  const waitSeconds = error.details?.retryAfterSeconds;
  if (error.code === 'too-many-requests' && typeof waitSeconds === 'number') {
    return text('login.tooManyAttempts', { seconds: Math.ceil(waitSeconds) });
  }
  return failureText(error, text);
}

interface CapsLock {
  readonly on: boolean;
  /** For the field that is watched. */
  readonly listeners: {
    readonly onKeyDown: (event: KeyboardEvent) => void;
    readonly onKeyUp: (event: KeyboardEvent) => void;
  };
}

/** Whether caps lock was on at the last key: a browser tells only with a key. */
function useCapsLock(): CapsLock {
  const [on, setOn] = useState(false);
  const read = (event: KeyboardEvent) => setOn(event.getModifierState('CapsLock'));
  return { on, listeners: { onKeyDown: read, onKeyUp: read } };
}
