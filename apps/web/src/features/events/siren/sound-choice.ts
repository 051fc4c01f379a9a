/** Whether new events are heard: on until a person says otherwise, remembered by the browser (SHELL-08). */
import type { KeptTexts } from '../../../lib/storage/browser-storage.ts';
import { createStore, type ReadableStore } from '../../../lib/store/store.ts';

export const soundStorageKey = 'atalaia.sound';

export interface SoundChoice extends ReadableStore<boolean> {
  toggle(): void;
}

export function createSoundChoice(storage: KeptTexts): SoundChoice {
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
