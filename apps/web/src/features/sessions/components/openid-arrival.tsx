/** The page that one comes back to from the OpenID Connect provider (IDP-02). */
import { sessionSchema } from '@atalaia/contract/accounts/session';
import { useEffect, useRef, useState } from 'react';
import { useWrite } from '../../../lib/api/use-write.ts';
import { useSessionStore } from '../../../lib/session/session-context.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { Button } from '../../../ui/button/button.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import classes from './login-form.module.css';
import { LoginFailure, methodsAsked, SecondStep } from './sign-in-answers.tsx';

interface OpenIdArrivalProps {
  readonly keepConnected: boolean;
  /** The session is on its way: time to load what comes next. */
  readonly onSubmitting: () => void;
  /** He wants to begin again. */
  readonly onBack: () => void;
  readonly onFailed: (error: Error) => void;
}

/** Takes the session of who came back; asks for the code that is missing (IDP-01). */
export function OpenIdArrival({ keepConnected, onSubmitting, onBack, onFailed }: OpenIdArrivalProps) {
  const { text } = useTexts();
  const session = useSessionStore();
  const isBegun = useRef(false);
  const [asked, setAsked] = useState<readonly string[]>();
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
    onSubmitting();
    mutate('');
  }, [mutate, onSubmitting]);

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
      onSubmit={(event) => {
        event.preventDefault();
        const code = String(new FormData(event.currentTarget).get('code') ?? '').trim();
        if (code !== '') mutate(code);
      }}
    >
      {take.error && !methodsAsked(take.error) && <LoginFailure error={take.error} />}
      <SecondStep isPasskeyOnly={!asked.includes('totp')} onBack={onBack} />
      <Button type="submit" kind="primary" size="large" fullWidth busy={take.isPending}>
        {text('login.codeSubmit')}
      </Button>
    </form>
  );
}
