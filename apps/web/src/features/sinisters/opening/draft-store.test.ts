import { beforeEach, expect, test } from 'vitest';
import { aDevice } from '../../../lib/testing/a-device.ts';
import { beginDraft, chooseDraftDevice, dropDraft, sinisterDraft, typeDraft } from './draft-store.ts';

beforeEach(dropDraft);

test('[SIN-04] there is one draft: a second does not begin, and the first keeps what was typed', () => {
  expect(beginDraft({ device: aDevice({ id: 7 }), place: undefined })).toBe(true);
  typeDraft({ openingDescription: 'Levado' });
  expect(beginDraft({ device: aDevice({ id: 8 }), place: undefined })).toBe(false);
  expect(sinisterDraft.get()).toMatchObject({ device: { id: 7 }, typed: { openingDescription: 'Levado' } });
});

test('[SIN-04] a draft that is dropped is gone with what was typed, and the next begins empty', () => {
  beginDraft({ device: aDevice(), place: undefined });
  typeDraft({ openingDescription: 'Levado' });
  dropDraft();
  expect(sinisterDraft.get()).toBeNull();
  beginDraft();
  chooseDraftDevice(aDevice({ id: 9 }), { address: null, latitude: -3, longitude: -38 });
  expect(sinisterDraft.get()).toEqual({
    device: aDevice({ id: 9 }),
    place: { address: null, latitude: -3, longitude: -38 },
    typed: {},
  });
});
