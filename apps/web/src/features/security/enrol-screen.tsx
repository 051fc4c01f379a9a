import { useManagementTexts, useTexts } from '../../lib/texts/texts-context.ts';
import { Button } from '../../ui/button/button.tsx';
import classes from './enrol-screen.module.css';
import { SecurityView } from './security-view.tsx';

/** All that is shown to who must set up a second factor first (IDP-01). */
export function EnrolScreen({ onSignOut }: { readonly onSignOut: () => void }) {
  useManagementTexts();
  const { text } = useTexts();
  return (
    <main className={classes.screen}>
      <div className={classes.sheet}>
        <header className={classes.head}>
          <h1 className={classes.title}>{text('security.enrolTitle')}</h1>
          <Button onClick={onSignOut}>{text('menu.logout')}</Button>
        </header>
        <p className={classes.text}>{text('security.enrolText')}</p>
        <SecurityView />
      </div>
    </main>
  );
}
