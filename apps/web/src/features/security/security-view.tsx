import type { ReactNode } from 'react';
import { useSession } from '../../lib/session/session-context.ts';
import { useOpenId } from '../../lib/settings/settings-context.ts';
import { failureMessage } from '../../lib/texts/failure-text.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { FailedState } from '../../ui/feedback/failed-state.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { FactorParts } from './factor-parts.tsx';
import { OpenIdPart } from './openid-part.tsx';
import { PasswordPart } from './password-part.tsx';
import classes from './security.module.css';
import { useSecondFactor } from './use-security.ts';

interface SecurityViewProps {
  readonly sessions?: ReactNode;
  /** The browser is about to leave for the OpenID Connect provider; nothing is linked without it. */
  readonly onLeaving?: () => void;
}

/** How the person signs in: his password, what is shown beside it, and where he is signed in. */
export function SecurityView({ sessions, onLeaving }: SecurityViewProps) {
  const { text } = useTexts();
  const session = useSession();
  const openId = useOpenId();
  const { data, error, refetch } = useSecondFactor();
  if (session.phase !== 'signed-in') return null;
  return (
    <div className={classes.page}>
      <div className={classes.parts}>
        {data && <FactorParts state={data} />}
        {!data && !error && <Skeleton height={200} />}
        {!data && error && <FailedState {...failureMessage(error, text)} onRetry={() => void refetch()} />}
        {openId && onLeaving && <OpenIdPart provider={openId.name} onLeaving={onLeaving} />}
        <PasswordPart person={session.person} />
      </div>
      {sessions && (
        <section className={classes.part} aria-label={text('menu.sessions')}>
          <h2 className={classes.title}>{text('security.sessions')}</h2>
          {sessions}
        </section>
      )}
    </div>
  );
}
