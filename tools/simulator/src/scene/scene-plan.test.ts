import { expect, test } from 'vitest';
import { alarmsOf, type Dialect } from '../tracker/create-tracker.ts';
import { type Actor, blockSeconds, sceneKinds, scenesOfBlock } from './scene-plan.ts';

const dialects: readonly Dialect[] = ['gt06', 'suntech', 'teltonika', 'osmand', 'suntech-universal'];
const actors: readonly Actor[] = Array.from({ length: 64 }, (_, index) => {
  const dialect = dialects[index % dialects.length] ?? 'gt06';
  return { alarms: alarmsOf(dialect), connected: dialect !== 'osmand' };
});

test('the same seed plays the same scenes, another plays others', () => {
  expect(scenesOfBlock('a', 3, actors)).toEqual(scenesOfBlock('a', 3, actors));
  expect(scenesOfBlock('a', 3, actors)).not.toEqual(scenesOfBlock('b', 3, actors));
});

test('within two minutes of the start there are scenes of every kind', () => {
  const soon = scenesOfBlock('a', 0, actors).filter(({ startSeconds }) => startSeconds <= 120);
  expect(new Set(soon.map(({ kind }) => kind))).toEqual(new Set(sceneKinds));
});

test('no vehicle plays twice in a block, and only what its tracker can tell', () => {
  for (let block = 0; block < 40; block += 1) {
    const scenes = scenesOfBlock('a', block, actors);
    expect(scenes.length).toBeGreaterThan(8);
    expect(new Set(scenes.map(({ vehicle }) => vehicle)).size).toBe(scenes.length);
    for (const { kind, vehicle, startSeconds } of scenes) {
      expect(Math.floor(startSeconds / blockSeconds)).toBe(block);
      const actor = actors[vehicle]!;
      if (kind === 'sos' || kind === 'powerCut' || kind === 'lowBattery')
        expect(actor.alarms).toContain(kind);
      if (kind === 'linkLoss' || kind === 'jamming') expect(actor.connected).toBe(true);
    }
  }
});

test('a fleet of three plays what it can', () => {
  const few = actors.slice(0, 3);
  expect(scenesOfBlock('a', 0, few).length).toBeLessThanOrEqual(3);
  expect(scenesOfBlock('a', 0, [])).toEqual([]);
});
