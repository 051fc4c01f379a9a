import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mostSteps, problemSentence, procedureProblems, type StepToJudge } from './procedure-problems.ts';
import { answersOf, contactOfStep, currentStep, openSteps, stepAfter } from './procedure-steps.ts';

const step = (
  id: string,
  kind: string,
  next: Record<string, string> = {},
  more: Partial<StepToJudge> = {},
): StepToJudge => {
  const required = more.required ?? true;
  const ways = Object.fromEntries(answersOf({ kind, required }).map((answer) => [answer, 'following']));
  return { id, kind, title: `Passo ${id}`, required, next: { ...ways, ...next }, ...more };
};

const sentences = (steps: readonly StepToJudge[]) => procedureProblems(steps).map(problemSentence);

test('[PROC-01] each answer leads to its own step, and the last one to the end', () => {
  const steps = [
    step('call', 'call', { noAnswer: 'again', voicemail: 'again', wrongNumber: 'end' }),
    step('phrase', 'phrase', { right: 'end', wrong: 'end', duress: 'end', 'none-set': 'end' }),
    step('again', 'call', { answered: 'end' }),
  ];
  expect(procedureProblems(steps)).toEqual([]);
  const at = (...answers: [string, string][]) =>
    currentStep(
      steps,
      answers.map(([stepId, answer]) => ({ stepId, answer })),
    )?.id;
  expect(at()).toBe('call');
  expect(at(['call', 'answered'])).toBe('phrase');
  expect(at(['call', 'voicemail'])).toBe('again');
  expect(at(['call', 'wrongNumber'])).toBeUndefined();
  expect(at(['call', 'voicemail'], ['again', 'noAnswer'])).toBeUndefined();
  // what is no answer, or of another step, moves nothing
  expect(at(['call', 'sending'], ['phrase', 'right'], ['call', 'skipped'])).toBe('call');
});

test('[PROC-01] a procedure that leads back is refused by the step that does', () => {
  const steps = [step('a', 'question', { no: 'end' }), step('b', 'call', { noAnswer: 'a', answered: 'end' })];
  steps.push(step('c', 'text'));
  expect(sentences(steps)).toEqual([
    'step 2 "Passo b" leads by "noAnswer" back to "Passo a": the procedure would never end',
  ]);
  expect(sentences([step('a', 'text', { done: 'a' })])).toEqual([
    'step 1 "Passo a" leads by "done" back to "Passo a": the procedure would never end',
  ]);
});

test('[PROC-01] a step without way out, to no step, never reached, without title or twice is refused by its name', () => {
  const { no: _, ...onlyYes } = step('a', 'question').next;
  expect(sentences([step('a', 'question', {}, { next: onlyYes })])).toEqual([
    'step 1 "Passo a" has no way out: its answer "no" leads nowhere',
  ]);
  expect(sentences([step('a', 'text', { done: 'nowhere' })])).toEqual([
    'step 1 "Passo a" leads by "done" to "nowhere", which is no step',
  ]);
  expect(sentences([step('a', 'text', { done: 'end' }), step('b', 'text')])).toEqual([
    'step 2 "Passo b" is never reached',
  ]);
  expect(sentences([step('a', 'text', {}, { title: ' ' })])).toEqual(['step 1 " " has no title']);
  expect(sentences([step('a', 'text'), step('a', 'text')])).toEqual([
    'step 2 "Passo a" has the id of another step',
  ]);
  expect(sentences([])).toEqual(['the procedure has no step']);
});

test('[PROC-01] a step that tells nobody or sends nothing, and more steps than a person can follow, are refused', () => {
  expect(sentences([step('a', 'tell', {}, { userIds: [1], notificators: [] })])).toEqual([
    'step 1 "Passo a" tells nobody, or by no channel',
  ]);
  expect(sentences([step('a', 'tell', {}, { supervisors: true, notificators: ['mail'] })])).toEqual([]);
  expect(sentences([step('a', 'command', {}, { command: { type: ' ' } })])).toEqual([
    'step 1 "Passo a" names no command',
  ]);
  const many = Array.from({ length: mostSteps + 1 }, (_, at) => step(`s${at}`, 'text'));
  expect(sentences(many)).toEqual(['step 51 "Passo s50" is one too many: a procedure has at most 50 steps']);
  expect(sentences(many.slice(1))).toEqual([]);
});

test('[PROC-01] open are the required steps that must be done whatever is answered, and none of a branch not taken', () => {
  const steps = [
    step('hint', 'text', {}, { required: false }),
    step('ask', 'question', { yes: 'police', no: 'note' }),
    step('police', 'text', { done: 'last' }),
    step('note', 'text', { done: 'last' }),
    step('maybe', 'text', {}, { required: false }),
    step('last', 'text'),
  ];
  const open = (...lines: [string, string][]) => {
    const answered = lines.map(([stepId, answer]) => ({ stepId, answer }));
    return openSteps(steps, currentStep(steps, answered)).map(({ id }) => id);
  };
  expect(open()).toEqual(['ask', 'last']);
  expect(open(['hint', 'skipped'], ['ask', 'yes'])).toEqual(['police', 'last']);
  expect(open(['hint', 'done'], ['ask', 'no'], ['note', 'done'])).toEqual(['last']);
  expect(open(['hint', 'done'], ['ask', 'no'], ['note', 'done'], ['last', 'done'])).toEqual([]);
  const optional = steps.map((one) => ({
    ...step(one.id, one.kind, one.next, { required: false }),
  }));
  expect(openSteps(optional, optional[0])).toEqual([]);
});

/** Any procedure at all: ways to any step, forwards and back, to none, and to the end. */
const anySteps = fc.integer({ min: 1, max: 9 }).chain((count) =>
  fc.array(
    fc.record({
      kind: fc.constantFrom('call', 'phrase', 'command', 'wait', 'case', 'text', 'question'),
      required: fc.boolean(),
      ways: fc.array(
        fc.oneof(
          { weight: 3, arbitrary: fc.constant('following') },
          { weight: 1, arbitrary: fc.constant('end') },
          { weight: 2, arbitrary: fc.nat(count).map((at) => `s${at}`) },
        ),
        { minLength: 5, maxLength: 5 },
      ),
    }),
    { minLength: count, maxLength: count },
  ),
);

test('[PROC-01] a procedure without problems ends whatever is answered, and every other one is refused', () => {
  let sound = 0;
  fc.assert(
    fc.property(anySteps, fc.infiniteStream(fc.nat(4)), (drawn, choices) => {
      const steps = drawn.map(({ kind, required, ways }, at) => {
        const next = Object.fromEntries(
          answersOf({ kind, required }).map((answer, way) => [answer, ways[way] ?? 'end']),
        );
        return step(`s${at}`, kind, next, { required, command: { type: 'engineStop' } });
      });
      const problems = procedureProblems(steps);
      if (problems.length > 0)
        return endsAlways(steps) && problems.every(({ kind }) => kind === 'loop')
          ? expect.unreachable('a procedure that always ends was called a loop')
          : undefined;
      sound += 1;
      const lines: { stepId: string; answer: string }[] = [];
      for (let current = currentStep(steps, lines); current; current = currentStep(steps, lines)) {
        const open = openSteps(steps, current).map(({ id }) => id);
        expect(lines.some(({ stepId }) => open.includes(stepId))).toBe(false);
        if (current.required) expect(open).toContain(current.id);
        const answers = answersOf(current);
        const answer = answers[(choices.next().value ?? 0) % answers.length] ?? '';
        lines.push({ stepId: current.id, answer });
        expect(lines.length).toBeLessThanOrEqual(steps.length);
      }
      expect(openSteps(steps, undefined)).toEqual([]);
    }),
    { numRuns: 5_000, seed: 17 },
  );
  expect(sound).toBeGreaterThan(100);
});

/** By walking every way: none is longer than there are steps. */
function endsAlways(steps: readonly StepToJudge[]): boolean {
  const walk = (at: StepToJudge, length: number): boolean =>
    length <= steps.length &&
    answersOf(at).every((answer) => {
      const next = stepAfter(steps, at, answer);
      return !next || walk(next, length + 1);
    });
  const [first] = steps;
  return first === undefined || walk(first, 1);
}

test('[PROC-01] a step calls the one in its place among those of its role, or of all who have a phone', () => {
  const person = (name: string, role: string | null, phones = 1) => ({
    name,
    role,
    phones: Array(phones).fill(0),
  });
  const contacts = [
    person('Ana', 'Titular', 0),
    person('Bia', 'Esposa'),
    person('Caio', 'titular'),
    person('Davi', null),
  ];
  const called = (role: string | null, place: number) => contactOfStep(contacts, { role, place })?.name;
  expect([called(null, 1), called(null, 3), called(null, 4)]).toEqual(['Bia', 'Davi', undefined]);
  expect([called('Titular', 1), called('Titular', 2), called('Vizinho', 1)]).toEqual([
    'Caio',
    undefined,
    undefined,
  ]);
});
