import { formatNumber } from '@atalaia/domain/units/number-text';
import { type CSSProperties, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useFormats } from '../../../lib/formats/use-formats.ts';
import { useSettings } from '../../../lib/settings/settings-context.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { useTheme } from '../../../ui/theme/theme-provider.tsx';
import type { ChartData } from './chart-series.ts';
import classes from './line-chart.module.css';
import { createLinePlot, type LinePlot, type PlotColours } from './line-plot.ts';

interface LineChartProps {
  readonly label: string;
  readonly data: ChartData;
  /** Of each line, in the data's order. */
  readonly names: readonly string[];
  /** Place in the data that the cursor is put on from elsewhere; null for none. */
  readonly pointed: number | null;
  readonly onPoint: (at: number | null) => void;
  readonly onClick: (at: number) => void;
}

const lineColours = 6;

/** Lines over time with what they say under the cursor; arrows move along, with shift by half a screen, + and − zoom. */
export function LineChart({ label, data, names, pointed, onPoint, onClick }: LineChartProps) {
  const { language } = useTexts();
  const formats = useFormats();
  const { timezone } = useSettings();
  const { shown: theme } = useTheme();
  const element = useRef<HTMLDivElement>(null);
  const plot = useRef<LinePlot>(null);
  const [hovered, setHovered] = useState<number | null>(null);
  const listeners = useRef({ onPoint, onClick });
  listeners.current = { onPoint, onClick };

  useEffect(() => {
    const host = element.current;
    if (!host) return;
    const made = createLinePlot({
      element: host,
      data,
      colours: coloursOf(host, theme),
      font: `11px ${getComputedStyle(host).fontFamily}`,
      timezone,
      language,
      onPoint(at) {
        setHovered(at);
        listeners.current.onPoint(at);
      },
      onClick: (at) => listeners.current.onClick(at),
    });
    plot.current = made;
    const watching = new ResizeObserver(() => made.resize(host.clientWidth, host.clientHeight));
    watching.observe(host);
    return () => {
      watching.disconnect();
      plot.current = null;
      made.destroy();
    };
  }, [data, theme, timezone, language]);

  useEffect(() => plot.current?.point(pointed), [pointed]);

  const at = hovered ?? pointed;
  const instantText = (seconds: number | undefined) =>
    seconds === undefined ? '' : formats.dateTime(new Date(seconds * 1000).toISOString());
  const press = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (step === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    const along = (by: number) => onClick(Math.min(Math.max((at ?? 0) + by, 0), data.times.length - 1));
    step({ plot: plot.current, along, isFar: event.shiftKey });
  };

  return (
    <figure className={classes.chart} aria-label={label}>
      <div
        ref={element}
        className={classes.plot}
        role="slider"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={Math.max(data.times.length - 1, 0)}
        aria-valuenow={at ?? 0}
        aria-valuetext={instantText(at === null ? undefined : data.times[at])}
        tabIndex={0}
        onKeyDown={press}
      />
      <ChartLegend data={data} names={names} at={at} colours={lineColours} />
    </figure>
  );
}

interface Step {
  readonly plot: LinePlot | null;
  readonly along: (by: number) => void;
  readonly isFar: boolean;
}

const steps: Readonly<Record<string, (step: Step) => void>> = {
  ArrowLeft: ({ plot, along, isFar }) => (isFar ? plot?.move(-0.5) : along(-1)),
  ArrowRight: ({ plot, along, isFar }) => (isFar ? plot?.move(0.5) : along(1)),
  '+': ({ plot }) => plot?.zoom(0.5),
  '=': ({ plot }) => plot?.zoom(0.5),
  '-': ({ plot }) => plot?.zoom(2),
  Home: ({ plot }) => plot?.showAll(),
};

/** The theme's colours as a canvas takes them; `_theme` is what they hang on. */
function coloursOf(host: HTMLElement, _theme: string): PlotColours {
  const style = getComputedStyle(host);
  const colour = (name: string) => style.getPropertyValue(name).trim();
  return {
    text: colour('--muted'),
    grid: colour('--line'),
    lines: Array.from({ length: lineColours }, (_, index) => colour(`--series-${index + 1}`)),
  };
}

interface ChartLegendProps {
  readonly data: ChartData;
  readonly names: readonly string[];
  /** Place in the data whose values are shown; null for none. */
  readonly at: number | null;
  /** How many colours there are: lines beyond them are dashed. */
  readonly colours: number;
}

const decimals = { atLeast: 0, atMost: 2 };

/** Which line is which, and what each says at the cursor: its last value up to that instant. */
function ChartLegend({ data, names, at, colours }: ChartLegendProps) {
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
