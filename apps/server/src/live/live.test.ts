import { expect, test } from 'vitest';
import { createLivePosition } from './live.ts';

function setUp() {
  const at = { oldest: '100' as string | undefined, ms: 0 };
  const position = createLivePosition(
    () => at.oldest,
    () => at.ms,
  );
  return { at, position };
}

test('[WS-02] the channel is as far as what was published for sure: the look of a minute ago', () => {
  const { at, position } = setUp();
  expect(position.current()).toBe('100');
  at.oldest = '200';
  at.ms = 59_000;
  expect(position.current()).toBe('100');
  at.oldest = '300';
  at.ms = 118_000;
  expect(position.current()).toBe('100');
  at.ms = 119_000;
  expect(position.current()).toBe('200');
});

test('[SCALE-06] after a failover that lost transactions it goes on from where the database is', () => {
  const { at, position } = setUp();
  position.current();
  at.oldest = '90';
  at.ms = 1000;
  expect(position.current()).toBe('90');
});

test('nobody knows how far it is before changes were read', () => {
  const { at, position } = setUp();
  at.oldest = undefined;
  expect(position.current()).toBeUndefined();
});
