import { zodResolver } from '@hookform/resolvers/zod';
import { mdiAlertCircleOutline } from '@mdi/js';
import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { useApi } from '../../../lib/api/api-context.ts';
import { useSessionStore } from '../../../lib/session/session-context.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { Button } from '../../../ui/button/button.tsx';
import { Checkbox } from '../../../ui/field/checkbox.tsx';
import { PasswordField } from '../../../ui/field/password-field.tsx';
import { TextField } from '../../../ui/field/text-field.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { signIn } from '../api/sign-in.ts';
import { useCapsLock } from '../hooks/use-caps-lock.ts';
import { loginFailureText } from '../login-failure.ts';
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
  const api = useApi();
  const session = useSessionStore();
  const capsLock = useCapsLock();
  const { register, handleSubmit, setFocus, formState } = useForm<Form>({
    resolver: zodResolver(loginFormSchema),
    defaultValues: { email: user ?? '', password: '', keepConnected: false },
  });
  const attempt = useMutation({
    mutationFn: async (form: Form) => session.begin(await signIn(api, form), form),
    onError: () => setFocus('password', { shouldSelect: true }),
  });
  const said = (message: string | undefined) => (message ? textOr(message, message) : undefined);
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
      })}
    >
      {attempt.isError && (
        <p className={classes.failure} role="alert">
          <Icon path={mdiAlertCircleOutline} size={18} />
          {loginFailureText(attempt.error, text)}
        </p>
      )}
      <TextField
        label={text('login.user')}
        error={said(formState.errors.email?.message)}
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
          error={said(formState.errors.password?.message)}
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
