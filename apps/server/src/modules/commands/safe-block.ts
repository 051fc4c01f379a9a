/** When an engine may be cut without asking again (CMD-07). */
import { kphFromKnots } from '@atalaia/domain/units/units';
import { AppError } from '../../errors/app-error.ts';

export interface BlockLimits {
  /** Above this speed a block must be confirmed, km/h. */
  readonly maxSpeedKph: number;
  /** A last fix older than this says nothing of the speed now, ms. */
  readonly maxFixAgeMs: number;
}

/** The last position of a device, as far as a block asks. Times are ms since 1970 UTC. */
export interface LastFix {
  readonly speedKnots: number;
  readonly fixTimeMs: number;
  readonly serverTimeMs: number;
  /** Its place is of a real fix, and its time of a clock that can be right. */
  readonly isReliable: boolean;
}

export interface BlockHindrance {
  readonly reasons: readonly ('too-fast' | 'fix-too-old' | 'no-fix')[];
  readonly speedKph: number | null;
  readonly fixAgeSeconds: number | null;
  readonly maxSpeedKph: number;
  readonly maxFixAgeSeconds: number;
}

/** Why the engine must not be cut now; undefined when it may. */
export function blockHindrance(
  fix: LastFix | undefined,
  limits: BlockLimits,
  nowMs: number,
): BlockHindrance | undefined {
  const known = fix?.isReliable ? fix : undefined;
  const speedKph = known ? kphFromKnots(known.speedKnots) : undefined;
  // a tracker's clock may run ahead; what came long ago is old all the same
  const ageMs = known ? Math.max(0, nowMs - Math.min(known.fixTimeMs, known.serverTimeMs)) : undefined;
  const reasons: BlockHindrance['reasons'][number][] = [];
  if (speedKph === undefined || ageMs === undefined) reasons.push('no-fix');
  else {
    if (speedKph > limits.maxSpeedKph) reasons.push('too-fast');
    if (ageMs > limits.maxFixAgeMs) reasons.push('fix-too-old');
  }
  if (reasons.length === 0) return undefined;
  return {
    reasons,
    speedKph: speedKph === undefined ? null : Math.round(speedKph * 10) / 10,
    fixAgeSeconds: ageMs === undefined ? null : Math.round(ageMs / 1000),
    maxSpeedKph: limits.maxSpeedKph,
    maxFixAgeSeconds: limits.maxFixAgeMs / 1000,
  };
}

/** The refusal that names why the engine must not be cut. */
export function blockRefusal(hindrance: BlockHindrance): AppError {
  return new AppError(
    'block-needs-confirmation',
    `not safe: ${hindrance.reasons.join(', ')}; confirm again with a reason`,
    { ...hindrance },
  );
}
