import { Navigate, useLocation } from 'react-router';
import { CompanyLogo } from '../../features/companies/components/company-logo.tsx';
import { LanguageSwitch, ThemeSwitch } from '../../features/preferences/preference-switches.tsx';
import { LoginScreen } from '../../features/sessions/components/login-screen.tsx';
import { useSession } from '../../lib/session/session-context.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { RestoringScreen } from '../screens/screens.tsx';
import { landingPath, returnPathOf } from './decide-route.ts';
import { loadLiveMap } from './screen-file.tsx';

export function LoginRoute() {
  const session = useSession();
  const { text } = useTexts();
  const { state } = useLocation();
  if (session.phase === 'restoring') return <RestoringScreen />;
  if (session.phase === 'signed-in') {
    return <Navigate to={landingPath(returnPathOf(state), session.profile)} replace />;
  }
  return (
    <LoginScreen
      logo={<CompanyLogo size={40} />}
      notice={session.expired ? text('login.sessionEnded') : undefined}
      preferences={
        <>
          <LanguageSwitch />
          <ThemeSwitch />
        </>
      }
      // Fetched while the server checks the password; a failure shows when the screen itself is requested.
      onSubmitting={() => void loadLiveMap().catch(() => undefined)}
    />
  );
}
