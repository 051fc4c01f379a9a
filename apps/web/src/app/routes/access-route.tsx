import { useLocation } from 'react-router';
import { CompanyLogo } from '../../features/companies/components/company-logo.tsx';
import { LanguageSwitch, ThemeSwitch } from '../../features/preferences/preference-switches.tsx';
import { AccessForm } from '../../features/sessions/components/access-form.tsx';
import { LoginFrame } from '../../features/sessions/components/login-screen.tsx';

/** `/access`: asks for a link by mail; `/access#{token}`: sets the password by it. What is behind # no server is told. */
export function AccessRoute() {
  const { hash } = useLocation();
  return (
    <LoginFrame
      logo={<CompanyLogo size={40} />}
      preferences={
        <>
          <LanguageSwitch />
          <ThemeSwitch />
        </>
      }
    >
      <AccessForm key={hash} token={hash.slice(1)} />
    </LoginFrame>
  );
}
