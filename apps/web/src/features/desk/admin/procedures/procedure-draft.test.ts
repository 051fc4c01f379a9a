import type { ProcedureStep } from '@atalaia/contract/desk/procedure';
import { procedureProblems } from '@atalaia/domain/procedures/procedure-problems';
import { expect, test } from 'vitest';
import { addStep, changeStep, moveStep, removeStep, withKind } from './procedure-draft.ts';

const three = (): readonly ProcedureStep[] =>
  [0, 1, 2].reduce<readonly ProcedureStep[]>(
    (steps, at) => changeStep(addStep(steps), at, { title: `Passo ${at}` }),
    [],
  );
const ids = (steps: readonly { readonly id: string }[]) => steps.map(({ id }) => id);

test('[PROC-01] steps are added with a way for each answer, moved within bounds, and keep their ids', () => {
  const steps = three();
  expect([ids(steps), procedureProblems(steps)]).toEqual([['s1', 's2', 's3'], []]);
  expect(ids(moveStep(steps, 0, 2))).toEqual(['s2', 's3', 's1']);
  expect(moveStep(steps, 0, -1)).toBe(steps);
  expect(moveStep(steps, 2, 3)).toBe(steps);
  // an id is never given twice
  expect(ids(addStep(removeStep(steps, 0)))).toEqual(['s2', 's3', 's4']);
});

test('[PROC-01] another kind has the ways of its own answers, and one that is not required may be skipped', () => {
  const asked = withKind(three(), 1, 'question');
  expect(asked[1]).toMatchObject({ title: 'Passo 1', next: { yes: 'following', no: 'following' } });
  const optional = changeStep(asked, 1, { required: false, next: { yes: 'end', no: 'following' } });
  expect(optional[1]?.next).toEqual({ yes: 'end', no: 'following', skipped: 'following' });
  expect(changeStep(optional, 1, { required: true })[1]?.next).toEqual({ yes: 'end', no: 'following' });
  expect(withKind(asked, 0, 'wait')[0]).toMatchObject({ minutes: 5, next: { done: 'following' } });
});

test('[PROC-01] what led to a step that is removed leads to the one below it, or to the end', () => {
  const steps = changeStep(withKind(three(), 0, 'question'), 0, { next: { yes: 's2', no: 's3' } });
  expect(removeStep(steps, 1)[0]?.next).toEqual({ yes: 's3', no: 's3' });
  expect(removeStep(steps, 2)[0]?.next).toEqual({ yes: 's2', no: 'end' });
});
