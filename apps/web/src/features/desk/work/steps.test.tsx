// @vitest-environment happy-dom
import type { AlarmDetail } from '@atalaia/contract/desk/alarm';
import type { ProcedureStep, StepLine } from '@atalaia/contract/desk/procedure';
import { en } from '@atalaia/phrases/en';
import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { anAlarmDetail } from '../../../lib/testing/an-alarm.ts';
import { acted, type DeskParts, me, refusal, renderDesk } from '../testing/render-desk.tsx';
import { Steps } from './steps.tsx';

const openingCase: ProcedureStep = {
  id: 'case',
  kind: 'case',
  title: 'Open it',
  required: true,
  openingType: 'robbery',
  next: { done: 'end' },
};
const path = 'alarms/1/steps/case';

async function open(part: Partial<AlarmDetail>, parts: DeskParts = {}, lines: StepLine[] = []) {
  const procedure = { id: 1, key: null, name: 'Theft', version: 1, steps: [openingCase], lines };
  const alarm = anAlarmDetail({ state: 'claimed', holderId: me, procedure, ...part });
  return renderDesk(<Steps alarm={alarm} mayAct />, { answer: () => Response.json(alarm), ...parts });
}
const written = () => screen.queryByLabelText(en['procedure.write']);
const openButton = () => screen.getByRole('button', { name: new RegExp(en['procedure.openCase']) });

test('[PROC-01] a case is opened by its button where there is a vehicle with its customer', async () => {
  const { said } = await open({ deviceId: 3, customerId: 4 });
  expect(written()).toBeNull();
  await acted(() => fireEvent.click(openButton()));
  expect(said(path)).toEqual([{ expected: 0, answer: 'done' }]);
});

test.each([
  ['a vehicle', { deviceId: 0, customerId: 0 }],
  ['its customer', { deviceId: 3, customerId: 0 }],
])('[PROC-01] without %s what was done is written instead', async (_name, part) => {
  const { said } = await open(part);
  expect(screen.getByText(en['procedure.noCaseHint'])).toBeTruthy();
  fireEvent.change(written()!, { target: { value: ' Told the police ' } });
  await acted(() => fireEvent.click(screen.getByRole('button', { name: new RegExp(en['procedure.save']) })));
  expect(said(path)).toEqual([{ expected: 0, answer: 'done', text: 'Told the police' }]);
});

test('[PROC-01] an open case is taken, whoever the customer is; and a refusal for want of him asks for a text', async () => {
  await open(
    { deviceId: 3, customerId: 0, sinisterId: 9 },
    { answer: () => refusal(400, 'reference-not-found') },
  );
  expect(written()).toBeNull();
  await acted(() => fireEvent.click(openButton()));
  expect(written()).not.toBeNull();
});

test('[PROC-01] a line says that no case was opened', async () => {
  const line = { number: 1, stepId: 'case', answer: 'done', userName: 'Ana', at: '2026-11-21T07:00:00.000Z' };
  await open({}, {}, [{ ...line, details: { noCase: true, text: 'Told the police' } }]);
  expect(screen.getByText(new RegExp(`${en['procedure.noCase']} · Told the police`))).toBeTruthy();
});
