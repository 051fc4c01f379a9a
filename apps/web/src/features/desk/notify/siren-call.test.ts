// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { createStore } from '../../../lib/store/store.ts';
import { anAlarm } from '../../../lib/testing/an-alarm.ts';
import type { DeskState } from '../../../live/desk/desk-alarms.ts';
import { createSirenCall, sirenCallOf } from './desk-attention.tsx';

const soundsAt = '2026-11-21T07:00:00.000Z';
const nobodyMuted = new Set<number>();

test('[SHELL-08] the siren sounds for the gravest alarm that waits, and knows when the newest was raised', () => {
  const waiting = [anAlarm({ severity: 'critical' }), anAlarm({ id: 2, severity: 'high', soundsAt })];
  expect(sirenCallOf(waiting, nobodyMuted)).toEqual({ severity: 'critical', raised: Date.parse(soundsAt) });
  expect(sirenCallOf([], nobodyMuted)).toBeNull();
});

test('[SHELL-08] routine kinds and low alarms are silent', () => {
  expect(sirenCallOf([anAlarm({ siren: false }), anAlarm({ severity: 'low' })], nobodyMuted)).toBeNull();
});

test('[SHELL-08] a kind that the person muted is silent for him, a critical one never', () => {
  const muted = new Set([1]);
  expect(sirenCallOf([anAlarm({ severity: 'high' })], muted)).toBeNull();
  expect(sirenCallOf([anAlarm({ severity: 'critical' })], muted)?.severity).toBe('critical');
});

test('[SHELL-08] muting is heard at once, and gives the same call while nothing changes', () => {
  const waiting = [anAlarm({ severity: 'high' })];
  const desk = createStore({ waiting } as Partial<DeskState> as DeskState);
  const muted = createStore<ReadonlySet<number>>(nobodyMuted);
  const call = createSirenCall(desk, muted);
  const heard: unknown[] = [];
  call.subscribe(() => heard.push(call.get()));
  expect(call.get()).toBe(call.get());
  muted.set(new Set([1]));
  muted.set(nobodyMuted);
  expect(heard).toEqual([null, call.get()]);
  expect(call.get()?.severity).toBe('high');
});
