import { webAuthnOptionsSchema } from '@atalaia/contract/accounts/second-factor';
import { type Credentials, type Session, sessionSchema } from '@atalaia/contract/accounts/session';
import { zodResolver } from '@hookform/resolvers/zod';
import { mdiAlertCircleOutline, mdiFingerprint } from '@mdi/js';
import { type KeyboardEvent, useState } from 'react';
import { type UseFormRegisterReturn, useForm } from 'react-hook-form';
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
  const { register, handleSubmit, setFocus, getValues, formState } = useForm<Form>({
    resolver: zodResolver(loginFormSchema),
    shouldFocusError: false,
    defaultValues: { email: user ?? '', password: '', code: '', keepConnected: false },
  });
  const [asked, setAsked] = useState<readonly string[] | null>(null);
  const attempt = useWrite({
    ofForm: true,
    write: async (api, form: Form) => session.begin(await signIn(api, form), form),
    onError(error) {
      const methods = methodsAsked(error);
      if (methods) setAsked(methods);
      // a wrong password is another account's, or was changed meanwhile
      else if (error instanceof ApiError && error.code === 'invalid-credentials') setAsked(null);
      setFocus(methods || isCodeWrong(error) ? 'code' : 'password', { shouldSelect: true });
    },
  });
  const passkey = usePasskeySignIn(getValues);
  const failure = passkey.error ?? (methodsAsked(attempt.error) ? null : attempt.error);
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
      {failure && (
        <p className={classes.failure} role="alert">
          <Icon path={mdiAlertCircleOutline} size={18} />
          {loginFailureText(failure, text)}
        </p>
      )}
      {asked && (
        <SecondStep
          isPasskeyOnly={!asked.includes('totp')}
          field={register('code')}
          onBack={() => {
            setAsked(null);
            attempt.reset();
          }}
        />
      )}
      <div className={classes.first} hidden={asked !== null}>
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
      </div>
      <Button type="submit" kind="primary" size="large" fullWidth busy={attempt.isPending}>
        {text(asked ? 'login.codeSubmit' : 'login.submit')}
      </Button>
      {takesPasskeys() && (
        <Button
          size="large"
          fullWidth
          icon={mdiFingerprint}
          busy={passkey.isPending}
          onClick={() => passkey.mutate()}
        >
          {text('login.passkey')}
        </Button>
      )}
    </form>
  );
}

interface SecondStepProps {
  /** There is no app: a recovery code alone may be typed. */
  readonly isPasskeyOnly: boolean;
  readonly field: UseFormRegisterReturn;
  readonly onBack: () => void;
}

/** What is asked for beside a right password (IDP-01). */
function SecondStep({ isPasskeyOnly, field, onBack }: SecondStepProps) {
  const { text } = useTexts();
  return (
    <>
      <p className={classes.step} role="status">
        <strong>{text('login.codeTitle')}</strong>
        {text(isPasskeyOnly ? 'login.passkeyOnly' : 'login.codeHint')}
      </p>
      <TextField
        label={text(isPasskeyOnly ? 'login.recoveryCode' : 'login.code')}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        {...field}
      />
      <button type="button" className={classes.back} onClick={onBack}>
        {text('login.codeBack')}
      </button>
    </>
  );
}

/** Browsers offer passkeys under https, and on the machine itself. */
const takesPasskeys = () => window.isSecureContext && 'PublicKeyCredential' in window;

/** The browser asks for finger, face or PIN; whose passkey it is the server finds out. */
function usePasskeySignIn(getValues: () => Form) {
  const session = useSessionStore();
  return useWrite({
    ofForm: true,
    async write(api) {
      const { startAuthentication } = await import('@simplewebauthn/browser');
      const options = await api.json(
        { path: 'session/passkey/options', posted: {}, anonymous: true },
        webAuthnOptionsSchema,
      );
      const optionsJSON = options as unknown as Parameters<typeof startAuthentication>[0]['optionsJSON'];
      const response = await startAuthentication({ optionsJSON });
      const answer = await api.json(
        { method: 'POST', path: 'session/passkey', json: { response }, anonymous: true },
        sessionSchema,
      );
      session.begin(answer, { email: answer.email, keepConnected: getValues().keepConnected });
    },
  });
}

/** The methods of which one is asked for; undefined where the answer says something else. */
function methodsAsked(error: unknown): readonly string[] | undefined {
  if (!(error instanceof ApiError) || error.code !== 'second-factor-needed') return undefined;
  const methods = error.details?.methods;
  return Array.isArray(methods) ? methods.map(String) : [];
}

const isCodeWrong = (error: unknown) => error instanceof ApiError && error.code === 'second-factor-wrong';

/** `POST session`, form-encoded and without authorization (AUTH-04). */
function signIn(api: ApiWriter, { email, password, code }: Credentials): Promise<Session> {
  const form = { email, password, ...(code && { code }) };
  return api.json({ method: 'POST', path: 'session', form, anonymous: true }, sessionSchema);
}

/** What the form says of a refused sign-in; a disabled or expired account reads like a wrong password (AUTH-03). */
export function loginFailureText(error: unknown, text: Text): string {
  if (error instanceof Error && ['NotAllowedError', 'AbortError', 'SecurityError'].includes(error.name))
    return text('login.passkeyNotGiven');
  if (!(error instanceof ApiError)) return failureText(error, text);
  if (error.code === 'second-factor-wrong') return text('login.codeWrong');
  if (error.code === 'passkey-refused') return text('login.passkeyRefused');
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
