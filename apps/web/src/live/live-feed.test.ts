import { expect, test } from 'vitest';
import { anEvent } from '../lib/testing/an-event.ts';
import { sirenChanges } from './live-feed.ts';

const handledAt = '2026-11-20T10:00:00.000Z';

test('[EVT-04] an alarm raises the siren of its device, handling the last one takes it away', () => {
  const events = [
    anEvent({ id: 1, deviceId: 1, type: 'alarm' }),
    anEvent({ id: 2, deviceId: 2, type: 'ignitionOn' }),
    anEvent({ id: 3, deviceId: 3, type: 'alarm' }),
    anEvent({ id: 1, deviceId: 1, type: 'alarm', handledAt, deviceSiren: false }),
    anEvent({ id: 4, deviceId: 4, type: 'alarm', handledAt, deviceSiren: true }),
  ];
  expect(sirenChanges(events)).toEqual([
    { deviceId: 1, on: false },
    { deviceId: 3, on: true },
    { deviceId: 4, on: true },
  ]);
});

test('an event that was handled while nobody listened says nothing of the siren: the snapshot does', () => {
  expect(sirenChanges([anEvent({ type: 'alarm', handledAt })])).toEqual([]);
});
