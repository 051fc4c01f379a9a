import type {
  FleetControlRun,
  FleetControlState,
  FleetControlStatus,
} from '@atalaia/contract/providers/fleet-control-sync';
import { mdiAccountKeyOutline, mdiLanDisconnect, mdiStop, mdiSync } from '@mdi/js';
import { useState } from 'react';
import { useFormats } from '../../../lib/formats/use-formats.ts';
import { failureMessage } from '../../../lib/texts/failure-text.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { Button } from '../../../ui/button/button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { FailedState } from '../../../ui/feedback/failed-state.tsx';
import { Refusal } from '../../../ui/feedback/form-refusal.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { ProgressBar } from '../../../ui/feedback/spinner.tsx';
import { SelectField } from '../../../ui/field/select-field.tsx';
import { SwitchField } from '../../../ui/form/switch-field.tsx';
import { Pill, type Tone } from '../../../ui/layout/pill.tsx';
import { countOf, mayGoOn, placeOf, shareOf } from '../run-labels.ts';
import { useFleetControlActions, useFleetControlStatus, useGroups } from '../use-fleet-control.ts';
import { Findings } from './findings.tsx';
import classes from './fleet-control-view.module.css';

const tones: Readonly<Record<FleetControlState, Tone>> = {
  running: 'brand',
  waiting: 'unknown',
  stopped: 'offline',
  failed: 'alarm',
  done: 'online',
};

/** The state of the newest exchange, and, where it was held up, what is to be done. */
function RunCard({ run }: { readonly run: FleetControlRun }) {
  const { text } = useTexts();
  const formats = useFormats();
  const { state, step, startedBy, startedAt, endedAt, nextTryAt, failure } = run;
  const isHalf = state === 'waiting' || state === 'stopped' || state === 'failed';
  const countLabels = useCountLabels(run);
  const stepName = text(`fleetControl.step.${step}`);
  return (
    <section className={classes.card} aria-label={text('fleetControl.progress')}>
      <div className={classes.head}>
        <Pill tone={tones[state]}>{text(`fleetControl.${state}`)}</Pill>
        <span>{text(`fleetControl.startedBy.${startedBy}`, { time: formats.dateTime(startedAt) })}</span>
        {endedAt && <span>{text('fleetControl.endedAt', { time: formats.dateTime(endedAt) })}</span>}
      </div>
      {state !== 'done' && (
        <ProgressBar
          label={text('fleetControl.progress')}
          status={`${text('fleetControl.stepOf', { step: stepName, ...placeOf(run) })}${countLabels}`}
          done={Math.round(shareOf(run) * 1000)}
          total={1000}
        />
      )}
      {isHalf && failure && (
        <Refusal>
          {text(`fleetControlNotice.${failure.code}`)}
          {failure.said && ` ${text('fleetControl.said', { said: failure.said })}`}
        </Refusal>
      )}
      {isHalf && (
        <p className={classes.note}>
          {nextTryAt
            ? text('fleetControl.next', { time: formats.dateTime(nextTryAt) })
            : mayGoOn(run)
              ? text('fleetControl.kept', { step: stepName })
              : text('fleetControl.anew')}
        </p>
      )}
    </section>
  );
}

function useCountLabels(run: FleetControlRun): string {
  const { text } = useTexts();
  const formats = useFormats();
  const counted = countOf(run);
  if (!counted) return '';
  const count = formats.count(counted.count);
  const labels =
    counted.total === undefined
      ? text('fleetControl.stepCount', { count })
      : text('fleetControl.stepCountOf', { count, total: formats.count(counted.total) });
  return ` · ${labels}`;
}

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

/** How an exchange is started by hand: what is sent along, and where what is new goes. */
function StartForm({ status }: { readonly status: FleetControlStatus }) {
  const { text } = useTexts();
  const { run, mayStart, isNamed } = status;
  const { start, stop, isBusy } = useFleetControlActions();
  const { data: groups = [] } = useGroups();
  const [sendsNew, setSendsNew] = useState(run?.sendsNew ?? false);
  const [group, setGroup] = useState(run?.groupId ? String(run.groupId) : null);
  const goesOn = run?.state === 'running';
  if (!mayStart) return <p className={classes.help}>{text('fleetControl.mayNot')}</p>;
  return (
    <div className={classes.form}>
      {goesOn ? (
        <Button icon={mdiStop} busy={isBusy} onClick={() => stop()}>
          {text('fleetControl.stop')}
        </Button>
      ) : (
        <Button
          kind="primary"
          icon={mdiSync}
          busy={isBusy}
          disabled={!isNamed}
          onClick={() => start({ sendsNew, groupId: group === null ? 0 : Number(group) })}
        >
          {text(run && mayGoOn(run) ? 'fleetControl.continue' : 'fleetControl.start')}
        </Button>
      )}
      <div className={classes.group}>
        <SelectField
          label={text('fleetControl.group')}
          placeholder={text('fleetControl.group')}
          clearLabel={text('action.clear')}
          nothingFound={text('selector.empty')}
          searchable
          disabled={goesOn}
          options={groups.map(({ id, name }) => ({ value: String(id), label: name }))}
          chosen={group}
          onChoose={setGroup}
        />
      </div>
      <SwitchField
        label={text('fleetControl.sendsNew')}
        on={sendsNew}
        onSwitch={setSendsNew}
        disabled={goesOn}
      />
    </div>
  );
}
