/**
 * Lines over time on a canvas (uPlot), outside React. Dragging moves the axis, the wheel draws it nearer, a double click
 * shows the whole; the cursor shows which instant it is on.
 */
import { type DateStyle, formatInstant } from '@atalaia/domain/time/dates';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { withPens } from '../../../map/devices/canvas-pen.ts';
import type { ChartData, ChartLine } from './chart-series.ts';
import { followPointer } from './follow-pointer.ts';
import { loneAmong } from './silences.ts';

/** The part of the time axis that is visible, seconds; always within the whole. Pure. */
interface TimeSpan {
  readonly min: number;
  readonly max: number;
}

/** No nearer than this: a tracker speaks at most once a second. */
const leastSeconds = 10;

/** Moves by a part of the visible span: 1 is a whole screen later. */
export function moved(span: TimeSpan, by: number, whole: TimeSpan): TimeSpan {
  return within({ min: span.min + length(span) * by, max: span.max + length(span) * by }, whole);
}

/** Nearer (factor below 1) or farther around an instant, which stays where it is. */
export function zoomed(span: TimeSpan, factor: number, around: number, whole: TimeSpan): TimeSpan {
  const seconds = Math.min(
    Math.max(length(span) * factor, leastSeconds),
    Math.max(length(whole), leastSeconds),
  );
  const part = length(span) > 0 ? (around - span.min) / length(span) : 0.5;
  const min = around - seconds * part;
  return within({ min, max: min + seconds }, whole);
}

/** Moved so far that an instant is visible. */
export function showing(span: TimeSpan, instant: number, whole: TimeSpan): TimeSpan {
  if (instant >= span.min && instant <= span.max) return span;
  const half = length(span) / 2;
  return within({ min: instant - half, max: instant + half }, whole);
}

const length = ({ min, max }: TimeSpan) => max - min;

function within(span: TimeSpan, whole: TimeSpan): TimeSpan {
  if (length(span) >= length(whole)) return whole;
  if (span.min < whole.min) return { min: whole.min, max: whole.min + length(span) };
  if (span.max > whole.max) return { min: whole.max - length(span), max: whole.max };
  return span;
}

/** What the lines are drawn with, out of the theme. */
export interface PlotColours {
  readonly text: string;
  readonly grid: string;
  readonly lines: readonly string[];
}

export interface LinePlotParts {
  readonly element: HTMLElement;
  readonly data: ChartData;
  readonly colours: PlotColours;
  readonly font: string;
  /** IANA zone and language of the axes. */
  readonly timezone: string;
  readonly language: string;
  /** The cursor is on this instant, by its place in the data; null when it left. */
  readonly onPoint: (at: number | null) => void;
  readonly onClick: (at: number) => void;
}

export interface LinePlot {
  resize(width: number, height: number): void;
  /** Puts the cursor on an instant and brings that into view; null takes it away. */
  point(at: number | null): void;
  /** In parts of the visible span. */
  move(by: number): void;
  zoom(factor: number): void;
  showAll(): void;
  readonly span: () => TimeSpan;
  destroy(): void;
}

const lineWidth = 1.5;

/** One turn of a wheel. */
const wheelFactor = 1.25;
export function createLinePlot(parts: LinePlotParts): LinePlot {
  const { element, data, colours, font, timezone, language, onPoint, onClick } = parts;
  const { times, lines } = data;
  const whole: TimeSpan = { min: times[0] ?? 0, max: times.at(-1) ?? 1 };
  let span = whole;
  let frame = 0;
  let isOurs = false;
  let pointer: ReturnType<typeof followPointer> | null = null;
  const options: uPlot.Options = {
    width: Math.max(element.clientWidth, 1),
    height: Math.max(element.clientHeight, 1),
    legend: { show: false },
    cursor: { drag: { x: false, y: false }, points: { size: 7 }, y: false },
    scales: { x: { time: true, range: () => [span.min, span.max] }, ...scalesOf(data) },
    axes: [timeAxis(colours, font, timezone), ...valueAxes(data, colours, font, language)],
    series: [
      {},
      ...lines.map((line, index) => {
        const stroke = colours.lines[index % colours.lines.length] ?? colours.text;
        const isDashed = index >= colours.lines.length;
        return {
          scale: scaleOf(line.measure.sign),
          ...{ stroke, width: lineWidth, dash: isDashed ? [6, 4] : [] },
          ...(!isDashed && { paths: pathsOf(stroke) }),
          ...brokenBySilence(line, times),
        };
      }),
    ],
    hooks: {
      setCursor: [
        ({ cursor }) => {
          if (!isOurs) pointer?.pointAt(cursor.idx != null && (cursor.left ?? -1) >= 0 ? cursor.idx : null);
        },
      ],
    },
  };
  const rows = [[...times], ...lines.map(({ values }) => [...values])] as uPlot.AlignedData;
  const plot = withPens(() => new uPlot(options, rows, element));

  function show(next: TimeSpan): void {
    span = next;
    if (frame) return;
    frame = requestAnimationFrame(() => {
      frame = 0;
      plot.setScale('x', span);
    });
  }

  pointer = followPointer(plot.over, {
    instantAt: (left) => plot.posToVal(left, 'x'),
    drag: (pixels) => show(moved(span, -pixels / Math.max(plot.over.clientWidth, 1), whole)),
    wheel: (turns, at) => show(zoomed(span, wheelFactor ** turns, at, whole)),
    click: () => plot.cursor.idx != null && onClick(plot.cursor.idx),
    doubleClick: () => show(whole),
    point: onPoint,
  });

  return {
    resize: (width, height) => plot.setSize({ width: Math.max(width, 1), height: Math.max(height, 1) }),
    point(at) {
      const instant = at === null ? undefined : times[at];
      isOurs = true;
      if (instant === undefined) plot.setCursor({ left: -10, top: -10 });
      else {
        const next = showing(span, instant, whole);
        if (next !== span) {
          span = next;
          plot.setScale('x', span);
        }
        plot.setCursor({ left: plot.valToPos(instant, 'x'), top: 0 });
      }
      isOurs = false;
    },
    move: (by) => show(moved(span, by, whole)),
    zoom: (factor) => show(zoomed(span, factor, (span.min + span.max) / 2, whole)),
    showAll: () => show(whole),
    span: () => span,
    destroy() {
      cancelAnimationFrame(frame);
      pointer?.stop();
      plot.destroy();
    },
  };
}

/** No line crosses a silence of its device; what is between two of them is a point. */
function brokenBySilence({ values, silences }: ChartLine, times: readonly number[]): uPlot.Series {
  const reported = silences.length === 0 ? [] : [...values.keys()].filter((at) => values[at] !== undefined);
  const lone = loneAmong(times, reported, silences);
  return {
    points: { show: lone.length > 0, size: 5, filter: () => [...lone] },
    gaps: (plot, _series, _first, _last, gaps) => {
      const pixelOf = (instant: number) => Math.round(plot.valToPos(instant, 'x', true));
      for (const [from, to] of silences) gaps.push([pixelOf(from), pixelOf(to)]);
      return gaps.sort(([one], [other]) => one - other);
    },
  };
}

/** Of so many values for each pixel across, and of more, a column is drawn instead of a line. */
const denseValues = 4;

/**
 * A line, drawn as the columns of what it passes where it has many values a pixel: it looks the same, and a processor fills a
 * thousand columns several times as fast as it strokes a line of four thousand corners.
 */
function pathsOf(colour: string): uPlot.Series.PathBuilder {
  const line = uPlot.paths.linear?.();
  return (plot, index, first, last) => {
    const { left, top, width, height } = plot.bbox;
    const [times, values] = [plot.data[0], plot.data[index] ?? []];
    const isDense = holdValues(values, first, last, width * denseValues);
    if (line && !isDense) return line(plot, index, first, last);
    const series = plot.series[index];
    const scale = series?.scale ?? '';
    const columns = columnsOf({
      ...{ times, values, first, last },
      columnAt: (instant) => Math.round(plot.valToPos(instant, 'x', true)),
      endOf: (column) => plot.posToVal(column + 0.5, 'x', true),
    });
    const heightOf = (value: number) => plot.valToPos(value, scale, true);
    const thick = Math.max(1, Math.round(lineWidth * uPlot.pxRatio));
    const gaps = typeof series?.gaps === 'function' ? series.gaps(plot, index, first, last, []) : [];
    // the column a silence begins in holds the values before it
    const empty = gaps.map(([from, to]): [number, number] => [Math.min(from + 1, to), to]);
    return {
      ...{
        fill: columnsPath(columns, heightOf, thick),
        clip: uPlot.clipGaps(empty, 0, left, top, width, height),
      },
      ...{ stroke: null, gaps, flags: 0 },
      ...{ _fill: colour, _width: 0 },
    };
  };
}

/** Whether so many values of a line are in sight: the rows are those of all devices, and most may be of others. */
function holdValues(values: DenseValues['values'], first: number, last: number, enough: number): boolean {
  let count = 0;
  for (let at = first; at <= last && count < enough; at++) if (typeof values[at] === 'number') count++;
  return count >= enough;
}

/** What a line passes in one column of pixels. */
interface Column {
  readonly x: number;
  readonly low: number;
  readonly high: number;
  /** Its first value and its last one: a line comes in at the one and goes on from the other. */
  readonly enters: number;
  readonly leaves: number;
}

interface DenseValues {
  readonly times: ArrayLike<number>;
  readonly values: ArrayLike<number | null | undefined>;
  /** Places of the first and the last value that are in sight. */
  readonly first: number;
  readonly last: number;
  readonly columnAt: (instant: number) => number;
  /** The instant from which on the next column is meant. */
  readonly endOf: (column: number) => number;
}

/** The columns of values that grow in time; where nothing was reported there is none. Pure. */
export function columnsOf({ times, values, first, last, columnAt, endOf }: DenseValues): readonly Column[] {
  const columns: Column[] = [];
  let column: { x: number; low: number; high: number; enters: number; leaves: number } | null = null;
  let end = Number.NEGATIVE_INFINITY;
  for (let at = first; at <= last; at++) {
    const value = values[at];
    const instant = times[at];
    if (value === null || value === undefined || instant === undefined) continue;
    if (!column || instant >= end) {
      const x = columnAt(instant);
      column = { x, low: value, high: value, enters: value, leaves: value };
      columns.push(column);
      end = endOf(x);
      continue;
    }
    if (value < column.low) column.low = value;
    else if (value > column.high) column.high = value;
    column.leaves = value;
  }
  return columns;
}

/** Each column meets the one before; over columns without a value runs a line, as thick however steep it is. */
function columnsPath(columns: readonly Column[], heightOf: (value: number) => number, thick: number): Path2D {
  const path = new Path2D();
  let before: Column | undefined;
  for (const column of columns) {
    const isBeside = before && column.x - before.x <= 1;
    const low = before && isBeside ? Math.min(column.low, before.leaves) : column.low;
    const high = before && isBeside ? Math.max(column.high, before.leaves) : column.high;
    const top = Math.round(heightOf(high) - thick / 2);
    path.rect(column.x, top, 1, Math.max(Math.round(heightOf(low) + thick / 2) - top, thick));
    if (before && !isBeside) {
      const [fromX, fromY] = [before.x + 1, heightOf(before.leaves)];
      const [toX, toY] = [column.x, heightOf(column.enters)];
      const half = thick / 2 / Math.hypot(toX - fromX, toY - fromY);
      const [asideX, asideY] = [(toY - fromY) * half, (toX - fromX) * half];
      // clockwise as the columns are: where they overlap nothing is left out
      path.moveTo(fromX + asideX, fromY - asideY);
      path.lineTo(toX + asideX, toY - asideY);
      path.lineTo(toX - asideX, toY + asideY);
      path.lineTo(fromX - asideX, fromY + asideY);
      path.closePath();
    }
    before = column;
  }
  return path;
}

/** Numbers of one unit share an axis. */
const scaleOf = (sign: string) => `unit ${sign}`;

const signsOf = ({ lines }: ChartData) => [...new Set(lines.map(({ measure }) => measure.sign))];

function scalesOf(data: ChartData): uPlot.Scales {
  const padded: uPlot.Scale = {
    auto: true,
    range: (_plot, low, high) => uPlot.rangeNum(low ?? 0, high ?? 1, 0.08, true),
  };
  return Object.fromEntries(signsOf(data).map((sign) => [scaleOf(sign), padded]));
}

function timeAxis(colours: PlotColours, font: string, timeZone: string): uPlot.Axis {
  const text = (seconds: number, style: DateStyle) => formatInstant(seconds * 1000, style, timeZone);
  return {
    ...strokes(colours, font),
    values(_plot, splits, _axis, _space, stepSeconds) {
      let reported = '';
      return splits.map((instant) => {
        const date = text(instant, 'formDate').slice(0, 5);
        const time = text(instant, 'formTime') + (stepSeconds < 60 ? text(instant, 'display').slice(-3) : '');
        const isNewDay = date !== reported;
        reported = date;
        if (stepSeconds >= 86_400) return date;
        return isNewDay ? `${time}\n${date}` : time;
      });
    },
  };
}

/** The first unit on the left, the second on the right; others are read at the cursor. */
function valueAxes(data: ChartData, colours: PlotColours, font: string, language: string): uPlot.Axis[] {
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: 2 });
  return signsOf(data)
    .slice(0, 2)
    .map((sign, at) => ({
      ...strokes(colours, font),
      scale: scaleOf(sign),
      side: at === 0 ? 3 : 1,
      size: 64,
      grid: { show: at === 0, stroke: colours.grid, width: 1 },
      values: (_plot, splits) =>
        splits.map((value) => (sign === '' ? number.format(value) : `${number.format(value)} ${sign}`)),
    }));
}

const strokes = (colours: PlotColours, font: string): uPlot.Axis => ({
  stroke: colours.text,
  font,
  grid: { stroke: colours.grid, width: 1 },
  ticks: { stroke: colours.grid, width: 1 },
});
