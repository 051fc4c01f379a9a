import { expect, test } from 'vitest';
import { deviceStatusFrom } from './device-status.ts';

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
