import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { leaveGuard } from '../../../lib/leaving/leave-guard.ts';
import { useSessionStore } from '../../../lib/session/session-context.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { Dialog } from '../../../ui/window/dialog.tsx';
import { LoginForm } from './login-form.tsx';
import classes from './login-screen.module.css';

/** Requests the password over a page whose session is over, so that nothing typed there is lost (AUTH-08, LIST-06). */
export function SignInAgain({ user }: { readonly user: string }) {
  const { text } = useTexts();
  const session = useSessionStore();
  const queries = useQueryClient();
  // What was refused meanwhile is read as soon as he is signed in again.
  useEffect(
    () => () => {
      if (session.token() === null) return;
      void queries.refetchQueries({ predicate: ({ state }) => state.status === 'error' });
    },
    [queries, session],
  );
  return (
    <Dialog
      opened
      title={text('login.again')}
      closeLabel={text('action.close')}
      onClose={() => leaveGuard.leave(() => session.end())}
    >
      <p className={classes.notice} role="status">
        {text('login.againKept')}
      </p>
      <LoginForm user={user} />
    </Dialog>
  );
}
