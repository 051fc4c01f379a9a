import { registerTrackerSchema, type UnknownTracker } from '@atalaia/contract/devices/unknown-tracker';
import { expect, test } from 'vitest';
import type { FormContext } from '../../resources/form/form-definition.ts';
import { trackersFound } from './tracker-list.tsx';
import { trackerForm } from './unknown-trackers-view.tsx';

const tracker = (uniqueId: string, protocol: string, address: string): UnknownTracker => ({
  uniqueId,
  protocol,
  address,
  attempts: 1,
  firstSeen: '2026-11-21T06:00:00Z',
  lastSeen: '2026-11-21T06:00:00Z',
});

test.each([
  [' ', ['8601', 'AB2']],
  ['860', ['8601']],
  ['SUN', ['AB2']],
  ['10.0', ['8601']],
  ['ab2', ['AB2']],
  ['x', []],
])('[ING-04] %j finds who knocked', (typed, found) => {
  const trackers = [tracker('8601', 'gt06', '10.0.0.1'), tracker('AB2', 'suntech', '200.1.2.3')];
  expect(trackersFound(trackers, typed).map(({ uniqueId }) => uniqueId)).toEqual(found);
});

test('[ING-04] what is left empty is not sent: the server names the device after its identifier', () => {
  const context = {} as FormContext;
  const sent = (values: object) => {
    const input = trackerForm.inputOf(
      { name: '', groupId: '', customerId: '', ...values },
      undefined,
      context,
    );
    return registerTrackerSchema.parse(JSON.parse(JSON.stringify(input)));
  };
  expect(sent({ name: '  ' })).toEqual({});
  expect(sent({ name: ' Onix ', groupId: '3', customerId: '4' })).toEqual({
    name: 'Onix',
    groupId: 3,
    customerId: 4,
  });
});
