import { deviceStatuses } from '@atalaia/domain/devices/device-status';
import { sinisterAges } from '@atalaia/domain/time/sinister-age';
import { type FleetFigures, fleetChartGroups } from '@atalaia/domain/travel/fleet-figures';
import type { TextsState } from '../../lib/texts/texts.ts';
import type { ChartKind } from './chart-kinds.ts';

export interface ChartGroup {
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
