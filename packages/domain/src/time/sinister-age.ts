/** The age of an open sinister, for the dashboard's groups and the cards' colours (DASH-03, SIN-03). */
import type { ClosingType } from '../catalog/sinister-kinds.ts';

export const sinisterAges = Object.freeze([
  'upTo24Hours',
  'upTo48Hours',
  'upTo72Hours',
  'over72Hours',
] as const);

export type SinisterAge = (typeof sinisterAges)[number];

export type SinisterColour = 'white' | 'orange' | 'purple' | 'blue' | 'gray' | 'red' | 'green';

const hourMs = 3_600_000;

const colourOfAge: Readonly<Record<SinisterAge, SinisterColour>> = Object.freeze({
  upTo24Hours: 'orange',
  upTo48Hours: 'purple',
  upTo72Hours: 'blue',
  over72Hours: 'gray',
});

/** The age group of a sinister opened at an instant; limits belong to the younger group. */
export function sinisterAge(openedMs: number, nowMs: number): SinisterAge {
  const hours = (nowMs - openedMs) / hourMs;
  if (hours <= 24) return 'upTo24Hours';
  if (hours <= 48) return 'upTo48Hours';
  return hours <= 72 ? 'upTo72Hours' : 'over72Hours';
}

/** What decides a sinister's colour. */
export interface SinisterState {
  /** 0 until saved: a draft. */
  readonly id: number;
  readonly status: 'opened' | 'closed';
  readonly openedMs: number;
  readonly closingType?: ClosingType | null | undefined;
}

/** How many open sinisters are of each age; closed ones and drafts are left out. */
export function countSinisterAges(
  sinisters: Iterable<SinisterState>,
  nowMs: number,
): Readonly<Record<SinisterAge, number>> {
  const counts = { upTo24Hours: 0, upTo48Hours: 0, upTo72Hours: 0, over72Hours: 0 };
  for (const sinister of sinisters) {
    if (sinister.status === 'opened' && sinister.id !== 0) counts[sinisterAge(sinister.openedMs, nowMs)] += 1;
  }
  return counts;
}

/** A draft is white; closed is red when the vehicle was not found and green otherwise; open uses age. */
export function sinisterColour(sinister: SinisterState, nowMs: number): SinisterColour {
  if (sinister.id === 0) return 'white';
  if (sinister.status === 'closed') return sinister.closingType === 'vehicleNotFound' ? 'red' : 'green';
  return colourOfAge[sinisterAge(sinister.openedMs, nowMs)];
}
