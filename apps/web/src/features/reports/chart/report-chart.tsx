import { useMemo } from 'react';
import { attributeLabel } from '../../../lib/formats/attribute-text.ts';
import { attributePrefix, type RouteColumns } from '../../../lib/reports/route-columns.ts';
import { useSettings } from '../../../lib/settings/settings-context.ts';
import { useStore } from '../../../lib/store/use-store.ts';
import type { Text } from '../../../lib/texts/texts.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import type { ReportHighlight, ReportMap } from '../../../map/report/report-drawing.ts';
import { MultiSelect } from '../../../ui/field/multi-select.tsx';
import { changeReportView, reportView } from '../report-view-store.ts';
import { chartDataOf, type NumberKey, numberKeysOf } from './chart-series.ts';
import { LineChart } from './line-chart.tsx';
import classes from './report-chart.module.css';

interface ReportChartProps {
  readonly columns: RouteColumns;
  /** How many rows they hold now: they are drawn again when more have come. */
  readonly rowCount: number;
  readonly map: ReportMap;
  /** The row that the cursor is on while nobody points at another; null for none. */
  readonly row: number | null;
  readonly onRow: (row: number) => void;
}

/** Speed and every other number of a route over time. Where the cursor stands, the map shows the place. */
export function ReportChart({ columns, rowCount, map, row, onRow }: ReportChartProps) {
  const { text } = useTexts();
  const { speedUnit, distanceUnit, volumeUnit } = useSettings();
  const chartKeys = useStore(reportView, (view) => view.chartKeys);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the columns grow, and the count tells
  const offered = useMemo(() => numberKeysOf(columns), [columns, rowCount]);
  const data = useMemo(() => {
    const keys = chartKeys.filter((key) => offered.includes(key));
    return chartDataOf(columns, keys, { speedUnit, distanceUnit, volumeUnit });
  }, [columns, offered, chartKeys, speedUnit, distanceUnit, volumeUnit]);
  const places = useMemo(() => placesOf(data.rows), [data]);
  const names = useMemo(() => lineNames(data.lines, columns, text), [data, columns, text]);

  const highlight = (shown: number | null) =>
    map.highlight(shown === null ? null : placeOfRow(columns, shown));
  return (
    <>
      <div className={classes.choice}>
        <MultiSelect
          label={text('report.chartNumbers')}
          placeholder={text('report.chartNumbers')}
          options={offered.map((value) => ({ value, label: keyLabel(value, text) }))}
          chosen={chartKeys.filter((key) => offered.includes(key))}
          onChoose={(keys) => changeReportView({ chartKeys: keys })}
          nothingFound={text('selector.empty')}
          clearLabel={`${text('action.clear')}: ${text('report.chartNumbers')}`}
        />
      </div>
      <LineChart
        label={text('report.chartTitle')}
        data={data}
        names={names}
        pointed={row === null ? null : (places[row] ?? null)}
        onPoint={(at) => highlight(at === null ? row : (data.rows[at] ?? null))}
        onClick={(at) => {
          const clicked = data.rows[at];
          if (clicked !== undefined) onRow(clicked);
        }}
      />
    </>
  );
}

/** Where each row is on the axis. */
function placesOf(rows: Int32Array): Int32Array {
  const places = new Int32Array(rows.length);
  rows.forEach((row, place) => {
    places[row] = place;
  });
  return places;
}

function keyLabel(key: NumberKey, text: Text): string {
  if (key === 'speed' || key === 'altitude' || key === 'course') return text(`position.${key}`);
  return attributeLabel(key.slice(attributePrefix.length), text);
}

/** `Velocidade`; with several devices `Velocidade · Strada 7`. */
function lineNames(
  lines: readonly { readonly key: NumberKey; readonly deviceId: number }[],
  columns: RouteColumns,
  text: Text,
): readonly string[] {
  const devices = columns.numbers('deviceId');
  const isOne = new Set(lines.map(({ deviceId }) => deviceId)).size <= 1;
  return lines.map(({ key, deviceId }) => {
    const label = keyLabel(key, text);
    return isOne ? label : `${label} · ${columns.valueAt(devices.indexOf(deviceId), 'name')}`;
  });
}

/** Where a row of a route lies; null for none. */
function placeOfRow(columns: RouteColumns, row: number): ReportHighlight | null {
  const latitude = columns.numbers('latitude')[row];
  const longitude = columns.numbers('longitude')[row];
  if (latitude === undefined || longitude === undefined) return null;
  return { latitude, longitude, course: columns.numbers('course')[row] ?? null };
}
