import type { BlockHindrance, BlockWhen } from '@atalaia/contract/block/block';
import type { EffectivePolicy } from '@atalaia/contract/block/block-policy';
import { parseArea } from '@atalaia/domain/geo/geofence-area';
import { areaContains } from '@atalaia/domain/geo/geofence-contains';
import type { Kysely } from 'kysely';
import type { Schema } from '../../../platform/db/schema.ts';
import type { CommandLimits } from '../command-limits.ts';
import { readCommandLimits } from '../sent-commands-queries.ts';
import type { Target } from '../targets-queries.ts';
import { type BlockFacts, fittingPolicies, geofenceAreas, readFacts } from './blocks-queries.ts';
import { type BlockScene, effectivePolicy, hindrancesOf } from './policy.ts';

/** A vehicle and its policies as they are now, and what speaks against a block. */
export interface BlockAssessment {
  readonly facts: BlockFacts;
  readonly limits: CommandLimits;
  readonly policy: EffectivePolicy;
  readonly scene: BlockScene;
  readonly hindrances: readonly BlockHindrance[];
  /** As it is asked for now: "stricter than asked" is the policy's. */
  readonly when: BlockWhen;
  readonly needsSecond: boolean;
  readonly nowMs: number;
}

export async function assessBlock(
  db: Kysely<Schema>,
  { id, lastFix }: Pick<Target, 'id' | 'lastFix'>,
  asked: BlockWhen,
): Promise<BlockAssessment> {
  const nowMs = Date.now();
  const facts = await readFacts(db, id);
  const limits = await readCommandLimits(db);
  const policy = effectivePolicy(await fittingPolicies(db, id), limits);
  const insideIds = await geofencesAround(
    db,
    facts,
    policy.forbiddenGeofences.map(({ value }) => value),
  );
  const scene = { fix: lastFix, ignition: facts.ignition, insideIds, installed: installedOf(facts) };
  const when = asked !== 'now' && policy.moment.value === 'ignitionOff' ? 'ignitionOff' : asked;
  const isLifted = policy.theftLiftsSecond && facts.sinisterId !== null;
  return {
    facts,
    limits,
    policy,
    scene,
    hindrances: hindrancesOf(policy, scene, when, nowMs),
    when,
    needsSecond: policy.secondPerson !== null && !isLifted,
    nowMs,
  };
}

/** Which of these geofences the last fix lies in. */
export async function geofencesAround(
  db: Kysely<Schema>,
  { latitude, longitude }: Pick<BlockFacts, 'latitude' | 'longitude'>,
  ids: readonly number[],
): Promise<readonly number[]> {
  if (latitude === null || longitude === null) return [];
  const areas = await geofenceAreas(db, ids);
  return areas.flatMap(({ id, area: text, lineMetres }) => {
    const { area } = parseArea(text);
    return area && areaContains(area, { latitude, longitude }, lineMetres ?? undefined) ? [id] : [];
  });
}

export function installedOf({ installed }: BlockFacts): BlockScene['installed'] {
  return installed === 'yes' || installed === 'no' ? installed : 'unknown';
}
