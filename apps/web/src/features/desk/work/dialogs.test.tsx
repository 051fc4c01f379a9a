// @vitest-environment happy-dom
import { en } from '@atalaia/phrases/en';
import { fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { anAlarmDetail } from '../../../lib/testing/an-alarm.ts';
import { acted, type DeskParts, me, refusal, renderDesk } from '../testing/render-desk.tsx';
import { HoldDialog } from './hold-dialog.tsx';
import { PassDialog } from './pass-dialog.tsx';
import { OverrideDialog } from './ways-out.tsx';

const alarm = anAlarmDetail({ state: 'claimed', holderId: me, version: 4 });
const reason = (id: number, name: string) => ({ id, key: null, name, position: id, pausesClock: true });
const colleague = (userId: number, name: string, holds: readonly object[] = []) => ({
  ...{ userId, name, role: 'operator', duty: 'on', since: null, holds },
});
const read = {
  'hold-reasons': [reason(2, 'Police'), reason(3, 'Customer')],
  'desk/operators': [colleague(me, 'Central'), colleague(7, 'Ana')],
};

async function open(dialog: 'hold' | 'pass', parts: DeskParts = {}) {
  const acts = { onDone: vi.fn(), onClose: vi.fn() };
  const Dialog = dialog === 'hold' ? HoldDialog : PassDialog;
  const desk = await renderDesk(<Dialog alarm={alarm} {...acts} />, {
    read,
    answer: () => Response.json({ ...alarm, version: 5, state: dialog === 'hold' ? 'held' : 'waiting' }),
    ...parts,
  });
  const press = (name: string) =>
    acted(() => fireEvent.click(screen.getByRole('button', { name: new RegExp(`^${name}`) })));
  const note = () => screen.getByLabelText(new RegExp(`^(${en['desk.note']}|${en['desk.passNote']})`));
  const write = (value: string) => fireEvent.change(note(), { target: { value } });
  return { ...desk, ...acts, press, write };
}

test('[DESK-06] it is put off by the server’s clock, with the reason, and the state that the person saw', async () => {
  const { press, write, said, onDone, desk } = await open('hold', { clockMs: 3_600_000 });
  await screen.findByDisplayValue('Police');
  write('  Car on its way ');
  const aboutMs = Date.now() + 3_600_000 + 15 * 60_000;
  await press(en['desk.hold']);
  const [sent] = said('alarms/1/hold') as { until: string }[];
  expect(sent).toMatchObject({ expected: 'claimed', reasonId: 2, note: 'Car on its way' });
  expect(Math.abs(Date.parse(sent?.until ?? '') - aboutMs)).toBeLessThan(60_000);
  expect(onDone).toHaveBeenCalledOnce();
  expect(desk.find(1)?.state).toBe('held');
});

test('[DESK-06] [DESK-18] what changed meanwhile is not put off: the dialog says so and stays', async () => {
  const { press, onDone } = await open('hold', { answer: () => refusal(409, 'alarm-changed') });
  await screen.findByDisplayValue('Police');
  await press(en['desk.hold']);
  expect(screen.getByRole('alert').textContent).toContain(en['apiError.alarm-changed']);
  expect(onDone).not.toHaveBeenCalled();
});

test('[DESK-06] without reasons nothing is put off', async () => {
  const { press, said } = await open('hold', { read: { ...read, 'hold-reasons': [] } });
  await press(en['desk.hold']);
  expect(said('alarms/1/hold')).toEqual([]);
});

test('[DESK-06] back to the queue needs no note; a colleague gets one', async () => {
  const { press, write, said, onDone } = await open('pass');
  const ana = await screen.findByRole('radio', { name: /^Ana/ });
  expect(screen.queryByRole('radio', { name: /^Central/ })).toBeNull();
  fireEvent.click(ana);
  await press(en['desk.pass']);
  await acted(() => fireEvent.submit(ana.closest('form') ?? expect.fail('no form')));
  expect(said('alarms/1/pass')).toEqual([]);
  write('  Owner calls back ');
  await press(en['desk.pass']);
  expect(said('alarms/1/pass')).toEqual([{ expected: 'claimed', userId: 7, note: 'Owner calls back' }]);
  expect(onDone).toHaveBeenCalledOnce();
});

test('[DESK-06] what is given back names the state that was seen', async () => {
  const { press, said } = await open('pass');
  await screen.findByRole('radio', { name: /^Ana/ });
  await press(en['desk.toQueue']);
  expect(said('alarms/1/release')).toEqual([{ expected: 'claimed' }]);
});

test('[DESK-06] a colleague who left meanwhile gets nothing, and the note stays', async () => {
  const { press, write, onDone } = await open('pass', { answer: () => refusal(409, 'colleague-away') });
  fireEvent.click(await screen.findByRole('radio', { name: /^Ana/ }));
  write('Owner calls back');
  await press(en['desk.pass']);
  expect(screen.getByRole('alert').textContent).toContain(en['apiError.colleague-away']);
  expect(screen.getByDisplayValue('Owner calls back')).toBeTruthy();
  expect(onDone).not.toHaveBeenCalled();
});

test('[DESK-08] steps are overridden with a reason alone', async () => {
  const onAct = vi.fn();
  await renderDesk(<OverrideDialog reason="Ligar" busy={false} onAct={onAct} onClose={() => undefined} />);
  const button = screen.getByRole('button', { name: en['desk.overrideAct'] });
  const field = screen.getByLabelText(en['desk.overrideReason']);
  fireEvent.change(field, { target: { value: '   ' } });
  fireEvent.click(button);
  expect(onAct).not.toHaveBeenCalled();
  fireEvent.change(field, { target: { value: ' Police is there ' } });
  fireEvent.click(button);
  expect(onAct.mock.calls).toEqual([['Police is there']]);
});

test.each(['hold', 'pass'] as const)(
  '[DESK-06] what was written in the dialog to %s is not thrown away by Escape without a question',
  async (dialog) => {
    const { write, onClose } = await open(dialog);
    await acted(() => write('Long note'));
    await acted(() =>
      fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape', code: 'Escape' }),
    );
    expect(onClose).not.toHaveBeenCalled();
    await acted(() => fireEvent.click(screen.getByRole('button', { name: en['form.discard'] })));
    expect(onClose).toHaveBeenCalledOnce();
  },
);
