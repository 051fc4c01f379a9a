import { beforeEach, expect, test } from 'vitest';
import { aDevice } from '../../lib/testing/a-device.ts';
import { useDraft } from './draft-store.ts';

const drafts = useDraft.getState;
beforeEach(() => drafts().drop());

test('[SIN-04] only one draft may stand: a second does not begin, and the first keeps what was typed', () => {
  expect(drafts().begin({ device: aDevice({ id: 7 }), place: undefined })).toBe(true);
  drafts().type({ openingDescription: 'Levado' });
  expect(drafts().begin({ device: aDevice({ id: 8 }), place: undefined })).toBe(false);
  expect(drafts().draft).toMatchObject({ device: { id: 7 }, typed: { openingDescription: 'Levado' } });
});

test('[SIN-04] a draft that is dropped is gone with what was typed, and the next begins empty', () => {
  drafts().begin({ device: aDevice(), place: undefined });
  drafts().type({ openingDescription: 'Levado' });
  drafts().drop();
  expect(drafts().draft).toBeNull();
  drafts().begin();
  drafts().chooseDevice(aDevice({ id: 9 }), { address: null, latitude: -3, longitude: -38 });
  expect(drafts().draft).toEqual({
    device: aDevice({ id: 9 }),
    place: { address: null, latitude: -3, longitude: -38 },
    typed: {},
  });
});
