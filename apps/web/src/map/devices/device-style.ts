import { deviceColours } from '@atalaia/domain/devices/device-status';

/** Colours of the devices, as the theme's tokens resolve them. */
export interface DevicePalette {
  /** In the order of `deviceColours`. */
  readonly states: readonly string[];
  readonly clusterSmall: string;
  readonly clusterMiddle: string;
  readonly clusterLarge: string;
  readonly alarm: string;
  readonly rim: string;
  readonly labelGround: string;
  readonly labelLine: string;
  readonly labelText: string;
}

export const stateTokens: readonly string[] = deviceColours.map((colour) => `var(--state-${colour})`);

export const paletteTokens: Readonly<Record<Exclude<keyof DevicePalette, 'states'>, string>> = Object.freeze({
  clusterSmall: 'var(--brand-fill)',
  // Above 8 and above 25 devices, as the design draws them (MAP-07): fixed, so that a company's colour is none of them.
  clusterMiddle: '#e8590c',
  clusterLarge: '#c2255c',
  alarm: 'var(--state-alarm)',
  rim: '#ffffff',
  labelGround: 'var(--raised)',
  labelLine: 'var(--line)',
  labelText: 'var(--text)',
});

export type ClusterTier = 'small' | 'middle' | 'large';

/** The colour changes above 8 and above 25 devices (MAP-07). */
export function clusterTier(size: number): ClusterTier {
  if (size > 25) return 'large';
  return size > 8 ? 'middle' : 'small';
}

const tierRadius: Readonly<Record<ClusterTier, number>> = { small: 16, middle: 19, large: 23 };

/** Radius of a cluster, pixels; wide enough for its digits. */
export function clusterRadius(size: number): number {
  return tierRadius[clusterTier(size)] + (size >= 1000 ? 4 : 0);
}

/** A cluster's number in at most four signs: 138, 1204, 12k. */
export function clusterText(size: number): string {
  return size < 10_000 ? String(size) : `${Math.floor(size / 1000)}k`;
}

export const markerRadius = 14;
export const alarmRadius = 15;
export const selectedRadius = 17;

/** Arrows are drawn for every tenth degree: 36 pictures a colour. */
export const headingStepDegrees = 10;

/** The drawn heading for a course, 0 to 35 steps; −1 when the course is missing. */
export function headingStep(courseDegrees: number): number {
  if (Number.isNaN(courseDegrees)) return -1;
  const steps = 360 / headingStepDegrees;
  return (((Math.round(courseDegrees / headingStepDegrees) % steps) + steps) % steps) | 0;
}
