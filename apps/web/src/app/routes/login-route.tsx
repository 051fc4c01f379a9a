import { useEffect, useState } from 'react';
import { Navigate, useLocation } from 'react-router';
import { CompanyLogo } from '../../features/companies/components/company-logo.tsx';
import { LanguageSwitch, ThemeSwitch } from '../../features/preferences/preference-switches.tsx';
import { LoginScreen } from '../../features/sessions/components/login-screen.tsx';
import {
  forget,
  type OpenIdOutcome,
  openIdOutcomeOf,
  recall,
} from '../../features/sessions/openid-return.ts';
import { useSession } from '../../lib/session/session-context.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { toasts } from '../../ui/feedback/toasts.ts';
import { RestoringScreen } from '../screens/screens.tsx';
import { landingPath, returnPathOf } from './decide-route.ts';
import { loadLiveMap } from './screen-file.tsx';

export function LoginRoute() {
  const session = useSession();
  const { text, needMap } = useTexts();
  const { state, hash } = useLocation();
  const [back] = useState(() => ({ outcome: openIdOutcomeOf(hash), ...recall() }));
  useArrived(session.phase === 'signed-in', back.outcome);
  if (session.phase === 'restoring') return <RestoringScreen />;
  if (session.phase === 'signed-in') {
    return <Navigate to={landingPath(returnPathOf(state) ?? back.path, session.profile)} replace />;
  }
  return (
    <LoginScreen
      logo={<CompanyLogo size={40} />}
      outcome={back.outcome}
      keepConnected={back.keepConnected}
      notice={session.expired ? text('login.sessionEnded') : undefined}
      preferences={
        <>
          <LanguageSwitch />
          <ThemeSwitch />
        </>
      }
      // Fetched while the server checks the password; a failure shows when the screen itself is requested.
      onSubmitting={() => void Promise.all([loadLiveMap(), needMap()]).catch(() => undefined)}
    />
  );
}

/** He is where he wanted to be. Who was signed in all the while is told how linking his account of the provider went. */
function useArrived(isSignedIn: boolean, outcome: OpenIdOutcome | undefined): void {
  const { text } = useTexts();
  useEffect(() => {
    if (!isSignedIn) return;
    forget();
    if (outcome?.kind === 'linked') toasts.show('success', text('login.openIdLinked'));
    if (outcome?.kind === 'failed') toasts.show('failure', text(`apiError.${outcome.code}`));
  }, [isSignedIn, outcome, text]);
}
