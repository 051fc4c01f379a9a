import { formatNumber } from '@atalaia/domain/units/number-text';
import type { CSSProperties } from 'react';
import { useFormats } from '../../../lib/formats/use-formats.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import type { ChartData } from './chart-series.ts';
import classes from './line-chart.module.css';

interface ChartLegendProps {
  readonly data: ChartData;
  readonly names: readonly string[];
  /** Place in the data whose values are told; null for none. */
  readonly at: number | null;
  /** How many colours there are: lines beyond them are dashed. */
  readonly colours: number;
}

const decimals = { atLeast: 0, atMost: 2 };

/** Which line is which, and what each says at the cursor: its last value up to that instant. */
export function ChartLegend({ data, names, at, colours }: ChartLegendProps) {
  const { language } = useTexts();
  const formats = useFormats();
  const instant = at === null ? undefined : data.times[at];
  return (
    <figcaption className={classes.legend}>
      {data.lines.map(({ key, deviceId, measure, values }, index) => {
        const value = at === null ? undefined : lastValue(values, at);
        return (
          <span key={`${deviceId} ${key}`} className={classes.line}>
            <i
              className={classes.swatch}
              data-dashed={index >= colours || undefined}
              style={{ '--line-colour': `var(--series-${(index % colours) + 1})` } as CSSProperties}
            />
            {names[index]}
            <b>{value === undefined ? '' : `${formatNumber(value, language, decimals)} ${measure.sign}`}</b>
          </span>
        );
      })}
      {instant !== undefined && (
        <span className={classes.instant}>{formats.dateTime(new Date(instant * 1000).toISOString())}</span>
      )}
    </figcaption>
  );
}

function lastValue(values: readonly (number | undefined)[], at: number): number | undefined {
  for (let index = at; index >= 0; index--) if (values[index] !== undefined) return values[index];
  return undefined;
}
