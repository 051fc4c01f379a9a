import { passwordFault } from '@atalaia/contract/accounts/new-password';
import { useState } from 'react';
import { ApiError } from '../../lib/api/api-error.ts';
import { useWrite } from '../../lib/api/use-write.ts';
import { passwordFaultTexts } from '../../lib/formats/password-fault-texts.ts';
import type { Person } from '../../lib/session/session-store.ts';
import { failureText } from '../../lib/texts/failure-text.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { Button } from '../../ui/button/button.tsx';
import { Refusal } from '../../ui/feedback/form-refusal.tsx';
import { toasts } from '../../ui/feedback/toasts.ts';
import { PasswordField } from '../../ui/field/password-field.tsx';
import classes from './security.module.css';
import { changePassword, useChanged } from './use-security.ts';

/** One's own password, also of who may change nothing else (USR-03). */
export function PasswordPart({ person }: { readonly person: Person }) {
  const { text } = useTexts();
  const changed = useChanged();
  const [currentPassword, typeCurrent] = useState('');
  const [password, type] = useState('');
  const [isTried, setTried] = useState(false);
  const fault = passwordFault(password, person);
  const write = useWrite({
    ofForm: true,
    write: (api) => changePassword(api, { currentPassword, password }),
    onSuccess() {
      typeCurrent('');
      type('');
      setTried(false);
      changed();
      toasts.show('success', text('security.passwordChanged'));
    },
  });
  const isWrong = write.error instanceof ApiError && write.error.code === 'current-password-wrong';
  const eye = { showLabel: text('login.showPassword'), hideLabel: text('login.hidePassword') };
  return (
    <section className={classes.part} aria-label={text('security.password')}>
      <h2 className={classes.title}>{text('security.password')}</h2>
      <form
        className={classes.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setTried(true);
          if (!fault && currentPassword !== '' && !write.isPending) write.mutate();
        }}
      >
        <input type="text" autoComplete="username" value={person.email} readOnly hidden />
        <PasswordField
          dense
          {...eye}
          label={text('account.currentPassword')}
          autoComplete="current-password"
          value={currentPassword}
          error={
            isWrong
              ? text('apiError.current-password-wrong')
              : isTried && currentPassword === ''
                ? text('user.currentNeeded')
                : undefined
          }
          onChange={(event) => {
            typeCurrent(event.currentTarget.value);
            write.reset();
          }}
        />
        <PasswordField
          dense
          {...eye}
          label={text('account.newPassword')}
          description={text('security.passwordHint')}
          autoComplete="new-password"
          value={password}
          error={isTried && fault ? text(passwordFaultTexts[fault]) : undefined}
          onChange={(event) => type(event.currentTarget.value)}
        />
        {write.isError && !isWrong && <Refusal>{failureText(write.error, text)}</Refusal>}
        <div>
          <Button type="submit" busy={write.isPending}>
            {text('security.passwordChange')}
          </Button>
        </div>
      </form>
    </section>
  );
}
