import type { TextKey } from '../../lib/texts/texts.ts';

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
