import { useEffect } from 'react';
import type { TextStorage } from '../../../lib/storage/browser-storage.ts';
import { browserStorage } from '../../../lib/storage/browser-storage.ts';
import { createStore, type ReadableStore } from '../../../lib/store/store.ts';
import { useLive } from '../../../live/live-context.ts';
import { createSiren, ringForAlarms } from './siren.ts';
import { createSirenSound } from './siren-sound.ts';

/** Whether new alarms are heard: on until a person says otherwise, remembered by the browser (SHELL-08). */
const soundStorageKey = 'atalaia.sound';

interface SoundChoice extends ReadableStore<boolean> {
  toggle(): void;
}

export function createSoundChoice(storage: TextStorage): SoundChoice {
  const on = createStore(storage.getItem(soundStorageKey) !== 'off');
  return {
    get: on.get,
    subscribe: on.subscribe,
    toggle() {
      on.set(!on.get());
      storage.setItem(soundStorageKey, on.get() ? 'on' : 'off');
    },
  };
}

export const soundChoice = createSoundChoice(browserStorage(() => window.localStorage));

const sound = createSirenSound(() => new AudioContext());

/** One for the page: no two sound together. */
export const siren = createSiren({ wanted: soundChoice, play: sound.play });

/** Rings for alarms while the component is shown. The page's first click unlocks the sound. */
export function useSiren(): void {
  const live = useLive();
  useEffect(() => ringForAlarms(live, siren), [live]);
  useEffect(() => {
    const unlock = () => {
      sound.unlock();
      siren.unlock();
    };
    const gestures = ['pointerdown', 'keydown'] as const;
    for (const gesture of gestures) window.addEventListener(gesture, unlock);
    return () => {
      for (const gesture of gestures) window.removeEventListener(gesture, unlock);
    };
  }, []);
}
