import type { AuditLine } from '@atalaia/contract/accounts/audit-line';
import { expect, test } from 'vitest';
import { auditPlaceOf } from './manage-content.tsx';

const line = (noun: string, part: Partial<AuditLine> = {}): AuditLine => ({
  id: 1,
  at: '2026-11-21T06:58:08.000Z',
  userId: 7,
  userName: 'Ana',
  action: 'update',
  noun,
  objectId: 3,
  address: null,
  details: {},
  names: { object: 'Onix' },
  ...part,
});

test('[SEC-03] a thing that exists leads to its form, an event to its place on the map', () => {
  expect(auditPlaceOf(line('device'))).toEqual({
    path: '/admin/manage/device',
    state: { subView: { kind: 'form', rowId: 3 } },
  });
  expect(auditPlaceOf(line('event'))).toEqual({ path: '/admin/events/3' });
});

test('[SEC-03] what is removed, or kept nowhere, leads nowhere', () => {
  expect(auditPlaceOf(line('device', { names: {} }))).toBeUndefined();
  expect(auditPlaceOf(line('report', { objectId: null, names: {} }))).toBeUndefined();
  expect(auditPlaceOf(line('server', { names: {} }))).toEqual({ path: '/admin/manage/server' });
});
