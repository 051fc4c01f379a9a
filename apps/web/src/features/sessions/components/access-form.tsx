import { accountLinkSchema } from '@atalaia/contract/accounts/account-link';
import { passwordFault } from '@atalaia/contract/accounts/new-password';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { useApi } from '../../../lib/api/api-context.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { useWrite } from '../../../lib/api/use-write.ts';
import { passwordFaultTexts } from '../../../lib/formats/password-fault-texts.ts';
import { failureText } from '../../../lib/texts/failure-text.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { Button } from '../../../ui/button/button.tsx';
import { Refusal } from '../../../ui/feedback/form-refusal.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { PasswordField } from '../../../ui/field/password-field.tsx';
import { TextField } from '../../../ui/field/text-field.tsx';
import classes from './login-form.module.css';
import screen from './login-screen.module.css';
import { loginFailureText } from './sign-in-answers.tsx';

/** Without a link: the way to get one. With one: the password that it sets (IDP-03). */
export function AccessForm({ token }: { readonly token: string }) {
  return token === '' ? <AskForm /> : <SetForm token={token} />;
}

function AskForm() {
  const { text } = useTexts();
  const [email, type] = useState('');
  const ask = useWrite({
    ofForm: true,
    write: (api) =>
      api.send({ method: 'POST', path: 'session/reset', json: { email: email.trim() }, anonymous: true }),
  });
  const isNotSetUp = ask.error instanceof ApiError && ask.error.code === 'channel-not-set-up';
  if (ask.isSuccess)
    return <Said title={text('access.forgot')} words={text('access.sent')} to={text('access.back')} />;
  return (
    <>
      <h1 className={screen.title}>{text('access.forgot')}</h1>
      <form
        className={classes.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (email.trim() !== '' && !ask.isPending) ask.mutate();
        }}
      >
        <p className={classes.step}>{text('access.forgotText')}</p>
        <TextField
          label={text('login.user')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          maxLength={255}
          value={email}
          onChange={(event) => type(event.currentTarget.value)}
        />
        {ask.isError && (
          <Refusal>{isNotSetUp ? text('access.notSetUp') : loginFailureText(ask.error, text)}</Refusal>
        )}
        <Button
          type="submit"
          kind="primary"
          size="large"
          fullWidth
          busy={ask.isPending}
          disabled={email.trim() === ''}
        >
          {text('access.send')}
        </Button>
      </form>
      <Back>{text('access.back')}</Back>
    </>
  );
}

function SetForm({ token }: { readonly token: string }) {
  const { text } = useTexts();
  const api = useApi();
  const [password, type] = useState('');
  const [isTried, setTried] = useState(false);
  const link = useQuery({
    queryKey: ['account-link', token],
    queryFn: ({ signal }) =>
      api.json(
        { path: 'account-links/look', posted: { json: { token } }, anonymous: true, signal },
        accountLinkSchema,
      ),
    retry: false,
    // once the password is set it is over, and is not looked at again
    staleTime: Number.POSITIVE_INFINITY,
  });
  const save = useWrite({
    ofForm: true,
    write: (writer) =>
      writer.send({
        method: 'POST',
        path: 'account-links/password',
        json: { token, password },
        anonymous: true,
      }),
  });
  const isOver = [link.error, save.error].some(
    (error) => error instanceof ApiError && ['not-found', 'share-ended'].includes(error.code),
  );
  if (isOver)
    return <Said title={text('access.title')} words={text('access.over')} to={text('access.back')} />;
  if (save.isSuccess)
    return <Said title={text('access.title')} words={text('access.saved')} to={text('access.enter')} />;
  if (link.error) return <Refusal>{failureText(link.error, text)}</Refusal>;
  if (!link.data) return <Skeleton height={200} />;
  const { kind, name, email } = link.data;
  const fault = passwordFault(password, { name, email });
  return (
    <>
      <h1 className={screen.title}>{text(`access.${kind}Title`)}</h1>
      <form
        className={classes.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setTried(true);
          if (!fault && !save.isPending) save.mutate();
        }}
      >
        <p className={classes.step}>{text('access.of', { email })}</p>
        <input type="text" autoComplete="username" value={email} readOnly hidden />
        <PasswordField
          label={text('access.password')}
          autoComplete="new-password"
          autoFocus
          showLabel={text('login.showPassword')}
          hideLabel={text('login.hidePassword')}
          value={password}
          error={isTried && fault ? text(passwordFaultTexts[fault]) : undefined}
          onChange={(event) => type(event.currentTarget.value)}
        />
        {save.isError && <Refusal>{failureText(save.error, text)}</Refusal>}
        <Button type="submit" kind="primary" size="large" fullWidth busy={save.isPending}>
          {text('access.save')}
        </Button>
      </form>
    </>
  );
}

const Back = ({ children }: { readonly children: ReactNode }) => (
  <p className={screen.forgot}>
    <Link to="/login">{children}</Link>
  </p>
);

/** How it went, and the way back. */
function Said({ title, words, to }: { readonly title: string; readonly words: string; readonly to: string }) {
  return (
    <>
      <h1 className={screen.title}>{title}</h1>
      <p className={screen.notice} role="status">
        {words}
      </p>
      <Back>{to}</Back>
    </>
  );
}
