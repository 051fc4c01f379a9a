import { webAuthnOptionsSchema } from '@atalaia/contract/accounts/second-factor';
import { type Credentials, type Session, sessionSchema } from '@atalaia/contract/accounts/session';
import type { PhraseKey } from '@atalaia/phrases/phrase-key';
import { mdiFingerprint, mdiShieldAccountOutline } from '@mdi/js';
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { z } from 'zod';
import type { ApiWriter } from '../../../lib/api/api-client.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { useWrite } from '../../../lib/api/use-write.ts';
import { useSessionStore } from '../../../lib/session/session-context.ts';
import { useOpenId } from '../../../lib/settings/settings-context.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { Button } from '../../../ui/button/button.tsx';
import { Checkbox } from '../../../ui/field/checkbox.tsx';
import { PasswordField } from '../../../ui/field/password-field.tsx';
import { TextField } from '../../../ui/field/text-field.tsx';
import { openIdAddress, remember } from '../openid-return.ts';
import classes from './login-form.module.css';
import { LoginFailure, methodsAsked, SecondStep } from './sign-in-answers.tsx';

/** Shortest password that can sign in, characters (AUTH-02). */
const shortestPassword = 4;

const message = (key: PhraseKey): PhraseKey => key;

/** What the sign-in form holds; a message is the key of its text. Both fields are checked at once. */
export const loginFormSchema = z.object({
  email: z.string().trim().min(1, message('login.userRequired')),
  password: z.string().min(shortestPassword, message('login.passwordRequired')),
  /** Asked for beside a right password. */
  code: z.string().trim().optional(),
  keepConnected: z.boolean(),
});

type Form = z.infer<typeof loginFormSchema>;

/** The button that leads to the OpenID Connect provider (IDP-02). */
interface OpenIdButtonProps {
  /** What the provider is called. */
  readonly provider: string;
  readonly primary?: boolean;
  readonly keepsConnected?: () => boolean;
}

function OpenIdButton({ provider, primary = false, keepsConnected }: OpenIdButtonProps) {
  const { text } = useTexts();
  const { state } = useLocation();
  return (
    <Button
      size="large"
      fullWidth
      kind={primary ? 'primary' : 'default'}
      icon={mdiShieldAccountOutline}
      onClick={() => {
        const { path = null } = (state ?? {}) as { readonly path?: string | null };
        remember({ keepConnected: keepsConnected?.() ?? false, path });
        window.location.assign(openIdAddress);
      }}
    >
      {text('login.openId', { provider })}
    </Button>
  );
}

interface LoginFormProps {
  /** Who signs in, when it is known and cannot be another. */
  readonly user?: string;
  /** The credentials are on their way: time to load what comes next. */
  readonly onSubmitting?: () => void;
}

/** By password, by passkey, or at the provider; where that is the only way, the password is an administrator's. */
export function LoginForm(props: LoginFormProps) {
  const { text } = useTexts();
  const openId = useOpenId();
  const [isShown, show] = useState(false);
  if (!openId?.isForced || isShown) return <PasswordForm {...props} openId={openId} />;
  return (
    <div className={classes.form}>
      <p className={classes.step}>{text('login.openIdOnly', { provider: openId.name })}</p>
      <OpenIdButton primary provider={openId.name} />
      <button type="button" className={classes.back} onClick={() => show(true)}>
        {text('login.openIdPassword')}
      </button>
    </div>
  );
}

function PasswordForm({
  user,
  onSubmitting,
  openId,
}: LoginFormProps & { readonly openId: ReturnType<typeof useOpenId> }) {
  const { text, textOr } = useTexts();
  const session = useSessionStore();
  const capsLock = useCapsLock();
  const form = useRef<HTMLFormElement>(null);
  const [isTried, setTried] = useState(false);
  const [faults, setFaults] = useState<Faults>({});
  const [asked, setAsked] = useState<readonly string[] | null>(null);
  const attempt = useWrite({
    ofForm: true,
    write: async (api, given: Form) => session.begin(await signIn(api, given), given),
    onError(error) {
      const methods = methodsAsked(error);
      if (methods) setAsked(methods);
      // a wrong password is another account's, or was changed meanwhile
      else if (error instanceof ApiError && error.code === 'invalid-credentials') setAsked(null);
    },
  });
  const passkey = usePasskeySignIn(() => keepsConnected(form.current));
  const failure = passkey.error ?? (methodsAsked(attempt.error) ? null : attempt.error);
  const messageOf = (message: string | undefined) => (message ? textOr(message, message) : undefined);
  const { error } = attempt;
  useEffect(() => {
    // the field of a code has the focus as it comes
    if (error && !methodsAsked(error))
      inputIn(form.current, isCodeWrong(error) ? 'code' : 'password')?.select();
  }, [error]);

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const { given, faults: found } = readForm(event.currentTarget);
    setTried(true);
    setFaults(found);
    if (given) {
      onSubmitting?.();
      attempt.mutate(given);
    } else inputIn(form.current, found.email ? 'email' : 'password')?.focus();
  }

  return (
    <form
      ref={form}
      className={classes.form}
      noValidate
      onSubmit={submit}
      onInput={({ currentTarget }) => isTried && setFaults(readForm(currentTarget).faults)}
    >
      {failure && <LoginFailure error={failure} />}
      {asked && (
        <SecondStep
          isPasskeyOnly={!asked.includes('totp')}
          onBack={() => {
            setAsked(null);
            attempt.reset();
          }}
        />
      )}
      <div className={classes.first} hidden={asked !== null}>
        <TextField
          name="email"
          label={text('login.user')}
          error={messageOf(faults.email)}
          defaultValue={user}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus={user === undefined}
          readOnly={user !== undefined}
        />
        <div>
          <PasswordField
            name="password"
            label={text('login.password')}
            error={messageOf(faults.password)}
            showLabel={text('login.showPassword')}
            hideLabel={text('login.hidePassword')}
            autoComplete="current-password"
            data-autofocus={user !== undefined || undefined}
            {...capsLock.listeners}
          />
          <p className={classes.hint} role="status">
            {capsLock.on && text('login.capsLock')}
          </p>
        </div>
        <Checkbox name="keepConnected" label={text('login.keepConnected')} />
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
          onClick={() => {
            onSubmitting?.();
            passkey.mutate();
          }}
        >
          {text('login.passkey')}
        </Button>
      )}
      {openId && <OpenIdButton provider={openId.name} keepsConnected={() => keepsConnected(form.current)} />}
    </form>
  );
}

/** What is wrong with a field, as the key of its text. */
type Faults = { readonly [Field in 'email' | 'password']?: string };

/** The fields hold what is typed, or what the browser filled in by itself; `given` where nothing is wrong with it. */
function readForm(form: HTMLFormElement): { readonly given: Form | undefined; readonly faults: Faults } {
  const textOf = (name: string) => String(new FormData(form).get(name) ?? '');
  const typed = { email: textOf('email'), password: textOf('password'), code: textOf('code') };
  const read = loginFormSchema.safeParse({ ...typed, keepConnected: keepsConnected(form) });
  const issues = read.error?.issues ?? [];
  // both are said at once
  const faults = Object.fromEntries(issues.map(({ path, message }) => [path[0], message]));
  return { given: read.data, faults };
}

function inputIn(form: HTMLFormElement | null, name: string): HTMLInputElement | undefined {
  const input = form?.elements.namedItem(name);
  return input instanceof HTMLInputElement ? input : undefined;
}

const keepsConnected = (form: HTMLFormElement | null) => inputIn(form, 'keepConnected')?.checked ?? false;

/** Browsers offer passkeys under https, and on the machine itself. */
const takesPasskeys = () => window.isSecureContext && 'PublicKeyCredential' in window;

/** The browser asks for finger, face or PIN; whose passkey it is the server finds out. */
function usePasskeySignIn(isKept: () => boolean) {
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
      session.begin(answer, { email: answer.email, keepConnected: isKept() });
    },
  });
}

const isCodeWrong = (error: unknown) => error instanceof ApiError && error.code === 'second-factor-wrong';

/** `POST session`, form-encoded and without authorization (AUTH-04). */
function signIn(api: ApiWriter, { email, password, code }: Credentials): Promise<Session> {
  const form = { email, password, ...(code && { code }) };
  return api.json({ method: 'POST', path: 'session', form, anonymous: true }, sessionSchema);
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
