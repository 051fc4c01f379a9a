import { useEffect, useRef } from 'react';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { toasts } from '../../../ui/feedback/toasts.ts';
import { unresolvedCount } from '../run-labels.ts';
import { useFleetControlStatus } from '../use-fleet-control.ts';

/** What ended so long ago is not shown any more, ms. */
const recentMs = 20_000;

/** Tells a person whose account names the provider what of the exchange is his to resolve, or what holds it up (FLT-02). */
export function FleetControlNotice() {
  const { text } = useTexts();
  const { data } = useFleetControlStatus();
  const run = data?.run;
  const state = run?.state;
  const wasRunning = useRef<boolean>(undefined);
  useEffect(() => {
    if (!run || !state) return;
    // it may have come to its end before it was requested
    wasRunning.current ??= run.startedBy === 'sign-in' && Date.now() - Date.parse(run.updatedAt) < recentMs;
    if (wasRunning.current && (state === 'failed' || state === 'waiting') && run.failure) {
      toasts.show('failure', text(`fleetControlNotice.${run.failure.code}`));
    }
    const count = unresolvedCount(run);
    if (wasRunning.current && state === 'done' && count > 0) {
      toasts.show('info', text('fleetControlNotice.unresolved', { count }));
    }
    wasRunning.current = state === 'running';
  }, [run, state, text]);
  return null;
}
