import { expect, test } from 'vitest';
import { ApiError } from '../../lib/api/api-error.ts';
import { hindranceOf } from './batch-outcome.ts';

const refusal = (details: object) =>
  new ApiError('block-needs-confirmation', 403, { message: '', details } as never);

test('[CMD-07] a block that needs a reason says how fast and how long ago', () => {
  expect(hindranceOf(refusal({ speedKph: 62, fixAgeSeconds: 12, maxSpeedKph: 20 }))).toEqual({
    speedKph: 62,
    fixAgeSeconds: 12,
  });
});

test('[CMD-07] a refusal that says nothing more still asks for the reason; any other failure does not', () => {
  expect(hindranceOf(refusal({}))).toEqual({ speedKph: null, fixAgeSeconds: null });
  expect(hindranceOf(new ApiError('forbidden', 403))).toBeUndefined();
  expect(hindranceOf(new Error('away'))).toBeUndefined();
});
