import type { CalendarTimes } from '@atalaia/domain/time/calendar-times';
import { useState } from 'react';
import { useFormats } from '../../lib/formats/use-formats.ts';
import { useSettings } from '../../lib/settings/settings-context.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import classes from './next-times.module.css';

const shown = 6;

/** When a calendar holds from now on, in the person's zone. */
export function NextTimes({ times }: { readonly times: CalendarTimes }) {
  const { text } = useTexts();
  const { timezone } = useSettings();
  const formats = useFormats();
  const [nowMs] = useState(Date.now);
  const spans = times.next(nowMs, shown);
  const instant = (ms: number) => formats.dateTime(new Date(ms).toISOString());
  return (
    <section className={classes.next} aria-label={text('calendar.next')}>
      <h3 className={classes.title}>{text('calendar.next')}</h3>
      {spans.length === 0 ? (
        <p className={classes.note}>{text('calendar.never')}</p>
      ) : (
        <>
          <ol className={classes.times}>
            {spans.map(({ startMs, endMs }) => (
              <li key={startMs}>
                <time dateTime={new Date(startMs).toISOString()}>{instant(startMs)}</time>
                <span aria-hidden="true"> → </span>
                <time dateTime={new Date(endMs).toISOString()}>{instant(endMs)}</time>
              </li>
            ))}
          </ol>
          <p className={classes.note}>{text('calendar.zone', { zone: timezone })}</p>
        </>
      )}
    </section>
  );
}
