import type { FleetControlRun, FleetControlState } from '@atalaia/contract/providers/fleet-control-sync';
import { useFormats } from '../../../lib/formats/use-formats.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { Refusal } from '../../../ui/feedback/form-refusal.tsx';
import { ProgressBar } from '../../../ui/feedback/progress-bar.tsx';
import { Pill, type Tone } from '../../../ui/layout/pill.tsx';
import { countOf, mayGoOn, placeOf, shareOf } from '../run-labels.ts';
import classes from './fleet-control-view.module.css';

const tones: Readonly<Record<FleetControlState, Tone>> = {
  running: 'brand',
  waiting: 'unknown',
  stopped: 'offline',
  failed: 'alarm',
  done: 'online',
};

/** The state of the newest exchange, and, where it was held up, what is to be done. */
export function RunCard({ run }: { readonly run: FleetControlRun }) {
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
