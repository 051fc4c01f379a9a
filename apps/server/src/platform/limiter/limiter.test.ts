import { expect, test } from 'vitest';
import { createKeyedLimiter, createLimiter } from './limiter.ts';

/** Work that ends when it is released. */
function pending(name: string, started: string[]) {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const work = () => {
    started.push(name);
    return promise;
  };
  return { work, end: () => resolve(name), fail: () => reject(new Error(name)) };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

test('so many run at once, the others in their order, and the next one beyond the bound is refused', async () => {
  const started: string[] = [];
  const limiter = createLimiter(2, { most: 2, refusal: () => new Error('too many') });
  const [a, b, c, d, e] = ['a', 'b', 'c', 'd', 'e'].map((name) => pending(name, started));
  const running = [a, b, c, d].map((one) => limiter.run(one!.work));
  expect(started).toEqual(['a', 'b']);
  await expect(limiter.run(e!.work)).rejects.toThrow('too many');
  b!.fail();
  await expect(running[1]).rejects.toThrow('b');
  await settle();
  expect(started).toEqual(['a', 'b', 'c']);
  const last = limiter.run(e!.work);
  for (const one of [a, c, d, e]) one!.end();
  expect(await Promise.all([running[0], running[2], running[3], last])).toEqual(['a', 'c', 'd', 'e']);
  expect(started).toEqual(['a', 'b', 'c', 'd', 'e']);
});

test('a bound of none waiting refuses whoever finds all places taken', async () => {
  const limiter = createLimiter(1, { most: 0, refusal: () => new Error('too many') });
  const one = pending('one', []);
  const running = limiter.run(one.work);
  await expect(limiter.run(async () => 'two')).rejects.toThrow('too many');
  one.end();
  await running;
  await settle();
  expect(await limiter.run(async () => 'three')).toBe('three');
});

test('who gives up while waiting leaves the queue at once and is never run', async () => {
  const started: string[] = [];
  const limiter = createLimiter(1, { most: 1, refusal: () => new Error('too many') });
  const [first, second, third] = ['first', 'second', 'third'].map((name) => pending(name, started));
  const running = limiter.run(first!.work);
  const giving = new AbortController();
  const waiting = limiter.run(second!.work, giving.signal);
  giving.abort(new Error('gone'));
  await expect(waiting).rejects.toThrow('gone');
  await expect(limiter.run(second!.work, giving.signal)).rejects.toThrow('gone');
  const next = limiter.run(third!.work);
  first!.end();
  third!.end();
  expect(await Promise.all([running, next])).toEqual(['first', 'third']);
  expect(started).toEqual(['first', 'third']);
});

test('work that has begun keeps its place until it has ended, whatever its signal says', async () => {
  const started: string[] = [];
  const limiter = createLimiter(1);
  const [first, second] = ['first', 'second'].map((name) => pending(name, started));
  const giving = new AbortController();
  const running = limiter.run(first!.work, giving.signal);
  const next = limiter.run(second!.work);
  giving.abort();
  await settle();
  expect(started).toEqual(['first']);
  first!.end();
  second!.end();
  expect(await Promise.all([running, next])).toEqual(['first', 'second']);
});

test('a turn that was entered lasts until it is ended', async () => {
  const limiter = createLimiter(1);
  const end = await limiter.enter(new AbortController().signal);
  const giving = new AbortController();
  const given = limiter.enter(giving.signal);
  giving.abort(new Error('gone'));
  await expect(given).rejects.toThrow('gone');
  let entered = false;
  const next = limiter.enter(new AbortController().signal).then((endNext) => {
    entered = true;
    endNext();
  });
  await settle();
  expect(entered).toBe(false);
  end();
  await next;
  expect(entered).toBe(true);
});

test('work of one key runs one after another, of several keys side by side within the bound of all', async () => {
  const started: string[] = [];
  const limiter = createKeyedLimiter(2);
  const [a1, a2, b1, c1] = ['a1', 'a2', 'b1', 'c1'].map((name) => pending(name, started));
  const failing = limiter.run('a', a1!.work);
  void limiter.run('a', a2!.work);
  void limiter.run('b', b1!.work);
  void limiter.run('c', c1!.work);
  await settle();
  expect(started).toEqual(['a1', 'b1']);
  let settled = false;
  const ofA = limiter.settled('a').then(() => {
    settled = true;
  });
  a1!.fail();
  await expect(failing).rejects.toThrow('a1');
  await settle();
  expect(started).toEqual(['a1', 'b1', 'c1']);
  c1!.end();
  await settle();
  expect([started.at(-1), settled]).toEqual(['a2', false]);
  a2!.end();
  await ofA;
  b1!.end();
  await limiter.idle();
  await limiter.settled('a');
  expect(await limiter.run('a', async () => 'again')).toBe('again');
});
