import { LRUCache } from 'lru-cache';
import { AppError } from '../../app-error.ts';

/** Tests cost money and reach real phones: so many in a minute for one person. */
const perMinute = 5;
const minuteMs = 60_000;
const mostPeople = 10_000;

/** Counts one test of a person; throws `too-many-requests` with the seconds to wait. */
export type CountTest = (userId: number) => void;

export function createTestLimit(nowMs: () => number = () => Date.now()): CountTest {
  const recent = new LRUCache<number, readonly number[]>({ max: mostPeople });
  return (userId) => {
    const now = nowMs();
    const times = (recent.get(userId) ?? []).filter((time) => time > now - minuteMs);
    const [oldest] = times;
    if (oldest !== undefined && times.length >= perMinute) {
      const retryAfterSeconds = Math.ceil((oldest + minuteMs - now) / 1000);
      throw new AppError('too-many-requests', 'too many tests of notifications', { retryAfterSeconds });
    }
    recent.set(userId, [...times, now]);
  };
}
