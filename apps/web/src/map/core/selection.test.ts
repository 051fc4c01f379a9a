import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nextSelection, type Selection, type SelectionEvent } from './device-selection.ts';

const following: Selection = { selectedDeviceId: 7, follow: true };

function after(...events: SelectionEvent[]): Selection {
  return events.reduce(nextSelection, { selectedDeviceId: null, follow: false });
}

test('[MAP-05] a chosen device is selected, and the empty map lets it go', () => {
  expect(after({ kind: 'chosen', deviceId: 7 }).selectedDeviceId).toBe(7);
  expect(after({ kind: 'chosen', deviceId: 7 }, { kind: 'chosen', deviceId: 9 }).selectedDeviceId).toBe(9);
  expect(after({ kind: 'chosen', deviceId: 7 }, { kind: 'released' }).selectedDeviceId).toBeNull();
});

test('[MAP-06] follow turns off when the map is dragged', () => {
  expect(nextSelection(following, { kind: 'dragged' })).toEqual({ selectedDeviceId: 7, follow: false });
});

test('[MAP-06] follow turns off when the zoom is changed by hand', () => {
  expect(nextSelection(following, { kind: 'zoomedByHand' })).toEqual({ selectedDeviceId: 7, follow: false });
});

test('[MAP-06] follow stays on when another device is chosen, and can be set by itself', () => {
  expect(nextSelection(following, { kind: 'chosen', deviceId: 9 }).follow).toBe(true);
  expect(after({ kind: 'followSet', on: true }).follow).toBe(true);
  expect(nextSelection(following, { kind: 'followSet', on: false }).follow).toBe(false);
});

test('an event that changes nothing gives the same object, so that nobody draws again', () => {
  const event = fc.oneof<fc.Arbitrary<SelectionEvent>[]>(
    fc.record({ kind: fc.constant('chosen' as const), deviceId: fc.integer({ min: 1, max: 3 }) }),
    fc.record({ kind: fc.constant('followSet' as const), on: fc.boolean() }),
    fc.constantFrom({ kind: 'released' }, { kind: 'dragged' }, { kind: 'zoomedByHand' }),
  );
  fc.assert(
    fc.property(fc.array(event), (events) => {
      let now = after();
      for (const one of events) {
        const next = nextSelection(now, one);
        const same = next.selectedDeviceId === now.selectedDeviceId && next.follow === now.follow;
        expect(next === now).toBe(same);
        now = next;
      }
    }),
  );
});
