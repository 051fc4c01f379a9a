import { expect, test } from 'vitest';
import type { Entry } from '../writer/entry.ts';
import { createIntake } from './intake.ts';

/** Of a device whose entries go to the writer of that number, with two of them. */
const positionOf = (writer: number) => ({ kind: 'position', device: { id: 10 + writer } }) as Entry;
const heartbeatOf = (writer: number) => ({ kind: 'message', device: { id: 10 + writer } }) as Entry;

function openIntake(mostEntries: number) {
  const intake = createIntake({ push: () => undefined, writers: 2, mostEntries });
  intake.open();
  return intake;
}

test('[ING-11] every entry fills the intake of its writer, heartbeats too', () => {
  const intake = openIntake(4);
  intake.push(positionOf(0));
  expect(intake.isFree(0)).toBe(true);
  intake.push(heartbeatOf(0));
  expect(intake.isFree(0)).toBe(false);
  expect(intake.isFree(1)).toBe(true);
  intake.settled(positionOf(0));
  expect(intake.isFree(0)).toBe(true);
});

test('a writer that is held up does not hold up those who push to another', () => {
  const intake = openIntake(4);
  intake.push(positionOf(0));
  intake.push(positionOf(0));
  const served: string[] = [];
  intake.ask({ serve: () => served.push('writer 0') }, 0);
  intake.ask({ serve: () => served.push('writer 1') }, 1);
  expect(served).toEqual(['writer 1']);
});

test('nobody is served before the start and after the stop, and those who wait then are told', async () => {
  const intake = createIntake({ push: () => undefined, writers: 1, mostEntries: 10 });
  const calls: string[] = [];
  const ask = (name: string) =>
    intake.ask(
      { serve: () => calls.push(`${name} served`), stopped: () => calls.push(`${name} stopped`) },
      0,
    );
  ask('early');
  expect(calls).toEqual([]);
  intake.open();
  await new Promise((resolve) => setImmediate(resolve));
  expect(calls).toEqual(['early served']);
  for (let entry = 0; entry < 10; entry += 1) intake.push(positionOf(0));
  ask('late');
  intake.close();
  intake.settled(positionOf(0));
  await new Promise((resolve) => setImmediate(resolve));
  expect(calls).toEqual(['early served', 'late stopped']);
});

test('[ING-11] while somebody waits for a writer it is free for nobody, and who went away has no turn', async () => {
  const intake = openIntake(4);
  intake.push(positionOf(0));
  intake.push(positionOf(0));
  const served: string[] = [];
  const removed = { serve: () => served.push('removed') };
  intake.ask(removed, 0);
  intake.ask({ serve: () => served.push('waiting') }, 0);
  intake.forget(removed);
  intake.settled(positionOf(0));
  expect(intake.isFree(0)).toBe(false);
  await new Promise((resolve) => setImmediate(resolve));
  expect([served, intake.isFree(0)]).toEqual([['waiting'], true]);
});
