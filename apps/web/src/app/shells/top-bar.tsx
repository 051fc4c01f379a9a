import type { ReactNode } from 'react';
import { AccountMenu } from '../../features/account/components/account-menu.tsx';
import { CompanyLogo } from '../../features/company/components/company-logo.tsx';
import { useSignOut } from '../../features/session/hooks/use-sign-out.ts';
import { ConnectionNotice } from './connection-notice.tsx';
import classes from './top-bar.module.css';

interface TopBarProps {
  readonly onAccount: () => void;
  /** Before the logo: the button of a narrow screen's menu. */
  readonly menuButton?: ReactNode;
  /** Between logo and account. */
  readonly children?: ReactNode;
}

export function TopBar({ onAccount, menuButton, children }: TopBarProps) {
  const signOut = useSignOut();
  return (
    <header className={classes.bar}>
      {menuButton}
      <div className={classes.logo}>
        <CompanyLogo size={32} />
      </div>
      {children}
      <div className={classes.grow} />
      <ConnectionNotice />
      <div className={classes.account}>
        <AccountMenu onAccount={onAccount} onSignOut={() => void signOut()} />
      </div>
    </header>
  );
}
