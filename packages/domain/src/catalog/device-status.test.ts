import { expect, test } from 'vitest';
import { deviceStatusFrom, statusOfLink } from './device-status.ts';

const now = Date.UTC(2026, 10, 21);
const heard = (secondsAgo: number) => ({
  lastMessageMs: now - secondsAgo * 1000,
  openConnections: 1,
  connectionClosed: false,
});

test('a device heard within 600 s is online, and unknown after 600 s of silence', () => {
  expect(statusOfLink(heard(0), now)).toBe('online');
  expect(statusOfLink(heard(599.999), now)).toBe('online');
  expect(statusOfLink(heard(600), now)).toBe('unknown');
  expect(statusOfLink({ ...heard(600), openConnections: 0 }, now)).toBe('unknown');
});

test('a closed connection makes a device offline at once, unless another is open', () => {
  expect(statusOfLink({ ...heard(1), openConnections: 0, connectionClosed: true }, now)).toBe('offline');
  expect(statusOfLink({ ...heard(1), openConnections: 1, connectionClosed: true }, now)).toBe('online');
  expect(statusOfLink({ ...heard(9999), openConnections: 0, connectionClosed: true }, now)).toBe('offline');
});

test('the time-out is a setting, a device that never spoke is unknown, a clock ahead is no silence', () => {
  expect(statusOfLink(heard(100), now, 60_000)).toBe('unknown');
  expect(statusOfLink({ openConnections: 0, connectionClosed: false }, now)).toBe('unknown');
  expect(statusOfLink(heard(-5), now)).toBe('online');
});

test('stored text that is no status counts as unknown', () => {
  expect(['online', 'offline', 'unknown', 'ONLINE', '', null, 1].map(deviceStatusFrom)).toEqual([
    'online',
    'offline',
    'unknown',
    'unknown',
    'unknown',
    'unknown',
    'unknown',
  ]);
});
