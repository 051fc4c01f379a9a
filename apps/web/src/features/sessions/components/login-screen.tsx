import type { ReactNode } from 'react';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { LoginForm } from './login-form.tsx';
import { LoginPicture } from './login-picture.tsx';
import classes from './login-screen.module.css';

interface LoginScreenProps {
  readonly logo: ReactNode;
  /** Language and theme, for who is not signed in yet. */
  readonly preferences: ReactNode;
  /** Said above the form: why the person is here again. */
  readonly notice?: string | undefined;
  readonly onSubmitting: () => void;
}

export function LoginScreen({ logo, preferences, notice, onSubmitting }: LoginScreenProps) {
  const { text } = useTexts();
  return (
    <div className={classes.screen}>
      <main className={classes.side}>
        <div className={classes.content}>
          <div className={classes.logo}>{logo}</div>
          <h1 className={classes.title}>{text('login.title')}</h1>
          {notice && (
            <p className={classes.notice} role="status">
              {notice}
            </p>
          )}
          <LoginForm onSubmitting={onSubmitting} />
        </div>
        <footer className={classes.footer}>{preferences}</footer>
      </main>
      <LoginPicture />
    </div>
  );
}
