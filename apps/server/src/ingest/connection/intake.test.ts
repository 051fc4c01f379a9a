import { expect, test } from 'vitest';
import type { Entry } from '../writer/entry.ts';
import { createIntake } from './intake.ts';

const position = { kind: 'position' } as Entry;
const heartbeat = { kind: 'heard' } as Entry;

function openIntake(mostEntries: number) {
  const intake = createIntake(() => undefined, mostEntries);
  intake.open();
  return intake;
}

test('[ING-11] every entry fills the intake, heartbeats too', () => {
  const intake = openIntake(2);
  intake.push(position);
  expect(intake.isFull).toBe(false);
  intake.push(heartbeat);
  expect(intake.isFull).toBe(true);
  intake.settled(2);
  expect(intake.isFull).toBe(false);
});

test('those who wait go on one by one, and only while there is room', () => {
  const intake = openIntake(4);
  for (let one = 0; one < 4; one += 1) intake.push(position);
  const resumed: number[] = [];
  for (const waiting of [1, 2, 3]) {
    intake.whenRoom(() => {
      resumed.push(waiting);
      intake.push(position);
      intake.push(position);
    });
  }
  intake.settled(1);
  expect(resumed).toEqual([]);
  intake.settled(1);
  expect(resumed).toEqual([1]);
  expect(intake.isFull).toBe(true);
});

test('a connection that went away is not resumed', () => {
  const intake = openIntake(1);
  intake.push(position);
  let calls = 0;
  const resume = () => {
    calls += 1;
  };
  intake.whenRoom(resume);
  intake.forget(resume);
  intake.settled(1);
  expect(calls).toBe(0);
});

test('nothing is taken before the start and after the stop', () => {
  const intake = createIntake(() => undefined, 10);
  expect(intake.isFull).toBe(true);
  intake.open();
  expect(intake.isFull).toBe(false);
  intake.close();
  expect(intake.isFull).toBe(true);
});
