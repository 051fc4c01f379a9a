import { formatInstant, parseFormInstant } from '@atalaia/domain/dates';
import { mdiCalendarClock } from '@mdi/js';
import { useRef } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import { useSettings } from '../../../lib/settings/settings-context.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { IconButton } from '../../../ui/button/icon-button.tsx';
import { MaskedField } from '../../../ui/form/masked-field.tsx';
import classes from './date-field.module.css';
import type { ReportForm } from './report-form-schema.ts';

interface DateFieldProps {
  readonly name: 'startDate' | 'endDate';
  readonly label: string;
  /** Bounds as the other field has them; never later than now (REP-04). */
  readonly earliest?: string;
  readonly latest?: string;
}

/**
 * A moment as `dd/MM/yyyy HH:mm`, typed, or chosen in the browser's own calendar. That writes dates as the browser's
 * language does, and so is only a way to choose.
 */
export function DateField({ name, label, earliest, latest }: DateFieldProps) {
  const { text, textOr } = useTexts();
  const { timezone } = useSettings();
  const { control } = useFormContext<ReportForm>();
  const { field, fieldState } = useController({ control, name });
  const calendar = useRef<HTMLInputElement>(null);
  const message = fieldState.error?.message;
  const now = wallClock(formatInstant(Date.now(), 'formDateTime', timezone));
  const last = latest && parseFormInstant(latest, timezone) !== undefined ? wallClock(latest) : now;
  return (
    <div className={classes.field}>
      <MaskedField
        ref={field.ref}
        label={label}
        mask="99/99/9999 99:99"
        inputMode="numeric"
        placeholder={text('report.dateTimePattern')}
        text={field.value}
        onType={field.onChange}
        onBlur={field.onBlur}
        error={message && textOr(message, message)}
        rightSection={
          <IconButton
            name={text('report.calendar', { field: label })}
            icon={mdiCalendarClock}
            size={28}
            onClick={() => calendar.current?.showPicker()}
          />
        }
      />
      <input
        ref={calendar}
        type="datetime-local"
        className={classes.calendar}
        tabIndex={-1}
        aria-hidden="true"
        value={wallClock(field.value)}
        min={earliest ? wallClock(earliest) : undefined}
        max={[last, now].sort()[0]}
        onChange={({ target }) => field.onChange(typedOf(target.value))}
      />
    </div>
  );
}

/** `21/11/2026 15:00` as the browser's calendar takes it: `2026-11-21T15:00`; empty for what is no date. */
function wallClock(typed: string): string {
  const [, day, month, year, time] = /^(\d\d)\/(\d\d)\/(\d{4}) (\d\d:\d\d)$/.exec(typed) ?? [];
  return time ? `${year}-${month}-${day}T${time}` : '';
}

function typedOf(chosen: string): string {
  const [, year, month, day, time] = /^(\d{4})-(\d\d)-(\d\d)T(\d\d:\d\d)/.exec(chosen) ?? [];
  return time ? `${day}/${month}/${year} ${time}` : '';
}
