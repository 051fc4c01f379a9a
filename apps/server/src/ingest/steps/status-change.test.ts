import { expect, test } from 'vitest';
import { statusChange } from './status-change.ts';

test('a status that stays is no news', () => {
  expect(statusChange('online', 'message')).toBeUndefined();
  expect(statusChange('offline', 'closed')).toBeUndefined();
  expect(statusChange('unknown', 'silent')).toBeUndefined();
});

test('each change has its event', () => {
  expect(statusChange('offline', 'message')).toEqual({ status: 'online', event: 'deviceOnline' });
  expect(statusChange('online', 'closed')).toEqual({ status: 'offline', event: 'deviceOffline' });
  expect(statusChange('unknown', 'closed')).toEqual({ status: 'offline', event: 'deviceOffline' });
  expect(statusChange('online', 'silent')).toEqual({ status: 'unknown', event: 'deviceUnknown' });
});

test('[ING-10] the silence of a device whose connection closed says nothing new', () => {
  expect(statusChange('offline', 'silent')).toBeUndefined();
});
