import type { Board } from '@atalaia/contract/desk/desk';
import { useFormats } from '../../../lib/formats/use-formats.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import classes from './hours-chart.module.css';

/** Of the largest hour, in percent; never nothing where there was something. */
const heightOf = (value: number, most: number) => (value === 0 ? 0 : Math.max(2, (100 * value) / most));

/** The last 24 hours: opened and closed side by side, what was late marked; a table of the same for anybody who cannot see it. */
export function HoursChart({ hours }: { readonly hours: Board['hours'] }) {
  const { text } = useTexts();
  const formats = useFormats();
  const most = Math.max(1, ...hours.flatMap(({ opened, closed }) => [opened, closed]));
  const hourOf = (instant: string) => formats.dateTime(instant).slice(-8, -6);
  return (
    <figure className={classes.chart}>
      <figcaption className={classes.legend}>
        <span data-kind="opened">{text('desk.opened')}</span>
        <span data-kind="closed">{text('desk.closedCount')}</span>
        <span data-kind="breached">{text('desk.late24h')}</span>
      </figcaption>
      <ol className={classes.hours}>
        {hours.map(({ hour, opened, closed, breached }) => (
          <li
            key={hour}
            className={classes.hour}
            title={text('desk.hourOf', { hour: hourOf(hour), opened, closed, late: breached })}
          >
            <svg className={classes.bars} viewBox="0 0 24 100" preserveAspectRatio="none" aria-hidden="true">
              <rect
                data-kind="opened"
                x="2"
                width="9"
                y={100 - heightOf(opened, most)}
                height={heightOf(opened, most)}
              />
              <rect
                data-kind="closed"
                x="13"
                width="9"
                y={100 - heightOf(closed, most)}
                height={heightOf(closed, most)}
              />
              <rect
                data-kind="breached"
                x="13"
                width="9"
                y={100 - heightOf(Math.min(breached, closed), most)}
                height={heightOf(Math.min(breached, closed), most)}
              />
            </svg>
            <span className={classes.label}>{hourOf(hour)}</span>
            <span className={classes.words}>
              {text('desk.hourOf', { hour: hourOf(hour), opened, closed, late: breached })}
            </span>
          </li>
        ))}
      </ol>
    </figure>
  );
}
