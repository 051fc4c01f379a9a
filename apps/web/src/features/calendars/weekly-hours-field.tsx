/** The hours of a week and the holidays of a calendar, written as its file (CAL-01). */
import { formatInstant, parseFormInstant } from '@atalaia/domain/time/dates';
import {
  type DaySpan,
  type Holiday,
  holidayDate,
  holidays,
  minutesOf,
  overlappingDays,
  typedMinutes,
  type WeeklyHours,
  weeklyHoursData,
  yearsWritten,
} from '@atalaia/domain/time/weekly-hours';
import { mdiChevronLeft, mdiChevronRight, mdiClose, mdiContentCopy, mdiPlus } from '@mdi/js';
import { useId, useState } from 'react';
import type { TextKey } from '../../lib/texts/texts.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { Button } from '../../ui/button/button.tsx';
import { IconButton } from '../../ui/button/icon-button.tsx';
import { Checkbox } from '../../ui/field/checkbox.tsx';
import { SelectField } from '../../ui/field/select-field.tsx';
import { DateField } from '../../ui/form/date-field.tsx';
import { MaskedField } from '../../ui/form/masked-field.tsx';
import classes from './weekly-hours-field.module.css';

/** Hours as they are typed. */
interface TypedSpan {
  readonly from: string;
  readonly to: string;
}

export interface HoursDraft extends Omit<WeeklyHours, 'days'> {
  readonly days: readonly (readonly TypedSpan[])[];
}

const office: TypedSpan = { from: '08:00', to: '18:00' };

export function draftOf(hours: WeeklyHours): HoursDraft {
  const days = hours.days.map((day) =>
    day.map(({ from, to }) => ({ from: typedMinutes(from), to: typedMinutes(to) })),
  );
  return { ...hours, days };
}

interface HoursFaults {
  /** By the day of the week: what is wrong with it. */
  readonly days: ReadonlyMap<number, TextKey>;
  readonly whole?: TextKey;
}

/** The file of what was typed, with the holidays of the years to come; or why there is none. */
export function fileOfDraft(draft: HoursDraft, year: number): { data: string; faults: HoursFaults } {
  const days = draft.days.map((day) => day.map(spanOf));
  const faults = new Map<number, TextKey>();
  const whole = days.map((day) => day.filter((span) => span !== undefined));
  for (const day of overlappingDays({ days: whole })) faults.set(day, 'calendar.overlap');
  days.forEach((day, index) => {
    if (day.includes(undefined)) faults.set(index, 'calendar.badHour');
  });
  const lastYear = Math.max(draft.lastYear, year + yearsWritten);
  const hours = { ...draft, days: whole, lastYear };
  const isEmpty =
    days.every((day) => day.length === 0) &&
    (draft.onHolidays === 'none' || draft.holidays.length + draft.otherDays.length === 0);
  if (faults.size > 0) return { data: '', faults: { days: faults } };
  if (isEmpty) return { data: '', faults: { days: faults, whole: 'calendar.noHours' } };
  return { data: weeklyHoursData(hours), faults: { days: faults } };
}

/** Midnight at the end of a day may be 24:00 or 00:00. */
function spanOf({ from, to }: TypedSpan): DaySpan | undefined {
  const [start, end] = [minutesOf(from), to === '24:00' ? 0 : minutesOf(to)];
  return start === undefined || end === undefined ? undefined : { from: start, to: end };
}

interface WeeklyHoursFieldProps {
  readonly draft: HoursDraft;
  readonly faults: HoursFaults;
  readonly onChange: (draft: HoursDraft) => void;
  readonly readOnly: boolean;
}

export function WeeklyHoursField({ draft, faults, onChange, readOnly }: WeeklyHoursFieldProps) {
  const { text, language } = useTexts();
  const weekday = new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' });
  const setDay = (day: number, spans: readonly TypedSpan[]) =>
    onChange({ ...draft, days: draft.days.map((one, index) => (index === day ? spans : one)) });
  const repeatMonday = () =>
    onChange({ ...draft, days: draft.days.map((one, day) => (day < 5 ? (draft.days[0] ?? []) : one)) });
  return (
    <div className={classes.hours}>
      <SelectField
        labelled
        searchable
        label={text('calendar.timezone')}
        options={Intl.supportedValuesOf('timeZone').map((zone) => ({ value: zone, label: zone }))}
        chosen={draft.timezone}
        onChoose={(timezone) => timezone && onChange({ ...draft, timezone })}
        nothingFound={text('selector.empty')}
        disabled={readOnly}
      />
      <ul className={classes.days}>
        {draft.days.map((spans, day) => (
          <DayRow
            // biome-ignore lint/suspicious/noArrayIndexKey: a week has its days in one order
            key={day}
            name={weekday.format(Date.UTC(2024, 0, 1 + day))}
            spans={spans}
            fault={faults.days.get(day)}
            onChange={(changed) => setDay(day, changed)}
            readOnly={readOnly}
          />
        ))}
      </ul>
      {faults.whole && (
        <p role="alert" className={classes.fault}>
          {text(faults.whole)}
        </p>
      )}
      {!readOnly && (
        <div>
          <Button icon={mdiContentCopy} onClick={repeatMonday}>
            {text('calendar.repeatMonday')}
          </Button>
        </div>
      )}
      <p className={classes.note}>{text('calendar.midnight')}</p>
      <Holidays draft={draft} onChange={onChange} readOnly={readOnly} />
    </div>
  );
}

interface DayRowProps {
  readonly name: string;
  readonly spans: readonly TypedSpan[];
  readonly fault: TextKey | undefined;
  readonly onChange: (spans: readonly TypedSpan[]) => void;
  readonly readOnly: boolean;
}

function DayRow({ name, spans, fault, onChange, readOnly }: DayRowProps) {
  const { text } = useTexts();
  const type = (at: number, part: Partial<TypedSpan>) =>
    onChange(spans.map((span, index) => (index === at ? { ...span, ...part } : span)));
  const end = (at: number, key: 'from' | 'to', typed: string) => (
    <MaskedField
      label={text(key === 'from' ? 'calendar.fromHour' : 'calendar.toHour', { day: name })}
      labelProps={{ className: classes.hidden ?? '' }}
      mask="99:99"
      inputMode="numeric"
      placeholder="00:00"
      text={typed}
      onType={(hour) => type(at, { [key]: hour })}
      readOnly={readOnly}
    />
  );
  return (
    <li className={classes.day}>
      <Checkbox
        label={name}
        checked={spans.length > 0}
        disabled={readOnly}
        onChange={({ currentTarget }) => onChange(currentTarget.checked ? [office] : [])}
      />
      <div className={classes.spans}>
        {spans.length === 0 && <span className={classes.note}>{text('calendar.noHoursOfDay')}</span>}
        {spans.map((span, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two spans may be alike
          <span key={at} className={classes.span}>
            {end(at, 'from', span.from)}
            <span aria-hidden="true">–</span>
            {end(at, 'to', span.to)}
            {!readOnly && (
              <IconButton
                size={28}
                name={text('calendar.removeHours', { day: name })}
                icon={mdiClose}
                onClick={() => onChange(spans.filter((_, index) => index !== at))}
              />
            )}
          </span>
        ))}
        {!readOnly && spans.length > 0 && (
          <IconButton
            size={28}
            name={text('calendar.addHours', { day: name })}
            icon={mdiPlus}
            onClick={() => onChange([...spans, { from: '', to: '' }])}
          />
        )}
      </div>
      {fault && (
        <p role="alert" className={classes.fault}>
          {text(fault)}
        </p>
      )}
    </li>
  );
}

function Holidays({ draft, onChange, readOnly }: Omit<WeeklyHoursFieldProps, 'faults'>) {
  const { text, language } = useTexts();
  const [thisYear] = useState(() => new Date().getFullYear());
  const [year, setYear] = useState(thisYear);
  const title = useId();
  const format = new Intl.DateTimeFormat(language, {
    ...{ weekday: 'short', timeZone: 'UTC' },
  });
  // the day first in either language, as every date is written here
  const dated = (day: string) => {
    const instant = Date.parse(day);
    return `${format.format(instant)}, ${formatInstant(instant, 'formDate', 'UTC').slice(0, 'dd/MM'.length)}`;
  };
  const chosen = new Set(draft.holidays);
  const choose = (holiday: Holiday, on: boolean) => {
    const rest = draft.holidays.filter((one) => one !== holiday);
    onChange({ ...draft, holidays: on ? [...rest, holiday] : rest });
  };
  return (
    <section className={classes.holidays} aria-labelledby={title}>
      <header className={classes.head}>
        <h3 id={title} className={classes.title}>
          {text('calendar.holidays', { year })}
        </h3>
        <IconButton
          size={28}
          name={text('calendar.yearBefore')}
          icon={mdiChevronLeft}
          disabled={year <= draft.firstYear}
          onClick={() => setYear(year - 1)}
        />
        <IconButton
          size={28}
          name={text('calendar.yearAfter')}
          icon={mdiChevronRight}
          disabled={year >= Math.max(draft.lastYear, thisYear + yearsWritten)}
          onClick={() => setYear(year + 1)}
        />
      </header>
      <SelectField
        labelled
        label={text('calendar.onHolidays')}
        options={(['none', 'whole'] as const).map((value) => ({
          value,
          label: text(`calendar.onHolidays.${value}`),
        }))}
        chosen={draft.onHolidays}
        onChoose={(onHolidays) => onHolidays && onChange({ ...draft, onHolidays })}
        disabled={readOnly}
      />
      <ul className={classes.choices}>
        {holidays.map((holiday) => {
          const day = holidayDate(holiday, year);
          return (
            <li key={holiday}>
              <Checkbox
                label={text(`holiday.${holiday}`)}
                description={day && dated(day)}
                checked={chosen.has(holiday)}
                disabled={readOnly}
                onChange={({ currentTarget }) => choose(holiday, currentTarget.checked)}
              />
            </li>
          );
        })}
      </ul>
      <OtherDays draft={draft} onChange={onChange} readOnly={readOnly} />
      <p className={classes.note}>
        {text('calendar.holidaysUntil', { year: Math.max(draft.lastYear, thisYear + yearsWritten) })}
      </p>
    </section>
  );
}

/** Days of a town or a company. */
function OtherDays({ draft, onChange, readOnly }: Omit<WeeklyHoursFieldProps, 'faults'>) {
  const { text } = useTexts();
  const [typed, setTyped] = useState('');
  const instant = typed.length === 'dd/MM/yyyy'.length ? parseFormInstant(typed, 'UTC') : undefined;
  const add = () => {
    if (instant === undefined) return;
    const day = new Date(instant).toISOString().slice(0, 10);
    onChange({ ...draft, otherDays: [...new Set([...draft.otherDays, day])].sort() });
    setTyped('');
  };
  const shown = (day: string) => formatInstant(Date.parse(day), 'formDate', 'UTC');
  return (
    <div className={classes.others}>
      {!readOnly && (
        <div className={classes.adding}>
          <DateField
            label={text('calendar.otherDay')}
            chooseLabel={text('calendar.chooseDay')}
            text={typed}
            onType={setTyped}
          />
          <Button icon={mdiPlus} disabled={instant === undefined} onClick={add}>
            {text('calendar.addDay')}
          </Button>
        </div>
      )}
      {draft.otherDays.length > 0 && (
        <ul className={classes.otherDays} aria-label={text('calendar.otherDays')}>
          {draft.otherDays.map((day) => (
            <li key={day} className={classes.otherDay}>
              {shown(day)}
              {!readOnly && (
                <IconButton
                  size={28}
                  name={text('calendar.removeDay', { day: shown(day) })}
                  icon={mdiClose}
                  onClick={() =>
                    onChange({ ...draft, otherDays: draft.otherDays.filter((one) => one !== day) })
                  }
                />
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
