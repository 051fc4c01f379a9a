import { expect, test } from 'vitest';
import { followAddress, followAlso, followedIn, mostFollowed } from './followed-devices.ts';

test('[MAP-06] windows follow each vehicle once, at most four, and the newest takes the place of the oldest', () => {
  expect(followedIn('3,3,x,-1,5,7,9,11')).toEqual([3, 5, 7, 9]);
  expect(followedIn(null)).toEqual([]);
  followAddress([]);
  const idsOf = (address: string) => followedIn(new URL(address, 'http://a').searchParams.get('ids'));
  for (const id of [1, 2, 3, 4]) followAlso(id);
  expect(mostFollowed).toBe(4);
  expect(idsOf(followAlso(2))).toEqual([1, 3, 4, 2]);
  expect(idsOf(followAlso(5))).toEqual([3, 4, 2, 5]);
});
