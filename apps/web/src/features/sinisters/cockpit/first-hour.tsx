import { type FirstHour, type NotedStep, stepsDoneElsewhere } from '@atalaia/contract/sinisters/first-hour';
import { mdiCheckCircle, mdiCircleOutline } from '@mdi/js';
import { useState } from 'react';
import { useFormats } from '../../../lib/formats/use-formats.ts';
import { failureMessage } from '../../../lib/texts/failure-text.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { QueryView } from '../../../ui/feedback/query-view.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { TextField } from '../../../ui/field/text-field.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { useFirstHour, useStepChange } from './case-calls.ts';
import { clockText } from './clock-text.ts';
import classes from './cockpit.module.css';

interface FirstHourPanelProps {
  readonly sinisterId: number;
  /** It is open, and the person may write. */
  readonly mayWrite: boolean;
}

/** The first hour of a theft: what is done, after how long, by whom, and what is missing (COCK-03). */
export function FirstHourPanel({ sinisterId, mayWrite }: FirstHourPanelProps) {
  const { text } = useTexts();
  const formats = useFormats();
  const query = useFirstHour(sinisterId);
  const steps = query.data?.steps;
  return (
    <section className={classes.part} aria-label={text('firstHour.title')}>
      <h2 className={classes.title}>
        {text('firstHour.title')}
        {steps && (
          <span className={classes.time}>
            {steps.filter(({ doneAt }) => doneAt !== null).length}/{steps.length}
          </span>
        )}
      </h2>
      <QueryView
        query={query}
        failure={(error) => failureMessage(error, text)}
        waiting={<Skeleton height={260} />}
      >
        {(hour) => (
          <ol className={classes.list}>
            {hour.steps.map((step) => (
              <Step
                key={step.step}
                sinisterId={sinisterId}
                step={step}
                mayWrite={mayWrite}
                hint={
                  step.step === 'sinal' && step.doneAt === null
                    ? text('cockpit.sinalUntil', { date: formats.dateTime(hour.sinalUntil) })
                    : undefined
                }
              />
            ))}
          </ol>
        )}
      </QueryView>
    </section>
  );
}

type HourStep = FirstHour['steps'][number];

/** Steps for which the authority that was informed gives a number. */
const numbered: ReadonlySet<string> = new Set(['policeReport', 'sinal', 'insurerTold', 'policeCalled']);

const isNoted = (step: HourStep['step']): step is NotedStep =>
  !(stepsDoneElsewhere as readonly string[]).includes(step);

interface StepProps {
  readonly sinisterId: number;
  readonly step: HourStep;
  readonly mayWrite: boolean;
  readonly hint: string | undefined;
}

function Step({ sinisterId, step: shown, mayWrite, hint }: StepProps) {
  const { text } = useTexts();
  const formats = useFormats();
  const change = useStepChange(sinisterId);
  const [typed, type] = useState<string | null>(null);
  const { step, doneAt, afterSeconds, reference, doneBy, source } = shown;
  const isDone = doneAt !== null;
  const isMine = mayWrite && isNoted(step);
  const note = (done: { readonly reference?: string } | null) => {
    if (isNoted(step)) change.mutate({ step, done }, { onSuccess: () => type(null) });
  };
  const told = [
    source && source !== 'noted' && text(`stepSource.${source}`),
    reference,
    doneBy && text('cockpit.by', { name: doneBy }),
  ].filter(Boolean);
  const name = text(`firstHour.${step}`);
  return (
    <li className={classes.step}>
      <span className={classes.mark} data-done={isDone || undefined} aria-hidden="true">
        <Icon path={isDone ? mdiCheckCircle : mdiCircleOutline} size={18} />
      </span>
      <span className={classes.stepName}>
        {name}
        {told.length > 0 && (
          <span className={classes.stamp} title={told.join(' · ')}>
            {told.join(' · ')}
          </span>
        )}
        {hint && <span className={classes.stamp}>{hint}</span>}
      </span>
      <span className={classes.buttons}>
        {isDone && (
          <time className={classes.time} dateTime={doneAt} title={formats.dateTime(doneAt)}>
            +{clockText((afterSeconds ?? 0) * 1000)}
          </time>
        )}
        {isMine && !isDone && typed === null && (
          <button
            type="button"
            className={classes.link}
            disabled={change.isPending}
            aria-label={text('cockpit.noteDone', { step: name })}
            onClick={() => note({})}
          >
            {text('cockpit.done')}
          </button>
        )}
        {isMine && numbered.has(step) && typed === null && !reference && (
          <button
            type="button"
            className={classes.link}
            aria-label={text('cockpit.typeNumber', { step: name })}
            onClick={() => type('')}
          >
            {text('cockpit.number')}
          </button>
        )}
        {isMine && isDone && source === 'noted' && typed === null && (
          <button
            type="button"
            className={classes.quiet}
            disabled={change.isPending}
            aria-label={text('cockpit.takeBack', { step: name })}
            onClick={() => note(null)}
          >
            {text('cockpit.undo')}
          </button>
        )}
      </span>
      {typed !== null && (
        <form
          className={classes.stepForm}
          onSubmit={(event) => {
            event.preventDefault();
            if (typed.trim()) note({ reference: typed.trim() });
          }}
        >
          <TextField
            autoFocus
            label={text('cockpit.numberOf', { step: name })}
            value={typed}
            maxLength={255}
            onChange={({ currentTarget }) => type(currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Escape') return;
              event.stopPropagation();
              type(null);
            }}
          />
          <button type="submit" className={classes.link} disabled={change.isPending || !typed.trim()}>
            {text('cockpit.done')}
          </button>
        </form>
      )}
    </li>
  );
}
