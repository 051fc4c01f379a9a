import { foldText } from '../units/search-text.ts';
/** Which step of a procedure follows, and which are still to be done. Pure: server and browser ask the same (PROC-01). */

export interface Step {
  readonly id: string;
  readonly kind: string;
  readonly required: boolean;
  /** By answer: the `id` of a step, `following` or `end`. */
  readonly next: Readonly<Record<string, string>>;
}

/** What was noted of a step; what is no answer of its kind leaves the procedure where it is. */
export interface Answered {
  readonly stepId: string;
  readonly answer: string;
}

const answersByKind: Readonly<Record<string, readonly string[]>> = {
  call: ['answered', 'noAnswer', 'voicemail', 'wrongNumber'],
  phrase: ['right', 'wrong', 'duress', 'none-set'],
  command: ['sent', 'notSent'],
  question: ['yes', 'no'],
};

/** In the order of their keys; one that is not required may be skipped. */
export function answersOf({ kind, required }: Pick<Step, 'kind' | 'required'>): readonly string[] {
  const answers = answersByKind[kind] ?? ['done'];
  return required ? answers : [...answers, 'skipped'];
}

/** What an answer leads to: a step, or undefined for the end. */
export function stepAfter<Of extends Step>(steps: readonly Of[], step: Step, answer: string): Of | undefined {
  const next = step.next[answer] ?? 'end';
  if (next === 'end') return undefined;
  if (next === 'following') return steps[steps.findIndex(({ id }) => id === step.id) + 1];
  return steps.find(({ id }) => id === next);
}

/** The step that is to be done now; undefined at the end. */
export function currentStep<Of extends Step>(
  steps: readonly Of[],
  lines: readonly Answered[],
): Of | undefined {
  let current = steps[0];
  for (const { stepId, answer } of lines) {
    if (!current) break;
    if (stepId === current.id && answersOf(current).includes(answer)) {
      current = stepAfter(steps, current, answer);
    }
  }
  return current;
}

/**
 * The required steps that are to be done from a step on whatever is answered: those of a branch that was not taken, or may
 * not be taken, are none of them; what is not required is passed over.
 */
export function openSteps<Of extends Step>(steps: readonly Of[], current: Of | undefined): readonly Of[] {
  let first = current;
  while (first && !first.required) first = stepAfter(steps, first, 'skipped');
  if (!first) return [];
  const sure = requiredFrom(steps, first, new Map());
  return steps.filter(({ id }) => sure.has(id));
}

/** The required steps that are on every way from a step to the end, itself too. */
function requiredFrom(
  steps: readonly Step[],
  step: Step,
  known: Map<string, ReadonlySet<string>>,
): ReadonlySet<string> {
  const before = known.get(step.id);
  if (before) return before;
  const ways = answersOf(step).map((answer): ReadonlySet<string> => {
    const next = stepAfter(steps, step, answer);
    return next ? requiredFrom(steps, next, known) : new Set<string>();
  });
  const shared = [...(ways[0] ?? [])].filter((id) => ways.every((way) => way.has(id)));
  const sure = new Set([...(step.required ? [step.id] : []), ...shared]);
  known.set(step.id, sure);
  return sure;
}

/** Whom a step of a procedure calls: the one in its place among those with its role, or of all in their order. */
export function contactOfStep<
  Contact extends { readonly role: string | null; readonly phones: readonly unknown[] },
>(
  contacts: readonly Contact[],
  { role, place }: { readonly role: string | null; readonly place: number },
): Contact | undefined {
  const callable = contacts.filter(({ phones }) => phones.length > 0);
  const fitting = role ? callable.filter((one) => foldText(one.role ?? '') === foldText(role)) : callable;
  return fitting[place - 1];
}
