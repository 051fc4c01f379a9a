// @vitest-environment happy-dom
import { en } from '@atalaia/phrases/en';
import { fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { anAlarmDetail } from '../../../lib/testing/an-alarm.ts';
import { acted, type DeskParts, me, refusal, renderDesk } from '../testing/render-desk.tsx';
import { VehicleDialog } from '../work/vehicle-dialog.tsx';
import { NewCall } from './new-call.tsx';

const subject = (deviceId: number, plate: string) => ({
  ...{ deviceId, deviceName: `${plate} · Gol`, plate, category: null, model: 'GT06' },
  ...{ customerId: 4, customerName: 'Rita', customerPhone: null, openAlarmId: null },
});

async function open(parts: DeskParts = {}, onClose: () => void = vi.fn()) {
  const onOpened = vi.fn();
  const desk = await renderDesk(<NewCall onOpened={onOpened} onClose={onClose} />, {
    read: { 'alarms/subjects': [subject(8, 'QRS4B17'), subject(9, 'QRS4B18')] },
    answer: () => Response.json(anAlarmDetail({ id: 30, state: 'claimed', holderId: me })),
    ...parts,
  });
  const type = (value: string) =>
    fireEvent.change(screen.getByLabelText(en['desk.callOf']), { target: { value } });
  const enter = () =>
    acted(() =>
      fireEvent.submit(screen.getByLabelText(en['desk.callOf']).closest('form') ?? expect.fail('no form')),
    );
  return { ...desk, onOpened, type, enter };
}

test('[DESK-15] the first vehicle found is chosen by itself, told apart by plate and customer', async () => {
  const { type, enter, said, onOpened } = await open();
  type('QRS4');
  const first = await screen.findByRole<HTMLInputElement>('radio', { name: 'QRS4B17 · Gol · Rita' });
  expect(first.checked).toBe(true);
  fireEvent.click(screen.getByRole('radio', { name: en['callReason.blockRequest'] }));
  await enter();
  expect(said('alarms')).toEqual([{ reason: 'blockRequest', deviceId: 8 }]);
  expect(onOpened.mock.calls).toEqual([[30]]);
});

test('[DESK-15] Enter before the answer opens nothing: what was found before is another vehicle', async () => {
  const { type, enter, said } = await open();
  type('QRS4');
  await screen.findByRole('radio', { name: /^QRS4B17/ });
  type('QRS4B18');
  await enter();
  expect(said('alarms')).toEqual([]);
});

test('[DESK-15] a call about no vehicle yet names none, and who called', async () => {
  const { enter, said } = await open();
  fireEvent.change(screen.getByLabelText(en['desk.callerName']), { target: { value: ' Rita ' } });
  fireEvent.change(screen.getByLabelText(en['desk.callerPhone']), { target: { value: '85 9 9876-5432' } });
  await enter();
  expect(said('alarms')).toEqual([
    { reason: 'reportedTheft', callerName: 'Rita', callerPhone: '85 9 9876-5432' },
  ]);
});

test('[DESK-15] a refusal stays in the dialog', async () => {
  const { enter, onOpened } = await open({ answer: () => refusal(404, 'not-found') });
  await enter();
  expect(screen.getByRole('alert')).toBeTruthy();
  expect(onOpened).not.toHaveBeenCalled();
});

test('[DESK-15] a call is given its vehicle later: one that was found, in the state that was seen; a refusal stays', async () => {
  const alarm = anAlarmDetail({ id: 30, kind: 'manual', deviceId: 0, state: 'held', holderId: me });
  const onClose = vi.fn();
  const answers = [refusal(409, 'alarm-claimed'), Response.json({ ...alarm, deviceId: 8 })];
  const { said } = await renderDesk(<VehicleDialog alarm={alarm} onClose={onClose} />, {
    read: { 'alarms/subjects': [subject(8, 'QRS4B17')] },
    answer: () => answers.shift() ?? expect.fail('asked too often'),
  });
  const field = screen.getByLabelText(en['desk.callOf']);
  const enter = () => acted(() => fireEvent.submit(field.closest('form') ?? expect.fail('no form')));
  await enter();
  expect(said('alarms/30/vehicle')).toEqual([]);
  fireEvent.change(field, { target: { value: 'QRS4' } });
  await screen.findByRole('radio', { name: /^QRS4B17/ });
  await enter();
  expect(screen.getByRole('alert')).toBeTruthy();
  expect(onClose).not.toHaveBeenCalled();
  await enter();
  expect(said('alarms/30/vehicle')).toEqual(Array(2).fill({ expected: 'held', deviceId: 8 }));
  expect(onClose).toHaveBeenCalledOnce();
});

test('[DESK-15] who called is not thrown away by Escape without a question', async () => {
  const onClose = vi.fn();
  await open({}, onClose);
  const name = screen.getByLabelText(en['desk.callerName']);
  await acted(() => fireEvent.change(name, { target: { value: 'Rita' } }));
  await acted(() => fireEvent.keyDown(name, { key: 'Escape', code: 'Escape' }));
  expect(onClose).not.toHaveBeenCalled();
  await acted(() => fireEvent.click(screen.getByRole('button', { name: en['form.discard'] })));
  expect(onClose).toHaveBeenCalledOnce();
});
