import { digitsOf, maskText } from '@atalaia/domain/documents/mask';
import { useFormContext } from 'react-hook-form';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { TextField } from '../../../ui/field/text-field.tsx';
import type { SinisterMoment } from '../sinister-moment.ts';
import { errorAt } from '../use-sinister-form.ts';
import classes from './sinister-form.module.css';

interface MomentFieldsProps {
  readonly dateLabel: string;
  readonly timeLabel: string;
  /** What the server did not take. */
  readonly refused: ReadonlySet<string>;
}

/** The day and the hour of what happened, laid into `dd/mm/yyyy` and `hh:mm` while they are typed (SIN-09). */
export function MomentFields({ dateLabel, timeLabel, refused }: MomentFieldsProps) {
  const texts = useTexts();
  const { text } = texts;
  const { register, setValue, formState } = useFormContext<SinisterMoment>();
  const field = (name: 'date' | 'time', label: string, mask: string) => (
    <TextField
      label={`${label} *`}
      dense
      inputMode="numeric"
      placeholder={text(name === 'date' ? 'form.datePattern' : 'form.timePattern')}
      error={errorAt(name, formState.errors, refused, texts)}
      {...register(name, {
        onChange: ({ target }) => setValue(name, maskText(digitsOf(target.value), mask)),
      })}
    />
  );
  return (
    <div className={classes.moment}>
      {field('date', dateLabel, '##/##/####')}
      {field('time', timeLabel, '##:##')}
    </div>
  );
}
