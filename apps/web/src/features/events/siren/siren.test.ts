import { expect, test } from 'vitest';
import { createMemoryStorage } from '../../../lib/storage/browser-storage.ts';
import { anEvent } from '../../../lib/testing/an-event.ts';
import { createEventList } from '../../../live/event-list.ts';
import { createOpenAlarms } from '../../../live/open-alarms.ts';
import { createSiren, ringForAlarms } from './siren.ts';
import { createSoundChoice } from './use-siren.ts';

/** A loudspeaker that plays until the test ends the sound. */
function setUp() {
  const storage = createMemoryStorage();
  const wanted = createSoundChoice(storage);
  const playing: PromiseWithResolvers<'heard' | 'refused'>[] = [];
  const siren = createSiren({
    wanted,
    play: () => {
      const sound = Promise.withResolvers<'heard' | 'refused'>();
      playing.push(sound);
      return sound.promise;
    },
  });
  return { storage, wanted, playing, siren };
}

test('[SHELL-08] sound is on until a person says otherwise', async () => {
  const { siren, playing } = setUp();
  void siren.ring();
  expect(playing).toHaveLength(1);
});

test('[SHELL-08] two sounds are never heard together', async () => {
  const { siren, playing } = setUp();
  const first = siren.ring();
  await siren.ring();
  await siren.ring();
  expect(playing).toHaveLength(1);
  playing[0]?.resolve('heard');
  await first;
  void siren.ring();
  expect(playing).toHaveLength(2);
});

test('[SHELL-08] switched off it stays silent, and the choice is remembered', async () => {
  const { siren, wanted, playing, storage } = setUp();
  wanted.toggle();
  await siren.ring();
  expect(playing).toHaveLength(0);
  expect(createSoundChoice(storage).get()).toBe(false);
  wanted.toggle();
  expect(createSoundChoice(storage).get()).toBe(true);
});

test('a refused sound is told until the page is clicked', async () => {
  const { siren, playing } = setUp();
  const ring = siren.ring();
  playing[0]?.resolve('refused');
  await ring;
  expect(siren.refused.get()).toBe(true);
  siren.unlock();
  expect(siren.refused.get()).toBe(false);
});

test('a sound that fails does not silence the next one', async () => {
  const { siren, playing } = setUp();
  const ring = siren.ring();
  playing[0]?.reject(new Error('no loudspeaker'));
  await expect(ring).rejects.toThrow('no loudspeaker');
  void siren.ring();
  expect(playing).toHaveLength(2);
});

test('[SHELL-08] it rings for an alarm that is raised, and not for a routine event or for what waited before', async () => {
  const { siren, playing } = setUp();
  const waited = anEvent({ id: 1, type: 'alarm' });
  const alarms = createOpenAlarms({ fetchPage: async () => [waited], random: () => 0 });
  const events = createEventList();
  const stop = ringForAlarms({ alarms, events }, siren);
  alarms.load();
  await expect.poll(() => alarms.get().alarms).toEqual([waited]);
  for (const news of [[waited], [anEvent({ id: 2 })]]) {
    alarms.take(news);
    events.add(news);
  }
  expect(playing).toHaveLength(0);
  alarms.take([anEvent({ id: 3, type: 'alarm' })]);
  expect(playing).toHaveLength(1);
  stop();
});
