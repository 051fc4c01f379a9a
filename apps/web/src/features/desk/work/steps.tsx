import type { AlarmDetail } from '@atalaia/contract/desk/alarm';
import { useWrite } from '../../../lib/api/use-write.ts';
import { useFormats } from '../../../lib/formats/use-formats.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { toasts } from '../../../ui/feedback/toasts.ts';
import { setStep } from '../desk-calls.ts';
import { refusedText } from '../refused.ts';
import { useTakeIn } from '../use-take-alarm.ts';
import classes from './work-parts.module.css';

interface StepsProps {
  readonly alarm: Pick<AlarmDetail, 'id' | 'steps'>;
  /** Only who holds it does its steps. */
  readonly mayAct: boolean;
}

/** What the procedure asks for, in its order; required ones are marked. */
export function Steps({ alarm: { id, steps }, mayAct }: StepsProps) {
  const { text } = useTexts();
  const formats = useFormats();
  const takeIn = useTakeIn();
  const save = useWrite({
    write: (api, [stepId, done]: readonly [string, boolean]) => setStep(api, id, stepId, done),
    onSuccess: takeIn,
    onError: (error) => toasts.show('failure', refusedText(error, text, formats)),
  });
  if (steps.length === 0) return null;
  return (
    <fieldset className={classes.part} disabled={!mayAct}>
      <legend className={classes.title}>{text('desk.steps')}</legend>
      {steps.map((step) => (
        <label key={step.id} className={classes.step}>
          <input
            type="checkbox"
            checked={step.doneAt !== null}
            onChange={({ currentTarget }) => save.mutate([step.id, currentTarget.checked])}
          />
          <span>
            {step.title}
            {step.required && <span className={classes.required}> *</span>}
            {step.doneAt && (
              <span className={classes.muted}>
                {' '}
                · {[step.doneBy, formats.dateTime(step.doneAt)].filter(Boolean).join(', ')}
              </span>
            )}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
