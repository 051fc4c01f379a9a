import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { aDevice } from '../lib/testing/a-device.ts';
import { aPosition } from '../lib/testing/a-position.ts';
import { aSinister } from '../lib/testing/a-sinister.ts';
import { anEvent } from '../lib/testing/an-event.ts';
import { readLiveMessage } from './create-live-feed.ts';

afterEach(() => void vi.restoreAllMocks());

beforeEach(() => void vi.spyOn(console, 'warn').mockReset().mockReturnValue());

test('[WS-01] a message of the server is taken as it is', () => {
  const message = {
    positions: [aPosition()],
    devices: [aDevice()],
    events: [anEvent()],
    sinisters: [aSinister()],
    notices: [anEvent()],
    removedDeviceIds: [3],
    since: ['77'],
  };
  expect(readLiveMessage(JSON.stringify(message))).toEqual(message);
  expect(console.warn).not.toHaveBeenCalled();
});

test.each([
  ['events', [null]],
  ['events', [{ ...anEvent(), eventTime: 'bad' }]],
  ['events', [{ ...anEvent(), attributes: null }]],
  ['positions', [{ id: 1 }]],
  ['positions', [{ ...aPosition(), latitude: null }]],
  ['devices', [{ ...aDevice(), name: null }]],
  ['sinisters', [{ ...aSinister(), openingDate: null }]],
  ['notices', [{ ...anEvent(), type: null }]],
  ['removedDeviceIds', ['all']],
])(
  '[WS-01] an entry of %s that nothing can show is left out and written down, and the others are taken',
  (list, bad) => {
    const event = anEvent({ id: 9 });
    const message = {
      [list]: bad,
      ...(list === 'events' ? { events: [...bad, event] } : { events: [event] }),
    };
    const read = readLiveMessage(JSON.stringify(message));
    expect(read).toMatchObject({ events: [event] });
    expect(Object.values(read ?? {}).flat()).toHaveLength(1);
    expect(console.warn).toHaveBeenCalledOnce();
  },
);

test.each(['', '[1', '[]', 'null', '42', '{"devices":5}'])('[WS-01] %j is no message', (text) => {
  expect(readLiveMessage(text) ?? {}).toEqual({});
});
