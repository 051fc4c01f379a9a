/** What a sign-in that was not let in says, and the second factor that it asks for (IDP-01). */
import { mdiAlertCircleOutline } from '@mdi/js';
import { ApiError } from '../../../lib/api/api-error.ts';
import { failureText } from '../../../lib/texts/failure-text.ts';
import type { Text } from '../../../lib/texts/texts.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { TextField } from '../../../ui/field/text-field.tsx';
import { Icon } from '../../../ui/icon.tsx';
import classes from './login-form.module.css';

/** Why nobody was signed in. */
export function LoginFailure({ error }: { readonly error: Error }) {
  const { text } = useTexts();
  return (
    <p className={classes.failure} role="alert">
      <Icon path={mdiAlertCircleOutline} size={18} />
      {loginFailureText(error, text)}
    </p>
  );
}

interface SecondStepProps {
  /** There is no app: a recovery code alone may be typed. */
  readonly isPasskeyOnly: boolean;
  readonly onBack: () => void;
}

/** What is asked for beside a right password (IDP-01). */
export function SecondStep({ isPasskeyOnly, onBack }: SecondStepProps) {
  const { text } = useTexts();
  return (
    <>
      <p className={classes.step} role="status">
        <strong>{text('login.codeTitle')}</strong>
        {text(isPasskeyOnly ? 'login.passkeyOnly' : 'login.codeHint')}
      </p>
      <TextField
        name="code"
        label={text(isPasskeyOnly ? 'login.recoveryCode' : 'login.code')}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
      />
      <button type="button" className={classes.back} onClick={onBack}>
        {text('login.codeBack')}
      </button>
    </>
  );
}

/** The methods of which one is asked for; undefined where the answer says something else. */
export function methodsAsked(error: unknown): readonly string[] | undefined {
  if (!(error instanceof ApiError) || error.code !== 'second-factor-needed') return undefined;
  const methods = error.details?.methods;
  return Array.isArray(methods) ? methods.map(String) : [];
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
