// @vitest-environment happy-dom
import type { Procedure, ProcedureDetail, ProcedureStep } from '@atalaia/contract/desk/procedure';
import { en } from '@atalaia/phrases/en';
import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { acted, refusal, renderDesk } from '../../testing/render-desk.tsx';
import { ProceduresView } from './procedures-view.tsx';

const step: ProcedureStep = {
  ...{ id: 'a', key: null, title: 'Look', required: true, next: { done: 'end' }, kind: 'text' },
};
const named = {
  rules: [
    { key: 'jamming', name: 'Bloqueador de sinal' },
    { key: null, name: 'Pátio' },
  ],
  callReasons: ['reportedTheft'],
};
const row: Procedure = {
  ...{ id: 1, key: 'jamming', name: 'Bloqueador de sinal', use: 'alarm', stepCount: 1, archivedAt: null },
  ...{ publishedVersion: 1, latestVersion: 1, savedAt: '2026-01-01T12:00:00.000Z', savedBy: null },
  ...named,
};
const version = { number: 2, name: row.name, savedAt: row.savedAt, savedBy: 'Rui', isPublished: false };
const read = {
  'procedures/1/versions/2': { ...version, stepCount: 1, steps: [{ ...step, title: 'Theirs' }] },
  'procedures/1/versions': [{ ...version, stepCount: 1 }],
  'procedures/1': { ...row, steps: [step] } satisfies ProcedureDetail,
  procedures: [row],
};
const users = `${en['alarmRule.jamming']}, Pátio, ${en['callReason.reportedTheft']}`;
const shownName = en['procedureName.jamming'];
const press = (name: string | RegExp) =>
  acted(() => fireEvent.click(screen.getAllByRole('button', { name }).at(-1) as HTMLElement));

test('[PROC-02] who names a procedure is said in the person’s language, in the list and where it is not archived', async () => {
  const { told } = await renderDesk(<ProceduresView />, {
    read,
    answer: () => refusal(409, 'in-use', named),
  });
  expect(await screen.findByText(users)).toBeTruthy();
  await press(`${en['procedure.archive']}: ${shownName}`);
  await press(en['procedure.archive']);
  expect(told).toHaveBeenLastCalledWith('failure', en['procedure.inUse'].replace('{{names}}', users));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('[PROC-02] what somebody else saved meanwhile is not written over unasked: it is read, or one’s own follows it', async () => {
  const current = { latestVersion: 2 };
  let isTold = false;
  const { told, said } = await renderDesk(<ProceduresView />, {
    read,
    answer() {
      if (isTold) return Response.json({ ...row, latestVersion: 3, steps: [step] });
      isTold = true;
      return refusal(409, 'edited-meanwhile', { current });
    },
  });
  await press(en['desk.editOf'].replace('{{name}}', shownName));
  const save = await screen.findByRole('button', { name: en['procedure.saveDraft'] });
  expect((save as HTMLButtonElement).disabled).toBe(true);
  const field = screen.getByLabelText(en['procedure.stepTitle']);
  fireEvent.change(field, { target: { value: '' } });
  await press(en['procedure.saveDraft']);
  expect(said('procedures/1')).toEqual([]);
  fireEvent.change(field, { target: { value: 'Mine' } });
  await press(en['procedure.saveDraft']);
  await press(en['procedure.takeTheirs']);
  expect(await screen.findByDisplayValue('Theirs')).toBeTruthy();
  await press(en['procedure.back']);
  await press(en['procedure.keepMine']);
  const mine = { name: row.name, steps: [{ ...step, title: 'Mine' }], publish: false };
  expect(said('procedures/1')).toMatchObject([
    { ...mine, version: 1 },
    { ...mine, version: 2 },
  ]);
  expect(told).toHaveBeenLastCalledWith('success', en['procedure.saved'].replace('{{number}}', '3'));
});
