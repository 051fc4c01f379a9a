import { expect, test } from 'vitest';
import { restingHeight } from './bottom-sheet.tsx';

test('[APP-02] a sheet that is dragged slowly rests at the height that is nearest; a quick drag goes on by one', () => {
  const slow = (size: number) => restingHeight('half', size - 400, 2000, size, 800);
  expect([120, 300, 420, 560, 700].map(slow)).toEqual(['low', 'half', 'half', 'half', 'full']);
  expect(restingHeight('half', 90, 60, 490, 800)).toBe('full');
  expect(restingHeight('half', -90, 60, 310, 800)).toBe('low');
  expect(restingHeight('low', -90, 60, 20, 800)).toBe('low');
  expect(restingHeight('full', 90, 60, 800, 800)).toBe('full');
});
