import { expect, test } from 'vitest';
import { levelOf } from '../report/line-levels.ts';
import { createGrowingLine } from './growing-line.ts';

const wave = (at: number) => [at * 3, Math.sin(at / 40) * 900] as const;

test('[COCK-01] a line that grew place by place has at every zoom the places of one that was there at once', () => {
  const line = createGrowingLine();
  for (let at = 0; at < 5000; at += 1) {
    line.append(...wave(at));
    // looked at on the way, so that levels are continued and not made at the end
    if (at % 700 === 0) for (const metres of [1, 50, 400]) line.levelAt(metres);
  }
  const xs = Float64Array.from({ length: 5000 }, (_, at) => wave(at)[0]);
  const ys = Float64Array.from({ length: 5000 }, (_, at) => wave(at)[1]);
  expect(line.count()).toBe(5000);
  for (const metres of [1, 50, 400]) {
    const whole = levelOf({ xs, ys, starts: [0] }, metres);
    const { indices, isStart } = line.levelAt(metres);
    expect(Array.from(indices)).toEqual(Array.from(whole.indices));
    expect(Array.from(isStart)).toEqual(Array.from(whole.isStart));
  }
  expect(line.levelAt(400).indices.length).toBeLessThan(200);
});

test('[COCK-01] its last place is always drawn, however near it is to the one before; cleared, it is empty', () => {
  const line = createGrowingLine();
  for (const x of [0, 100, 101]) line.append(x, 0);
  expect(Array.from(line.levelAt(50).indices)).toEqual([0, 1, 2]);
  line.append(102, 0);
  expect(Array.from(line.levelAt(50).indices)).toEqual([0, 1, 3]);
  line.clear();
  expect([line.count(), line.levelAt(50).indices.length]).toEqual([0, 0]);
});
