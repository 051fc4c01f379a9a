import { expect, test } from 'vitest';
import { pastAlarms } from './past-alarms.ts';

const dayMs = 86_400_000;
const toMs = Date.UTC(2026, 10, 20, 12);
const alarms = pastAlarms(toMs - 5 * dayMs, toMs, 64, 3);

test('[DESK-13] the demonstration has a history of every severity, ending and operator, the same each time', () => {
  expect(pastAlarms(toMs - 5 * dayMs, toMs, 64, 3)).toEqual(alarms);
  expect(alarms.length).toBeGreaterThan(300);
  const severities = new Set(alarms.map(({ kind }) => kind.severity));
  expect(severities).toEqual(new Set([0, 1, 2, 3]));
  const outcomes = ['confirmed', 'falseAlarm', 'test', 'customerError', 'noContact', 'normalised'];
  expect(new Set(alarms.map(({ outcome }) => outcome))).toEqual(new Set(outcomes));
  expect(new Set(alarms.map(({ closedBy }) => closedBy))).toEqual(new Set([0, 1, 2, null]));
  const actions = new Set(alarms.flatMap(({ lines }) => lines.map(({ action }) => action)));
  for (const action of ['join', 'escalate', 'hold', 'resume', 'pass', 'note', 'normalise']) {
    expect(actions).toContain(action);
  }
});

test('[SLA-01] its histories could have happened: in order, one vehicle at a time, some beyond their deadline', () => {
  const late = alarms.filter(
    ({ claimedMs, eventTimesMs: [openedMs = 0], claimSeconds }) =>
      claimedMs !== null && claimedMs > openedMs + claimSeconds * 1000,
  );
  expect(late.length / alarms.length).toBeGreaterThan(0.05);
  expect(late.length / alarms.length).toBeLessThan(0.25);
  const freeAt = new Map<number, number>();
  for (const { vehicle, lines, closedMs, claimedMs, eventTimesMs } of alarms) {
    const times = lines.map(({ atMs }) => atMs);
    expect(times).toEqual(times.toSorted((one, other) => one - other));
    expect(lines[0]?.action).toBe('open');
    expect(lines.at(-1)?.action).toBe(claimedMs === null ? 'normalise' : 'close');
    expect(times.at(-1)).toBe(closedMs);
    expect(closedMs).toBeLessThan(toMs);
    for (const atMs of eventTimesMs) expect(atMs).toBeLessThanOrEqual(claimedMs ?? closedMs);
    expect(eventTimesMs[0]).toBeGreaterThanOrEqual(freeAt.get(vehicle) ?? 0);
    freeAt.set(vehicle, closedMs);
  }
});
