import { deviceStatuses } from '@atalaia/domain/devices/device-status';
import { sinisterAges } from '@atalaia/domain/time/sinister-age';
import { type FleetFigures, fleetChartGroups } from '@atalaia/domain/travel/fleet-figures';
import type { TextKey, TextsState } from '../../lib/texts/texts.ts';

/** The charts in the order of their selector, with their titles (CHART-01). */
export const chartTitles = {
  device: 'chart.device',
  communication: 'chart.communication',
  state: 'chart.state',
  status: 'chart.status',
  sinister: 'chart.sinister',
} as const satisfies Record<string, TextKey>;

export type ChartKind = keyof typeof chartTitles;

export const chartKinds = Object.keys(chartTitles) as ChartKind[];

/** A chart named in an address, or undefined. */
export function chartKindOf(text: string | undefined): ChartKind | undefined {
  return chartKinds.find((kind) => kind === text);
}

/** Groups whose devices have no place to go to (CHART-05). */
export function leadsNowhere(kind: ChartKind, group: string | null): boolean {
  return kind === 'status'
    ? (group?.endsWith('-unknown') ?? false)
    : group === 'unknown' || group === 'never';
}

interface ChartGroup {
  readonly value: string;
  readonly label: string;
}

/** The groups of a chart as its selector offers them; those of `status` follow the fleet's categories. */
export function chartGroups(
  kind: ChartKind,
  figures: FleetFigures | undefined,
  { text, textOr }: Pick<TextsState, 'text' | 'textOr'>,
): readonly ChartGroup[] {
  if (kind === 'sinister') {
    return sinisterAges.map((value) => ({
      value,
      label: textOr(`dashboard.sinister${capital(value)}`, value),
    }));
  }
  if (kind !== 'status') {
    return fleetChartGroups[kind].map((value) => ({ value, label: textOr(`dashboard.${value}`, value) }));
  }
  return (figures?.categories ?? []).flatMap(({ category }) =>
    deviceStatuses.map((status) => ({
      value: `${category}-${status}`,
      label: `${textOr(`category.${category}`, category)}, ${text(`dashboard.${status}`)}`,
    })),
  );
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
