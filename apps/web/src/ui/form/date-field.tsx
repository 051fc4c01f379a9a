import { mdiCalendarBlankOutline } from '@mdi/js';
import { type ComponentProps, useRef } from 'react';
import { IconButton } from '../button/icon-button.tsx';
import classes from './date-field.module.css';
import { MaskedField } from './masked-field.tsx';

interface DateFieldProps extends Omit<ComponentProps<typeof MaskedField>, 'mask'> {
  /** `dd/MM/yyyy HH:mm` in the place of `dd/MM/yyyy`. */
  readonly time?: boolean | undefined;
  /** Of the button that opens the calendar. */
  readonly chooseLabel: string;
  /** What the calendar offers at the earliest and at the latest, as typed. */
  readonly earliest?: string | undefined;
  readonly latest?: string | undefined;
}

/**
 * A day, or a moment, typed day first, or chosen in the browser's own calendar. That writes dates as the browser's
 * language does, and so is only a way to choose.
 */
export function DateField(props: DateFieldProps) {
  const { time = false, chooseLabel, earliest, latest, text, onType, ...field } = props;
  const calendar = useRef<HTMLInputElement>(null);
  return (
    <div className={classes.field}>
      <MaskedField
        {...field}
        mask={time ? '99/99/9999 99:99' : '99/99/9999'}
        inputMode="numeric"
        text={text}
        onType={onType}
        {...(!field.readOnly && {
          rightSection: (
            <IconButton
              name={chooseLabel}
              icon={mdiCalendarBlankOutline}
              size={28}
              onClick={() => calendar.current?.showPicker()}
            />
          ),
        })}
      />
      <input
        ref={calendar}
        type={time ? 'datetime-local' : 'date'}
        className={classes.calendar}
        tabIndex={-1}
        aria-hidden="true"
        value={calendarText(text)}
        min={earliest && calendarText(earliest)}
        max={latest && calendarText(latest)}
        onChange={({ target }) => onType(typedText(target.value))}
      />
    </div>
  );
}

/** Dates as people type them, day first, and as the browser's own calendar has them: a rule without a browser. */

/** `21/11/2026 15:00` as the browser's calendar takes it: `2026-11-21T15:00`; empty for what is no date. */
export function calendarText(typed: string): string {
  const [, day, month, year, time] = /^(\d\d)\/(\d\d)\/(\d{4})(?: (\d\d:\d\d))?$/.exec(typed) ?? [];
  const date = `${year}-${month}-${day}`;
  if (day === undefined) return '';
  return time === undefined ? date : `${date}T${time}`;
}

/** The other way round. */
export function typedText(chosen: string): string {
  const [, year, month, day, time] = /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d:\d\d))?/.exec(chosen) ?? [];
  if (day === undefined) return '';
  const date = `${day}/${month}/${year}`;
  return time === undefined ? date : `${date} ${time}`;
}
