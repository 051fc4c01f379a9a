import { useEffect } from 'react';
import { browserStorage } from '../../../lib/storage/browser-storage.ts';
import { useLive } from '../../../live/live-context.ts';
import { createSiren } from './siren.ts';
import { createSirenSound } from './siren-sound.ts';
import { createSoundChoice } from './sound-choice.ts';

export const soundChoice = createSoundChoice(browserStorage(() => window.localStorage));

const sound = createSirenSound(() => new AudioContext());

/** One for the page: no two sound together. */
export const siren = createSiren({ wanted: soundChoice, play: sound.play });

/** Rings for every event that arrives while the component is shown; the page's first click unlocks the sound. */
export function useSiren(): void {
  const { events } = useLive();
  useEffect(() => events.onAdded(() => void siren.ring()), [events]);
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
