// @vitest-environment happy-dom
import type { DeskNotice } from '@atalaia/contract/desk/desk';
import { en } from '@atalaia/phrases/en';
import { fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { anAlarm } from '../../../lib/testing/an-alarm.ts';
import { acted, type DeskParts, me, refusal, renderDesk } from '../testing/render-desk.tsx';
import { DeskNotices } from './desk-notices.tsx';
// its file is there before it is asked for
import './still-here.tsx';

const at = '2026-11-21T07:00:00.000Z';
const held = anAlarm({ id: 3, state: 'claimed', holderId: me, askedAt: at });
const aNotice = (part: Partial<DeskNotice>): DeskNotice => ({
  ...{ kind: 'question', at, alarmId: 3, deviceName: 'Gol', userName: null, until: null, text: null },
  ...part,
});

async function open(parts: DeskParts = {}) {
  const onOpen = vi.fn();
  const desk = await renderDesk(<DeskNotices onOpen={onOpen} />, { alarms: [held], ...parts });
  const press = (name: string) => acted(() => fireEvent.click(screen.getByRole('button', { name })));
  return { ...desk, onOpen, press };
}

test('[DESK-05] who is asked answers by one key, and the question is gone', async () => {
  const { notice, press, said } = await open();
  await notice(aNotice({ until: new Date(Date.now() + 60_000).toISOString() }));
  expect((await screen.findByRole('dialog')).textContent).toContain('Gol');
  await press(en['desk.stillHereYes']);
  expect(said('alarms/3/still-here')).toEqual([{}]);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('[DESK-05] an answer that was not taken keeps the question, and says why', async () => {
  const { notice, press, told } = await open({ answer: () => refusal(409, 'alarm-changed') });
  await notice(aNotice({ until: new Date(Date.now() + 60_000).toISOString() }));
  await press(en['desk.stillHereYes']);
  expect(told.mock.calls).toEqual([['failure', en['apiError.alarm-changed']]]);
  expect(screen.getByRole('dialog')).toBeTruthy();
});

test('[DESK-05] after its time nothing is answered any more', async () => {
  const { notice, press, sent } = await open();
  await notice(aNotice({ until: at }));
  expect(screen.getByRole('dialog').textContent).toContain(en['desk.stillHereOver']);
  await press(en['desk.openIt']);
  expect(sent).toEqual([]);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('[DESK-05] [DESK-18] answered in another tab, the question goes by itself', async () => {
  const { notice, desk } = await open();
  await notice(aNotice({ until: new Date(Date.now() + 60_000).toISOString() }));
  await acted(() => desk.take([{ ...held, version: 2, askedAt: null }]));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('[DESK-05] [DESK-06] what went back to the queue, and what a colleague passed, is told', async () => {
  const { notice, told } = await open();
  await notice(aNotice({ kind: 'returned', text: 'unanswered' }));
  await notice(aNotice({ kind: 'passed', userName: 'Ana', text: 'Owner calls back' }));
  const [returned, passed] = told.mock.calls.map(([, words]) => words);
  expect(returned).toBe(en['desk.returnedUnanswered'].replace('{{vehicle}}', 'Gol'));
  expect(passed).toMatch(/Ana.*“Owner calls back”/);
});
