import { mdiAccountKeyOutline, mdiLanDisconnect } from '@mdi/js';
import { failureMessage } from '../../../lib/texts/failure-text.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { FailedState } from '../../../ui/feedback/failed-state.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { useFleetControlStatus } from '../use-fleet-control.ts';
import { Findings } from './findings.tsx';
import classes from './fleet-control-view.module.css';
import { RunCard } from './run-card.tsx';
import { StartForm } from './start-form.tsx';

/** The exchange with the fleet-control provider: started, watched, and what it found (FLT-01, FLT-02). */
export function FleetControlView() {
  const { text } = useTexts();
  const { data, error, refetch } = useFleetControlStatus();
  if (!data) {
    return error ? (
      <FailedState {...failureMessage(error, text)} onRetry={() => void refetch()} />
    ) : (
      <Skeleton height={320} />
    );
  }
  const { isSetUp, isNamed, run } = data;
  if (!isSetUp) {
    return (
      <EmptyState
        icon={mdiLanDisconnect}
        title={text('fleetControl.notSetUp')}
        hint={text('fleetControl.notSetUpHelp')}
      />
    );
  }
  if (!isNamed && !run) {
    return (
      <EmptyState
        icon={mdiAccountKeyOutline}
        title={text('fleetControl.notNamed')}
        hint={text('fleetControl.notNamedHelp')}
      />
    );
  }
  return (
    <div className={classes.view}>
      <p className={classes.help}>{text('fleetControl.help')}</p>
      <StartForm key={run?.id} status={data} />
      {run ? <RunCard run={run} /> : <p className={classes.help}>{text('fleetControl.neverHelp')}</p>}
      {run && <Findings key={run.id} run={run} />}
    </div>
  );
}
