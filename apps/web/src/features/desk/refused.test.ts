import { expect, test } from 'vitest';
import { ApiError } from '../../lib/api/api-error.ts';
import { isStale, refusedText } from './refused.ts';

const say = (error: unknown) =>
  refusedText(error, (key, values) => [key, ...Object.values(values ?? {})].join(' '), {
    dateTime: (instant) => `<${instant}>`,
  });

test('[DESK-04] who takes what another holds reads who it is and since when', () => {
  const claimed = new ApiError('alarm-claimed', 409, { details: { holderName: 'Ana', since: '10:02' } });
  expect(say(claimed)).toBe('desk.takenByOther Ana <10:02>');
  expect(isStale(claimed)).toBe(true);
});

test('[DESK-08] who closes with steps open reads which', () => {
  const steps = [
    { id: 'a', title: 'Ligar' },
    { id: 'b', title: 'Senha' },
  ];
  expect(say(new ApiError('steps-open', 422, { details: { steps } }))).toBe('desk.stepsOpen Ligar, Senha');
});

test('[DESK-05] a screen that is stale is told from one whose act failed', () => {
  expect(isStale(new ApiError('alarm-changed', 409))).toBe(true);
  expect(isStale(new ApiError('unanswered', 0))).toBe(false);
  expect(say(new ApiError('alarm-changed', 409))).toBe('apiError.alarm-changed');
});
