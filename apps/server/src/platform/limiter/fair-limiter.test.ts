import { expect, test } from 'vitest';
import { createFairLimiter } from './fair-limiter.ts';

const refusal = () => new Error('too many');

/** Work that is noted when it starts, and ends when it is let go. */
function scene(bounds = { most: 6, mostOfOne: 3 }) {
  const limiter = createFairLimiter({ ...bounds, refusal });
  const started: string[] = [];
  const running: (() => void)[] = [];
  const ask = (name: string, key: string, isFirst = false) =>
    limiter.run({ isFirst, key }, () => {
      started.push(name);
      return new Promise<void>((resolve) => running.push(resolve));
    });
  const tick = () => new Promise((resolve) => setImmediate(resolve));
  const letGo = async (count: number) => {
    for (let one = 0; one < count; one += 1) {
      await tick();
      running.shift()?.();
    }
    await tick();
  };
  return { limiter, started, ask, letGo, tick };
}

test('[SEC-01] turns go round among keys, in the order in which each asked', async () => {
  const { ask, started, letGo } = scene();
  const all = [
    ask('a1', 'a'),
    ask('a2', 'a'),
    ask('a3', 'a'),
    ask('b1', 'b'),
    ask('c1', 'c'),
    ask('b2', 'b'),
  ];
  await letGo(6);
  await Promise.all(all);
  expect(started).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2']);
});

test('[SEC-01] those who come first go before all others, who have a turn now and then all the same', async () => {
  const { ask, started, letGo } = scene({ most: 20, mostOfOne: 20 });
  const others = [ask('o1', 'o'), ask('o2', 'o'), ask('o3', 'o')];
  const first = Array.from({ length: 10 }, (_, one) => ask(`f${one}`, 'f', true));
  await letGo(13);
  await Promise.all([...others, ...first]);
  expect(started.slice(0, 3)).toEqual(['o1', 'f0', 'f1']);
  expect(started.indexOf('o2')).toBe(9);
});

test('[SEC-01] who asks for much is refused, and who comes anew takes the place of the one who waits with most', async () => {
  const { ask, letGo, started, tick } = scene({ most: 4, mostOfOne: 3 });
  const running = ask('running', 'x');
  await tick();
  const much = ['a1', 'a2', 'a3'].map((name) => ask(name, 'a'));
  await expect(ask('a4', 'a')).rejects.toThrow('too many');
  const [b1, c1] = [ask('b1', 'b'), ask('c1', 'c')];
  await expect(much[2]).rejects.toThrow('too many');
  const d1 = ask('d1', 'd');
  await expect(much[1]).rejects.toThrow('too many');
  await expect(ask('e1', 'e'), 'nobody waits with more than one').rejects.toThrow('too many');
  await letGo(5);
  await Promise.all([running, much[0], b1, c1, d1]);
  expect(started).toEqual(['running', 'a1', 'b1', 'c1', 'd1']);
});

test('work that fails says so to who asked, and the next one starts', async () => {
  const { limiter } = scene();
  const failing = limiter.run({ isFirst: false, key: 'a' }, () => Promise.reject(new Error('broken')));
  const next = limiter.run({ isFirst: false, key: 'a' }, async () => 'done');
  await expect(failing).rejects.toThrow('broken');
  expect(await next).toBe('done');
});
