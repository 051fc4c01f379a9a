/** A procedure while it is written: steps are added, moved and changed; ways by `following` move with the order. */
import type { ProcedureStep, ProcedureStepKind } from '@atalaia/contract/desk/procedure';
import { answersOf } from '@atalaia/domain/procedures/procedure-steps';

export const stepKinds = [
  'call',
  'phrase',
  'question',
  'text',
  'command',
  'wait',
  'case',
  'tell',
] as const satisfies readonly ProcedureStepKind[];

const facts: { readonly [Kind in ProcedureStepKind]: object } = {
  call: { role: null, place: 1 },
  phrase: {},
  question: {},
  text: {},
  command: { command: { type: '' } },
  wait: { minutes: 5 },
  case: { openingType: 'robbery' },
  tell: { supervisors: true, userIds: [], notificators: ['mobile'] },
};

/** With a way for each of its answers. */
function withWays(step: ProcedureStep): ProcedureStep {
  const next = Object.fromEntries(
    answersOf(step).map((answer) => [answer, step.next[answer] ?? 'following']),
  );
  return { ...step, next };
}

function freshId(steps: readonly ProcedureStep[]): string {
  let number = steps.length + 1;
  while (steps.some(({ id }) => id === `s${number}`)) number += 1;
  return `s${number}`;
}

export function addStep(steps: readonly ProcedureStep[]): readonly ProcedureStep[] {
  const step = { id: freshId(steps), kind: 'text', title: '', required: true, next: {} } as const;
  return [...steps, withWays(step)];
}

export function changeStep(
  steps: readonly ProcedureStep[],
  at: number,
  part: Partial<ProcedureStep>,
): readonly ProcedureStep[] {
  return steps.map((step, index) => (index === at ? withWays({ ...step, ...part } as ProcedureStep) : step));
}

/** Its id, title and whether it is required stay; ways of answers that it does not know any more go. */
export function withKind(
  steps: readonly ProcedureStep[],
  at: number,
  kind: ProcedureStepKind,
): readonly ProcedureStep[] {
  return steps.map((step, index) => {
    if (index !== at || step.kind === kind) return step;
    const { id, title, required } = step;
    return withWays({ id, title, required, next: {}, kind, ...facts[kind] } as ProcedureStep);
  });
}

export function moveStep(
  steps: readonly ProcedureStep[],
  from: number,
  to: number,
): readonly ProcedureStep[] {
  const moved = steps[from];
  if (!moved || to < 0 || to >= steps.length) return steps;
  return steps.filter((step) => step !== moved).toSpliced(to, 0, moved);
}

/** What led to it leads to the step below where it was. */
export function removeStep(steps: readonly ProcedureStep[], at: number): readonly ProcedureStep[] {
  const gone = steps[at];
  const below = steps[at + 1];
  return steps
    .filter((step) => step !== gone)
    .map((step) => ({
      ...step,
      next: Object.fromEntries(
        Object.entries(step.next).map(([answer, to]) => [
          answer,
          to === gone?.id ? (below?.id ?? 'end') : to,
        ]),
      ),
    }));
}
