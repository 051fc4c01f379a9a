/** Signing in at the OpenID Connect provider (IDP-02): the button that leads there, and the page that one comes back to. */
import { sessionSchema } from '@atalaia/contract/accounts/session';
import { mdiShieldAccountOutline } from '@mdi/js';
import { useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useLocation } from 'react-router';
import { useWrite } from '../../../lib/api/use-write.ts';
import { useSessionStore } from '../../../lib/session/session-context.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { Button } from '../../../ui/button/button.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { openIdAddress, remember } from '../openid-return.ts';
import classes from './login-form.module.css';
import { LoginFailure, methodsAsked, SecondStep } from './sign-in-answers.tsx';

interface OpenIdButtonProps {
  /** What the provider is called. */
  readonly provider: string;
  readonly primary?: boolean;
  readonly keepsConnected?: () => boolean;
}

export function OpenIdButton({ provider, primary = false, keepsConnected }: OpenIdButtonProps) {
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

interface OpenIdArrivalProps {
  readonly keepConnected: boolean;
  /** He wants to begin again. */
  readonly onBack: () => void;
  readonly onFailed: (error: Error) => void;
}

/** Takes the session of who came back; asks for the code that is missing (IDP-01). */
export function OpenIdArrival({ keepConnected, onBack, onFailed }: OpenIdArrivalProps) {
  const { text } = useTexts();
  const session = useSessionStore();
  const isBegun = useRef(false);
  const [asked, setAsked] = useState<readonly string[]>();
  const { register, handleSubmit } = useForm({ defaultValues: { code: '' } });
  const take = useWrite({
    ofForm: true,
    async write(api, code: string) {
      const json = code === '' ? {} : { code };
      const answer = await api.json(
        { method: 'POST', path: 'session/openid', json, anonymous: true },
        sessionSchema,
      );
      session.begin(answer, { email: answer.email, keepConnected });
    },
    onError(error) {
      const methods = methodsAsked(error);
      if (methods) setAsked(methods);
      else if (!asked) onFailed(error);
    },
  });
  const { mutate } = take;
  useEffect(() => {
    if (isBegun.current) return;
    isBegun.current = true;
    mutate('');
  }, [mutate]);

  if (!asked)
    return (
      <div className={classes.form} role="status" aria-label={text('login.openIdBusy')}>
        <p className={classes.step}>{text('login.openIdBusy')}</p>
        <Skeleton height={44} />
      </div>
    );
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={handleSubmit(({ code }) => code.trim() && mutate(code.trim()))}
    >
      {take.error && !methodsAsked(take.error) && <LoginFailure error={take.error} />}
      <SecondStep isPasskeyOnly={!asked.includes('totp')} field={register('code')} onBack={onBack} />
      <Button type="submit" kind="primary" size="large" fullWidth busy={take.isPending}>
        {text('login.codeSubmit')}
      </Button>
    </form>
  );
}
