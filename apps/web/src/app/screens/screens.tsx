import { Loader } from '@mantine/core';
import { mdiMapMarkerQuestionOutline } from '@mdi/js';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { useApi } from '../../lib/api/api-context.ts';
import { useSessionStore } from '../../lib/session/session-context.ts';
import { failureText } from '../../lib/texts/failure-text.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { LinkButton } from '../../ui/button/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { FailedState } from '../../ui/feedback/failed-state.tsx';
import { restoringQuery } from '../start/refresh-session.ts';
import classes from './centred.module.css';

/** A page with one thing to say, in the middle. */
export function Centred({ children }: { readonly children: ReactNode }) {
  return <main className={classes.centred}>{children}</main>;
}

/** Any path that is nothing, with a way home (ROUTE-09). */
export function FallbackScreen() {
  const { text } = useTexts();
  const { pathname } = useLocation();
  return (
    <Centred>
      <EmptyState
        isPage
        icon={mdiMapMarkerQuestionOutline}
        title={text('fallback.title')}
        hint={text('fallback.text', { path: pathname })}
        action={<LinkButton to="/">{text('fallback.home')}</LinkButton>}
      />
    </Centred>
  );
}

interface LoadingScreenProps {
  readonly label?: string;
}

/** What turns while a page starts takes the processor from its start: it appears when something is slow, ms. */
const patienceMs = 1_000;

export function LoadingScreen({ label }: LoadingScreenProps) {
  const { text } = useTexts();
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), patienceMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <Centred>
      <span className={classes.loader}>{slow && <Loader size="sm" color="var(--brand)" />}</span>
      <p role="status">{label ?? text('view.loading')}</p>
    </Centred>
  );
}

/** A token without a readable snapshot: asks the server whose it is, and stays until it knows. */
export function RestoringScreen() {
  const { text } = useTexts();
  const api = useApi();
  const session = useSessionStore();
  const { error, isFetching, refetch } = useQuery(restoringQuery(api, session));

  if (!error || isFetching) return <LoadingScreen label={text('login.restoring')} />;
  return (
    <Centred>
      <FailedState
        title={text('view.failedTitle')}
        reason={failureText(error, text)}
        retryLabel={text('error.retry')}
        onRetry={() => void refetch()}
      />
    </Centred>
  );
}
