import { expect, test } from 'vitest';
import { ApiError } from '../../lib/api/api-error.ts';
import { closingRefusedText, isStale, refusedText } from './refused.ts';

const texts = {
  text: (key: string, values?: object) => [key, ...Object.values(values ?? {})].join(' '),
  textOr: (key: string, otherwise: string) => (key === 'procedureStep.sos.call' ? 'Call' : otherwise),
};
const formats = { dateTime: (instant: string) => `<${instant}>` };
const say = (error: unknown) => refusedText(error, texts.text, formats);

test('[DESK-04] who takes what another holds reads who it is and since when', () => {
  const claimed = new ApiError('alarm-claimed', 409, { details: { holderName: 'Ana', since: '10:02' } });
  expect(say(claimed)).toBe('desk.takenByOther Ana <10:02>');
  expect(isStale(claimed)).toBe(true);
});

test('[DESK-08] [PROC-01] who closes with steps open reads which, those that ship in his language', () => {
  const refused = (steps: unknown) =>
    closingRefusedText(new ApiError('steps-open', 422, { details: { steps } }), texts, formats);
  const steps = [
    { id: 'a', title: 'Ligar', key: 'sos.call' },
    { id: 'b', title: 'Senha', key: null },
    { id: 'c', title: 'Fim' },
  ];
  expect(refused(steps)).toBe('desk.stepsOpen Call, Senha, Fim');
  expect(refused(undefined)).toBe('apiError.steps-open');
  expect(closingRefusedText(new ApiError('alarm-changed', 409), texts, formats)).toBe(
    'apiError.alarm-changed',
  );
});

test('[DESK-05] a screen that is stale is told from one whose act failed', () => {
  expect(isStale(new ApiError('alarm-changed', 409))).toBe(true);
  expect(isStale(new ApiError('unanswered', 0))).toBe(false);
  expect(say(new ApiError('alarm-changed', 409))).toBe('apiError.alarm-changed');
});
