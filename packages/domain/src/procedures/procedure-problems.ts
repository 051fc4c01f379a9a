/** What is wrong with the steps of a procedure: each problem names its step. A procedure without any always ends. */
import { answersOf, type Step, stepAfter } from './procedure-steps.ts';

export const mostSteps = 50;

export interface StepToJudge extends Step {
  readonly title: string;
  readonly command?: { readonly type: string };
  readonly supervisors?: boolean;
  readonly userIds?: readonly number[];
  readonly notificators?: readonly string[];
}

export interface ProcedureProblem {
  readonly kind:
    | 'no-steps'
    | 'too-many'
    | 'same-id'
    | 'title-missing'
    | 'no-way-out'
    | 'unknown-next'
    | 'loop'
    | 'unreachable'
    | 'tells-nobody'
    | 'no-command';
  /** Place of the step from 0; of `no-steps` null. */
  readonly index: number | null;
  readonly title: string;
  /** The answer that is concerned. */
  readonly answer?: string;
  /** Where that leads, as it was given; of `loop` the title of the step, or its number. */
  readonly to?: string;
}

export function procedureProblems(steps: readonly StepToJudge[]): readonly ProcedureProblem[] {
  const [first] = steps;
  if (!first) return [{ kind: 'no-steps', index: null, title: '' }];
  const beyond = steps[mostSteps];
  if (beyond) return [{ kind: 'too-many', index: mostSteps, title: beyond.title }];
  const single = steps.flatMap((step, index) => problemsOf(steps, step, index));
  // ways can be followed only where each leads somewhere
  if (single.some(({ kind }) => kind === 'same-id' || kind === 'unknown-next' || kind === 'no-way-out')) {
    return single;
  }
  const loops = loopsFrom(steps, first);
  const reached = reachedFrom(steps, first);
  const unreachable = steps.flatMap(({ id, title }, index) =>
    reached.has(id) ? [] : [{ kind: 'unreachable' as const, index, title }],
  );
  return [...single, ...loops, ...unreachable].toSorted(
    (one, other) => (one.index ?? 0) - (other.index ?? 0),
  );
}

/** In English, as the API says it. */
export function problemSentence({ kind, index, title, answer, to }: ProcedureProblem): string {
  const step = `step ${(index ?? 0) + 1} "${title}"`;
  const sentences: Readonly<Record<ProcedureProblem['kind'], string>> = {
    'no-steps': 'the procedure has no step',
    'too-many': `${step} is one too many: a procedure has at most ${mostSteps} steps`,
    'same-id': `${step} has the id of another step`,
    'title-missing': `${step} has no title`,
    'no-way-out': `${step} has no way out: its answer "${answer}" leads nowhere`,
    'unknown-next': `${step} leads by "${answer}" to "${to}", which is no step`,
    loop: `${step} leads by "${answer}" back to "${to}": the procedure would never end`,
    unreachable: `${step} is never reached`,
    'tells-nobody': `${step} tells nobody, or by no channel`,
    'no-command': `${step} names no command`,
  };
  return sentences[kind];
}

function problemsOf(
  steps: readonly StepToJudge[],
  step: StepToJudge,
  index: number,
): readonly ProcedureProblem[] {
  const { id, title, kind } = step;
  const found: ProcedureProblem[] = [];
  const say = (problem: ProcedureProblem['kind'], more: Partial<ProcedureProblem> = {}) =>
    found.push({ kind: problem, index, title, ...more });
  if (title.trim() === '') say('title-missing');
  if (steps.findIndex((other) => other.id === id) !== index) say('same-id');
  const hasRecipients = step.supervisors || (step.userIds?.length ?? 0) > 0;
  if (kind === 'tell' && !(hasRecipients && step.notificators?.length)) say('tells-nobody');
  if (kind === 'command' && !step.command?.type.trim()) say('no-command');
  for (const answer of answersOf(step)) {
    const to = step.next[answer];
    if (to === undefined || to === '') say('no-way-out', { answer });
    else if (to !== 'following' && to !== 'end' && !steps.some((other) => other.id === to)) {
      say('unknown-next', { answer, to });
    }
  }
  return found;
}

/** Each answer that leads back to a step that is still under way. */
function loopsFrom(steps: readonly StepToJudge[], first: StepToJudge): readonly ProcedureProblem[] {
  const found: ProcedureProblem[] = [];
  const done = new Set<string>();
  const underWay = new Set<string>();
  const follow = (step: StepToJudge) => {
    underWay.add(step.id);
    for (const answer of answersOf(step)) {
      const next = stepAfter(steps, step, answer);
      if (!next || done.has(next.id)) continue;
      if (underWay.has(next.id)) {
        const to = next.title || String(steps.indexOf(next) + 1);
        found.push({ kind: 'loop', index: steps.indexOf(step), title: step.title, answer, to });
      } else follow(next);
    }
    underWay.delete(step.id);
    done.add(step.id);
  };
  follow(first);
  return found;
}

function reachedFrom(steps: readonly StepToJudge[], first: StepToJudge): ReadonlySet<string> {
  const reached = new Set([first.id]);
  const follow: StepToJudge[] = [first];
  for (let step = follow.pop(); step; step = follow.pop()) {
    for (const answer of answersOf(step)) {
      const next = stepAfter(steps, step, answer);
      if (!next || reached.has(next.id)) continue;
      reached.add(next.id);
      follow.push(next);
    }
  }
  return reached;
}
