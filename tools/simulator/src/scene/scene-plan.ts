/**
 * What happens to the fleet, and when: the same seed gives the same scenes, second by second.
 *
 * Time is cut into blocks of ten minutes. The first block has a set opening, so that whoever looks at a demonstration sees
 * events of every kind within minutes; the later ones are drawn. No vehicle has two scenes in one block.
 */
import { createRandom, type Random } from '../random.ts';
import type { Alarm } from '../wire/report.ts';

export const sceneKinds = Object.freeze([
  'parking',
  'sos',
  'overspeed',
  'powerCut',
  'linkLoss',
  'lowBattery',
  'jamming',
] as const);

export type SceneKind = (typeof sceneKinds)[number];

export interface Scene {
  readonly kind: SceneKind;
  /** Index in the fleet. */
  readonly vehicle: number;
  /** From the start of the simulation. */
  readonly startSeconds: number;
  readonly durationSeconds: number;
}

/** What a scene needs of its vehicle. */
export interface Actor {
  /** What its tracker has words for. */
  readonly alarms: ReadonlySet<Alarm>;
  /** Its line is a connection that can be lost or jammed. */
  readonly connected: boolean;
}

export const blockSeconds = 600;

const opening: readonly (readonly [startSeconds: number, kind: SceneKind])[] = Object.freeze([
  [15, 'parking'],
  [25, 'overspeed'],
  [35, 'sos'],
  [50, 'powerCut'],
  [60, 'parking'],
  [75, 'linkLoss'],
  [90, 'lowBattery'],
  [105, 'jamming'],
  [120, 'parking'],
  [150, 'overspeed'],
  [200, 'parking'],
  [260, 'linkLoss'],
  [320, 'overspeed'],
  [420, 'powerCut'],
  [480, 'parking'],
]);

/** How often each kind is drawn after the opening. */
const weights: readonly (readonly [kind: SceneKind, weight: number])[] = Object.freeze([
  ['parking', 8],
  ['overspeed', 4],
  ['linkLoss', 3],
  ['powerCut', 1],
  ['lowBattery', 1],
  ['jamming', 1],
  ['sos', 1],
]);
const scenesABlock = 12;

const needs: Readonly<Record<SceneKind, Alarm | undefined>> = {
  parking: undefined,
  sos: 'sos',
  overspeed: undefined,
  powerCut: 'powerCut',
  linkLoss: undefined,
  lowBattery: 'lowBattery',
  jamming: 'jamming',
};

/** A jam lasts longer than the server's patience (ten minutes), so that it shows as silence. */
const durations: Readonly<Record<SceneKind, readonly [least: number, most: number]>> = {
  parking: [90, 300],
  sos: [20, 20],
  overspeed: [50, 90],
  powerCut: [90, 240],
  linkLoss: [60, 180],
  lowBattery: [240, 400],
  jamming: [660, 900],
};

function drawKind(random: Random): SceneKind {
  let left = random.between(
    0,
    weights.reduce((sum, [, weight]) => sum + weight, 0),
  );
  for (const [kind, weight] of weights) {
    left -= weight;
    if (left < 0) return kind;
  }
  return 'parking';
}

function canPlay(actor: Actor, kind: SceneKind): boolean {
  const alarm = needs[kind];
  if (alarm !== undefined && !actor.alarms.has(alarm)) return false;
  return actor.connected || (kind !== 'linkLoss' && kind !== 'jamming');
}

/** The scenes that start in a block, in the order of their starts. Vehicles that cannot play a kind are passed over. */
export function scenesOfBlock(seed: string, block: number, actors: readonly Actor[]): readonly Scene[] {
  const random = createRandom(seed, 'scenes', block);
  const cues =
    block === 0
      ? opening
      : Array.from(
          { length: scenesABlock },
          () => [random.whole(0, blockSeconds - 1), drawKind(random)] as const,
        );
  const free = new Set(actors.keys());
  const scenes: Scene[] = [];
  for (const [second, kind] of cues) {
    const able = [...free].filter((index) => canPlay(actors[index] as Actor, kind));
    if (able.length === 0) continue;
    const vehicle = random.pick(able);
    free.delete(vehicle);
    const [least, most] = durations[kind];
    const startSeconds = block * blockSeconds + second;
    scenes.push({ kind, vehicle, startSeconds, durationSeconds: random.whole(least, most) });
  }
  return scenes.sort((a, b) => a.startSeconds - b.startSeconds);
}
