/** What speaks against a block: of all policies that fit a vehicle the strictest of each rule (BLOCK-01). Pure. */
import type { BlockHindrance, BlockWhen } from '@atalaia/contract/block/block';
import type { BlockMoment, EffectivePolicy } from '@atalaia/contract/block/block-policy';
import { kphFromKnots } from '@atalaia/domain/units/units';
import { AppError } from '../../../errors/app-error.ts';
import type { CommandLimits } from '../command-limits.ts';
import { blockHindrance, blockRefusal, type LastFix } from '../safe-block.ts';

/** A policy that fits the vehicle. */
export interface FittingPolicy {
  readonly id: number;
  readonly name: string;
  readonly never: boolean;
  readonly moment: BlockMoment;
  readonly maxSpeedKph: number | null;
  readonly maxFixAgeSeconds: number | null;
  readonly secondPerson: boolean;
  readonly aloneAllowed: boolean;
  readonly theftLiftsSecond: boolean;
  readonly forbiddenGeofenceIds: readonly number[];
}

/** A vehicle as a block asks. */
export interface BlockScene {
  readonly fix: LastFix | undefined;
  readonly ignition: boolean | null;
  /** The forbidden geofences that its last fix lies in. */
  readonly insideIds: readonly number[];
  readonly installed: 'yes' | 'no' | 'unknown';
}

/** At standstill counts what was measured so lately, s. */
export const freshSeconds = 30;
/** 0 km/h: what rounds to it. */
export const standingKph = 0.5;

const moments: readonly BlockMoment[] = ['any', 'standstill', 'ignitionOff'];

export function effectivePolicy(fitting: readonly FittingPolicy[], limits: CommandLimits): EffectivePolicy {
  const of = <Value>({ id, name }: FittingPolicy, value: Value) => ({
    value,
    policyId: id,
    policyName: name,
  });
  const ours = <Value>(value: Value) => ({ value, policyId: null, policyName: null });
  const least = (key: 'maxSpeedKph' | 'maxFixAgeSeconds', usual: number) => {
    const own = fitting
      .flatMap((policy) => (policy[key] === null ? [] : [of(policy, policy[key])]))
      .sort((one, other) => one.value - other.value);
    return own[0] ?? ours(usual);
  };
  const never = fitting.find((policy) => policy.never);
  const seconds = fitting.filter(({ secondPerson }) => secondPerson);
  const [strictest] = [...fitting].sort(
    (one, other) => moments.indexOf(other.moment) - moments.indexOf(one.moment),
  );
  return {
    never: never ? of(never, true as const) : null,
    moment: strictest && strictest.moment !== 'any' ? of(strictest, strictest.moment) : ours('any' as const),
    maxSpeedKph: least('maxSpeedKph', limits.maxSpeedKph),
    maxFixAgeSeconds: least('maxFixAgeSeconds', limits.maxFixAgeMs / 1000),
    secondPerson: seconds[0] ? of(seconds[0], true as const) : null,
    aloneAllowed: seconds.every(({ aloneAllowed }) => aloneAllowed),
    theftLiftsSecond: seconds.every(({ theftLiftsSecond }) => theftLiftsSecond),
    forbiddenGeofences: fitting.flatMap((policy) => policy.forbiddenGeofenceIds.map((id) => of(policy, id))),
  };
}

export interface FixFigures {
  readonly speedKph: number | null;
  readonly fixAgeSeconds: number | null;
}

export function fixFigures(fix: LastFix | undefined, nowMs: number): FixFigures {
  if (!fix?.isReliable) return { speedKph: null, fixAgeSeconds: null };
  // a tracker's clock may run ahead; what came long ago is old all the same
  const ageMs = Math.max(0, nowMs - Math.min(fix.fixTimeMs, fix.serverTimeMs));
  return {
    speedKph: Math.round(kphFromKnots(fix.speedKnots) * 10) / 10,
    fixAgeSeconds: Math.round(ageMs / 1000),
  };
}

/** All that speaks against it, the hardest first; of `when` other than now only what no waiting lifts. */
export function hindrancesOf(
  policy: EffectivePolicy,
  scene: BlockScene,
  when: BlockWhen,
  nowMs: number,
): readonly BlockHindrance[] {
  const found: BlockHindrance[] = [];
  const add = (
    rule: BlockHindrance['rule'],
    whose: { readonly policyId: number | null; readonly policyName: string | null } | undefined,
    lift: BlockHindrance['lift'],
    limit: number | null = null,
  ) =>
    found.push({
      rule,
      policyId: whose?.policyId ?? null,
      policyName: whose?.policyName ?? null,
      lift,
      limit,
    });
  if (policy.never) add('never', policy.never, 'policy');
  if (scene.installed === 'no') add('not-installed', undefined, 'device');
  if (when !== 'now') return found;

  const { speedKph, fixAgeSeconds } = fixFigures(scene.fix, nowMs);
  const { moment, maxSpeedKph, maxFixAgeSeconds } = policy;
  const isFresh = fixAgeSeconds !== null && fixAgeSeconds <= freshSeconds;
  const stands = isFresh && speedKph !== null && speedKph < standingKph;
  if (moment.value === 'standstill' && !stands) add('standstill', moment, 'wait');
  if (moment.value === 'ignitionOff' && !(isFresh && scene.ignition === false))
    add('ignition-off', moment, 'wait');
  for (const forbidden of policy.forbiddenGeofences) {
    if (scene.insideIds.includes(forbidden.value)) add('geofence', forbidden, 'wait', forbidden.value);
  }
  if (speedKph === null || fixAgeSeconds === null) {
    const whose = maxSpeedKph.policyId === null ? maxFixAgeSeconds : maxSpeedKph;
    add('no-fix', whose, whose.policyId === null ? 'confirm' : 'wait');
    return found;
  }
  if (speedKph > maxSpeedKph.value) {
    add('max-speed', maxSpeedKph, maxSpeedKph.policyId === null ? 'confirm' : 'wait', maxSpeedKph.value);
  }
  if (fixAgeSeconds > maxFixAgeSeconds.value) {
    const lift = maxFixAgeSeconds.policyId === null ? 'confirm' : 'wait';
    add('fix-age', maxFixAgeSeconds, lift, maxFixAgeSeconds.value);
  }
  return found;
}

/** Throws what is in the way, the hardest: a policy's rule names itself; the server's limits may be confirmed (CMD-07). */
export function requireUnhindered(
  hindrances: readonly BlockHindrance[],
  scene: BlockScene,
  limits: CommandLimits,
  isConfirmed: boolean,
  nowMs: number,
): void {
  const first = hindrances.find(({ lift }) => lift !== 'confirm');
  if (first) {
    throw new AppError('block-refused', `no block: ${first.rule}${whose(first)}; lifted by ${first.lift}`, {
      ...first,
      ...fixFigures(scene.fix, nowMs),
      hindrances,
    });
  }
  if (hindrances.length === 0 || isConfirmed) return;
  const hindrance = blockHindrance(scene.fix, limits, nowMs);
  if (hindrance) throw blockRefusal(hindrance);
}

function whose({ policyName }: BlockHindrance): string {
  return policyName === null ? '' : ` by policy "${policyName}"`;
}

/** What a block that leaves is judged by once more, whichever process sends it. */
export interface LeavingLimits {
  readonly maxSpeedKph: number;
  readonly maxFixAgeSeconds: number;
  readonly ignitionOff: boolean;
}

/** Undefined: nothing but what CMD-07 asks of every block that nobody confirmed. */
export function leavingLimits(policy: EffectivePolicy, when: BlockWhen): LeavingLimits | undefined {
  const { moment, maxSpeedKph, maxFixAgeSeconds } = policy;
  const strict = when !== 'now' || moment.value !== 'any' || policy.forbiddenGeofences.length > 0;
  const stands = when === 'standstill' || moment.value === 'standstill';
  const own = maxSpeedKph.policyId !== null || maxFixAgeSeconds.policyId !== null;
  if (!strict && !own) return undefined;
  return {
    maxSpeedKph: stands
      ? standingKph
      : maxSpeedKph.policyId === null && when === 'now'
        ? 1_000
        : maxSpeedKph.value,
    maxFixAgeSeconds: strict
      ? Math.min(freshSeconds, maxFixAgeSeconds.value)
      : maxFixAgeSeconds.policyId === null
        ? 100_000_000
        : maxFixAgeSeconds.value,
    ignitionOff: when === 'ignitionOff' || moment.value === 'ignitionOff',
  };
}
