import { useEffect } from 'react';
import type { TextStorage } from '../storage/browser-storage.ts';
import { browserStorage } from '../storage/browser-storage.ts';
import { createStore, type ReadableStore } from '../store/store.ts';
import { createSiren, createSirenSound, type SirenCall } from './siren.ts';

/** Whether new alarms sound: on until a person says otherwise, remembered by the browser (SHELL-08). */
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

/** The last ring was refused by the browser, of whichever siren sounds now. */
export const sirenRefused = createStore(false);

/** Sounds while the component is shown and something requests it. The page's first click unlocks the sound. */
export function useSiren(call: ReadableStore<SirenCall | null>): void {
  useEffect(() => {
    const siren = createSiren({ enabled: soundChoice, call, play: sound.play });
    const mirror = siren.refused.subscribe(() => sirenRefused.set(siren.refused.get()));
    const stop = siren.start();
    const unlock = () => {
      sound.unlock();
      siren.unlock();
    };
    const gestures = ['pointerdown', 'keydown'] as const;
    for (const gesture of gestures) window.addEventListener(gesture, unlock);
    return () => {
      stop();
      mirror();
      for (const gesture of gestures) window.removeEventListener(gesture, unlock);
    };
  }, [call]);
}
