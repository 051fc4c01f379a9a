/** Two ingests on one database, each with memory of its own, as two processes are. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { osmandSender } from './testing/osmand-sender.ts';
import { startIngest, type TestIngest, until } from './testing/start-ingest.ts';

let one: TestIngest;
let other: TestIngest;
beforeEach(async () => {
  one = await startIngest();
  other = await startIngest({}, one.database);
});
afterEach(async () => {
  await other.stop();
  await one.stop();
});

const startMs = Date.parse('2026-03-01T12:00:00Z');
const step = { metres: 111.19, degrees: 0.001 };

const at = (index: number) => ({
  timestamp: startMs + index * 10_000,
  lat: -23 + index * step.degrees,
  lon: -46,
  speed: 20,
  ignition: index % 2 === 0 ? 'true' : 'false',
});

test('[SCALE-02] a tracker that goes to another process at each message is counted on from the last commit', async () => {
  const { sendTo, stored, events, state } = await osmandSender(one);
  const ways = [sendTo(one), sendTo(other)];
  for (let index = 0; index < 12; index += 1) await ways[index % 2]?.(at(index));

  expect(await stored()).toHaveLength(12);
  const { memory, version } = await state();
  expect(memory.totalDistanceMetres / step.metres).toBeCloseTo(11, 1);
  expect(version).toBe(12);
  const turned = (await events())
    .filter(({ type }) => type.startsWith('ignition'))
    .sort((before, after) => before.event_time.localeCompare(after.event_time));
  expect(turned.map(({ type }) => type)).toEqual(
    Array.from({ length: 11 }, (_, index) => (index % 2 === 0 ? 'ignitionOff' : 'ignitionOn')),
  );
});

test('[SCALE-02] both at once, each sending all of it: stored once, counted once, told once', async () => {
  const { sendTo, stored, events, state } = await osmandSender(one);
  const ways = [sendTo(one), sendTo(other)];
  for (let index = 0; index < 20; index += 1) await Promise.all(ways.map((send) => send(at(index))));

  expect(await stored()).toHaveLength(20);
  expect((await state()).memory.totalDistanceMetres / step.metres).toBeCloseTo(19, 1);
  const turned = (await events()).filter(({ type }) => type.startsWith('ignition'));
  expect(turned).toHaveLength(19);
});

test('[SCALE-02] two trackers with one id are told of once, and take no batch of others with them', async () => {
  const { sendTo, events, stored } = await osmandSender(one);
  const ways = [sendTo(one), sendTo(other)];
  for (let index = 0; index < 30; index += 1) await ways[index % 2]?.(at(index));
  const raised = async () => (await events()).filter(({ type }) => type === 'duplicateIdentifier');
  await until(async () => (await raised()).length > 0);
  for (let index = 30; index < 40; index += 1) await ways[index % 2]?.(at(index));

  expect(await raised()).toHaveLength(1);
  expect(await stored()).toHaveLength(40);
});
