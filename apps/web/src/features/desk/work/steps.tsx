import type { AlarmDetail } from '@atalaia/contract/desk/alarm';
import type { AlarmStepInput } from '@atalaia/contract/desk/alarm-acts';
import type { AlarmProcedure, ProcedureStep, StepLine } from '@atalaia/contract/desk/procedure';
import { answersOf, currentStep } from '@atalaia/domain/procedures/procedure-steps';
import { mdiCheck } from '@mdi/js';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { ApiError } from '../../../lib/api/api-error.ts';
import { useWrite } from '../../../lib/api/use-write.ts';
import { useFormats } from '../../../lib/formats/use-formats.ts';
import { useKept } from '../../../lib/leaving/use-kept.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { Icon } from '../../../ui/icon.tsx';
import parts from '../../../ui/layout/panel-part.module.css';
import { alarmKey, answerStep } from '../desk-calls.ts';
import { refusedText } from '../refused.ts';
import { answerText, procedureName, stepTitle } from '../step-words.ts';
import { useTakeIn } from '../use-take-alarm.ts';
import { StepAct, stepDraft } from './step-act.tsx';
import classes from './steps.module.css';

interface StepsProps {
  readonly alarm: AlarmDetail;
  /** Only who holds it does its steps. */
  readonly mayAct: boolean;
}

/** The procedure of the alarm, step by step: what was done and by whom, what is to be done now, what may follow (PROC-01). */
export function Steps({ alarm, mayAct }: StepsProps) {
  const { text, textOr } = useTexts();
  const { procedure } = alarm;
  const current = procedure ? currentStep(procedure.steps, procedure.lines) : undefined;
  const shown = useRef<HTMLLIElement>(null);
  const currentId = current?.id;
  useEffect(() => {
    if (currentId) shown.current?.scrollIntoView?.({ block: 'nearest' });
  }, [currentId]);
  if (procedure === null) return null;
  const at = current ? procedure.steps.indexOf(current) : procedure.steps.length;
  return (
    <section className={parts.part} aria-label={text('procedure.title')}>
      <div className={classes.head}>
        <h3 className={parts.title}>{text('procedure.of', { name: procedureName(procedure, textOr) })}</h3>
        <span className={classes.muted}>{text('procedure.version', { number: procedure.version })}</span>
      </div>
      <ol className={classes.steps}>
        {procedure.steps.map((step, index) => {
          const lines = procedure.lines.filter(({ stepId }) => stepId === step.id);
          const isDone = lines.some(({ answer }) => answersOf(step).includes(answer));
          const state = step === current ? 'current' : isDone ? 'done' : index < at ? 'passed' : 'later';
          return (
            <li
              key={step.id}
              ref={state === 'current' ? shown : null}
              className={classes.step}
              data-state={state}
              {...(state === 'current' && { 'aria-current': 'step' as const })}
            >
              <span className={classes.mark} aria-hidden="true">
                {state === 'done' ? <Icon path={mdiCheck} size={14} /> : index + 1}
              </span>
              <span className={classes.words}>
                <span className={classes.title}>
                  {stepTitle(step, textOr)}
                  {step.required && (
                    <span className={classes.required} title={text('procedure.required')}>
                      {' *'}
                    </span>
                  )}
                </span>
                {state === 'passed' && <span className={classes.muted}>{text('procedure.notTaken')}</span>}
                {lines.map((line) => (
                  <Line key={line.number} line={line} />
                ))}
              </span>
              {state === 'current' && mayAct && <Act alarm={alarm} procedure={procedure} step={step} />}
            </li>
          );
        })}
      </ol>
      {!current && <p className={parts.muted}>{text('procedure.finished')}</p>}
    </section>
  );
}

/** What came of it, who did it and when. */
function Line({ line: { answer, details, userName, at } }: { readonly line: StepLine }) {
  const { text, textOr } = useTexts();
  const formats = useFormats();
  const { text: written, name, told, code, noCase } = details;
  const names = Array.isArray(told) ? told.map(String) : null;
  return (
    <span className={classes.muted} dir="auto">
      {[
        typeof name === 'string' && name,
        code === undefined
          ? answerText(answer, textOr)
          : text('procedure.refusedBecause', { reason: textOr(`apiError.${code}`, String(code)) }),
        names && text('procedure.told', { names: names.join(', ') }),
        noCase === true && text('procedure.noCase'),
        typeof written === 'string' && written,
        userName,
        formats.dateTime(at),
      ]
        .filter(Boolean)
        .join(' · ')}
    </span>
  );
}

interface ActProps {
  readonly alarm: AlarmDetail;
  readonly procedure: AlarmProcedure;
  readonly step: ProcedureStep;
}

function Act({ alarm, procedure: { lines }, step }: ActProps) {
  const { text } = useTexts();
  const formats = useFormats();
  const takeIn = useTakeIn();
  const queries = useQueryClient();
  const [, keep] = useKept<string>(stepDraft(alarm.id, step.id));
  const write = useWrite({
    write: (api, input: Omit<AlarmStepInput, 'expected'>) =>
      answerStep(api, alarm.id, step.id, { ...input, expected: lines.length }),
    onSuccess(detail) {
      keep(undefined);
      takeIn(detail);
    },
    onError: (error) => {
      // its lines may hold the refusal, or another step is due by now
      if (error instanceof ApiError) void queries.invalidateQueries({ queryKey: alarmKey(alarm.id) });
    },
  });
  return (
    <div className={classes.act}>
      <StepAct
        alarm={alarm}
        step={step}
        lines={lines.filter(({ stepId }) => stepId === step.id)}
        busy={write.isPending}
        namesNothing={write.error instanceof ApiError && write.error.code === 'reference-not-found'}
        onAnswer={(input) => !write.isPending && write.mutate(input)}
      />
      {write.isError && (
        <p className={classes.refused} role="alert">
          {refusedText(write.error, text, formats)}
        </p>
      )}
    </div>
  );
}
