// @vitest-environment happy-dom
import { en } from '@atalaia/phrases/en';
import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { anAlarm } from '../../../lib/testing/an-alarm.ts';
import { acted, type DeskParts, refusal, renderDesk } from '../testing/render-desk.tsx';
import { CloseMany } from './close-many.tsx';

const alarms = [
  anAlarm({ id: 1, ruleId: 1, severity: 'high' }),
  anAlarm({ id: 2, ruleId: 1, severity: 'critical' }),
  anAlarm({ id: 3, ruleId: 1, severity: 'low' }),
  anAlarm({ id: 4, ruleId: 2, severity: 'low' }),
];

const outcome = (id: number, name: string, builtIn = false) => ({
  ...{ id, key: null, name, position: id, requiresNote: false, builtIn },
});

function Chooser({ onDone }: { readonly onDone: () => void }) {
  const [chosen, choose] = useState<ReadonlySet<number>>(new Set([1]));
  return (
    <>
      <CloseMany alarms={alarms} chosen={chosen} onChoose={choose} onDone={onDone} />
      <output>{[...chosen].join()}</output>
      <button type="button" onClick={() => choose(new Set())}>
        none
      </button>
    </>
  );
}

async function open(answer: DeskParts['answer']) {
  const onDone = vi.fn();
  const desk = await renderDesk(<Chooser onDone={onDone} />, {
    read: { 'alarm-outcomes': [outcome(1, 'False alarm'), outcome(9, 'Handled', true)] },
    ...(answer && { answer }),
  });
  const press = (name: RegExp) => acted(() => fireEvent.click(screen.getByRole('button', { name })));
  const chooseOutcome = async () => {
    fireEvent.click(screen.getByRole('combobox', { name: en['desk.outcome'] }));
    fireEvent.click(await screen.findByText('False alarm'));
  };
  return { ...desk, onDone, press, chooseOutcome };
}

test('[DESK-08] all of one rule are chosen together, never a critical one, and closed with one outcome', async () => {
  const { press, chooseOutcome, said, told, onDone } = await open(() =>
    Response.json({ closed: [1], left: [{ id: 3, reason: 'changed' }] }),
  );
  await press(/^Choose/);
  expect(screen.getByRole('status').textContent).toBe('1,3');
  await press(/^Close/);
  expect(said('alarms/close-many')).toEqual([]);
  await chooseOutcome();
  expect(screen.queryByText('Handled')).toBeNull();
  fireEvent.change(screen.getByLabelText(en['desk.note']), { target: { value: ' Sensor ' } });
  await press(/^Close/);
  expect(said('alarms/close-many')).toEqual([{ ids: [1, 3], outcomeId: 1, note: 'Sensor' }]);
  // what stayed open is said too
  expect(told.mock.calls.map(([kind]) => kind)).toEqual(['success', 'info']);
  expect(onDone).toHaveBeenCalledOnce();
});

test('[DESK-08] a refusal is said, and what was chosen stays chosen', async () => {
  const { press, chooseOutcome, told, onDone } = await open(() => refusal(422, 'critical-one-by-one'));
  await chooseOutcome();
  await press(/^Close/);
  expect(told.mock.calls).toEqual([['failure', en['apiError.critical-one-by-one']]]);
  expect([screen.getByRole('status').textContent, onDone.mock.calls]).toEqual(['1', []]);
});

test('[DESK-08] nothing chosen closes nothing', async () => {
  const { press, chooseOutcome, said } = await open(undefined);
  await chooseOutcome();
  await press(/^none/);
  await press(/^Close/);
  expect(said('alarms/close-many')).toEqual([]);
});

test('[DESK-08] what left the queue meanwhile is neither counted nor sent', async () => {
  const desk = await renderDesk(
    <CloseMany alarms={alarms} chosen={new Set([1, 99])} onChoose={vi.fn()} onDone={vi.fn()} />,
    { read: { 'alarm-outcomes': [outcome(1, 'False alarm')] } },
  );
  expect(screen.getByText(en['desk.chosen_one'].replace('{{count}}', '1'))).toBeTruthy();
  fireEvent.click(screen.getByRole('combobox', { name: en['desk.outcome'] }));
  fireEvent.click(await screen.findByText('False alarm'));
  await acted(() =>
    fireEvent.click(
      screen.getByRole('button', { name: en['desk.closeChosen_one'].replace('{{count}}', '1') }),
    ),
  );
  expect(desk.said('alarms/close-many')).toEqual([{ ids: [1], outcomeId: 1 }]);
});
