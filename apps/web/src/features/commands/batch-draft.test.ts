import { expect, test } from 'vitest';
import { batchOf, batchTypes, checkBatch, emptyBatch } from './batch-draft.ts';

test('[CMD-04] a batch needs a device or a group, and one of three types; both faults are said at once', () => {
  expect(checkBatch(emptyBatch)).toEqual({
    subject: 'command.subjectRequired',
    type: 'command.typeRequired',
  });
  expect(batchTypes).toEqual(['engineStop', 'engineResume', 'rebootDevice']);
  expect(checkBatch({ ...emptyBatch, groupsId: ['3'], commandType: 'rebootDevice' })).toEqual({});
  expect(checkBatch({ ...emptyBatch, devicesId: ['3'] })).toEqual({ type: 'command.typeRequired' });
});

test('[CMD-04] devices and groups go as numbers', () => {
  expect(batchOf({ devicesId: ['1', '2'], groupsId: ['9'], commandType: 'engineStop' })).toEqual({
    devicesId: [1, 2],
    groupsId: [9],
    commandType: 'engineStop',
  });
  expect(() => batchOf(emptyBatch)).toThrow();
});
