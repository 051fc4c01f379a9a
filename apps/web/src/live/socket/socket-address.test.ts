import { expect, test } from 'vitest';
import { socketAddress } from './socket-address.ts';

test('[WS-01] the socket of a page begins with news alone, since the page loads its snapshot itself', () => {
  expect(socketAddress('https://track.example', 'a+b', undefined)).toBe(
    'wss://track.example/api/socket?b=a%2Bb&snapshot=none',
  );
  expect(socketAddress('http://localhost:8080', 'a', { gapMs: 1500, since: '77' })).toBe(
    'ws://localhost:8080/api/socket?b=a&snapshot=none&gapMs=1500&since=77',
  );
});
