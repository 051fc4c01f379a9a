import { expect, test } from 'vitest';
import { type ConnectionLimits, createConnectionLimiter, type Place } from './connection-limiter.ts';
import { shareDescriptors } from './descriptors.ts';

function limited(limits: ConnectionLimits) {
  const limiter = createConnectionLimiter(limits);
  const closed: string[] = [];
  return {
    limiter,
    closed,
    enter(name: string, address: string | undefined = '10.0.0.1'): Place {
      const place = limiter.enter(address, () => closed.push(name));
      if (typeof place === 'string') throw new Error(`${name}: ${place}`);
      return place;
    },
  };
}

test('[ING-11] the connection that was idle for longest gives way to a newcomer, of whatever address', () => {
  const { limiter, closed, enter } = limited({ connections: 3, connectionsPerAddress: 3 });
  const first = enter('first');
  enter('second', '10.0.0.2');
  enter('third');
  first.busy();
  first.idle();
  enter('fourth', '10.0.0.4');
  expect(closed).toEqual(['second']);
  enter('fifth', '10.0.0.4');
  expect(closed).toEqual(['second', 'third']);
  enter('sixth', '10.0.0.4');
  expect(closed).toEqual(['second', 'third', 'first']);
  expect(limiter.open).toBe(3);
});

test('[ING-11] what is under way gives way to nobody, and the newcomer is refused', () => {
  const { limiter, closed, enter } = limited({ connections: 2, connectionsPerAddress: 2 });
  const first = enter('first');
  first.busy();
  first.busy();
  first.idle();
  const second = enter('second');
  second.busy();
  expect(limiter.enter('10.0.0.9', () => undefined)).toBe('too-many-connections');
  expect(limiter.enter('10.0.0.1', () => undefined)).toBe('too-many-of-address');
  second.leave();
  enter('third', '10.0.0.9');
  first.idle();
  enter('fourth', '10.0.0.9');
  expect(closed).toEqual(['third']);
});

test('[ING-11] an address at its bound gives way among its own, and takes nobody else’s place', () => {
  const { limiter, closed, enter } = limited({ connections: 10, connectionsPerAddress: 2 });
  enter('other', '10.0.0.2');
  enter('first');
  enter('second');
  enter('third');
  expect(closed).toEqual(['first']);
  expect(limiter.open).toBe(3);
});

test('[ING-11] the addresses of one IPv6 /64 share one bound, and another /64 has its own', () => {
  const { limiter, closed, enter } = limited({ connections: 10, connectionsPerAddress: 2 });
  enter('first', '2001:db8:1:2::1');
  enter('second', '2001:0db8:1:2:ffff::').busy();
  enter('third', '2001:db8:1:2:a:b:c:d');
  expect(closed).toEqual(['first']);
  enter('neighbour', '2001:db8:1:3::1');
  enter('v4', '::ffff:192.0.2.1');
  enter('v4 again', '192.0.2.1');
  expect(closed).toEqual(['first']);
  enter('v4 once more', '::ffff:192.0.2.1');
  enter('other v4', '192.0.2.2');
  expect(closed).toEqual(['first', 'v4']);
  expect(limiter.open).toBe(6);
});

test('[ING-11] without an address, as of a proxy that is trusted, only the bound in all counts', () => {
  const { limiter, enter } = limited({ connections: 3, connectionsPerAddress: 1 });
  for (const name of ['first', 'second', 'third']) {
    const place = limiter.enter(undefined);
    expect(place, name).toBeTypeOf('object');
  }
  // these have no way to give way
  expect(limiter.enter('10.0.0.1')).toBe('too-many-connections');
  expect(() => enter('fourth')).toThrow('too-many-connections');
});

test('who left is counted no more, however often he says so, and never gives way', () => {
  const { limiter, closed, enter } = limited({ connections: 2, connectionsPerAddress: 1 });
  const first = enter('first');
  first.busy();
  first.leave();
  first.leave();
  first.idle();
  expect(limiter.open).toBe(0);
  enter('second');
  enter('third');
  expect(closed).toEqual(['second']);
  expect(limiter.open).toBe(1);
});

test('[ING-11] the descriptors of the process are shared out: none takes those of another', () => {
  expect(shareDescriptors(1_048_576)).toEqual({ web: 20_000, trackers: 1_027_552 });
  expect(shareDescriptors(20_000)).toEqual({ web: 5_000, trackers: 13_976 });
  expect(shareDescriptors(1_024)).toEqual({ web: 256, trackers: 512 });
  for (const most of [256, 512, 4_096, 65_536]) {
    const { web, trackers } = shareDescriptors(most);
    expect(most - web - trackers).toBeGreaterThanOrEqual(Math.min(most / 4, 1_024));
  }
  expect(shareDescriptors().trackers).toBeGreaterThan(0);
});
