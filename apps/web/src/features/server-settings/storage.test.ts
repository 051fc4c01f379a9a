import type { Storage } from '@atalaia/contract/server/storage';
import { expect, test } from 'vitest';
import { sizeText, storageTrouble } from './storage.ts';

const backups: Storage['backups'] = {
  isOn: true,
  everyHours: 24,
  keep: 14,
  last: null,
  ageSeconds: null,
  positionsSince: null,
  isOverdue: false,
  isRunning: false,
  failure: null,
};
const disk = { of: 'data', freeBytes: 1, totalBytes: 2, isLow: false } as const;
const troubleOf = (more: Partial<Storage['backups']>, isLow = false) =>
  storageTrouble({ backups: { ...backups, ...more }, disks: [{ ...disk, isLow }], isRetentionDecided: true });

test('[BACK-02] an administrator is told the most pressing: a full disk, a failed backup, one that is overdue', () => {
  const failure = { at: '2026-11-23T05:00:00.000Z', reason: 'the disk is away' };
  expect(troubleOf({})).toBeUndefined();
  expect(troubleOf({ failure, isOverdue: true }, true)).toBe('lowDisk');
  expect(troubleOf({ failure, isOverdue: true })).toBe('backupFailed');
  expect(troubleOf({ isOverdue: true })).toBe('backupOverdue');
  expect(troubleOf({ isOverdue: true, isRunning: true }), 'it is being made').toBeUndefined();
  expect(troubleOf({ isOverdue: true, isOn: false }), 'nobody wants any').toBeUndefined();
});

test('[BACK-02] sizes are read in units of a thousand', () => {
  const sizes = [0, 999, 1_500, 2_500_000, 1_540_000_000, 7_200_000_000_000].map((bytes) =>
    sizeText(bytes, 'pt-BR'),
  );
  expect(sizes).toEqual(['0 kB', '1 kB', '2 kB', '3 MB', '1,5 GB', '7,2 TB']);
});
