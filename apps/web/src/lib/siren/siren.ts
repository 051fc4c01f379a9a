/** Sounds while an alarm waits that nobody has taken: by its severity, one sound at a time, and only where enabled (SHELL-08). */
import { createStore, type ReadableStore } from '../store/store.ts';

/** The siren itself, made by the browser: swings between an upper and a lower tone; the graver the alarm, the more of them. */
/** Severities with a sound; routine ones are silent. */
type SirenTone = 'critical' | 'high' | 'medium';

interface Sound {
  readonly highHertz: number;
  readonly lowHertz: number;
  readonly swings: number;
  readonly swingSeconds: number;
  readonly loudness: number;
}

const sounds: Readonly<Record<SirenTone, Sound>> = Object.freeze({
  critical: { highHertz: 1100, lowHertz: 680, swings: 6, swingSeconds: 0.3, loudness: 0.26 },
  high: { highHertz: 960, lowHertz: 640, swings: 2, swingSeconds: 0.5, loudness: 0.18 },
  medium: { highHertz: 660, lowHertz: 520, swings: 1, swingSeconds: 0.4, loudness: 0.12 },
});

const startPatienceMs = 250;

interface SirenSound {
  play(tone: SirenTone): Promise<'heard' | 'refused'>;
  /** From inside a click or a key: browsers allow sound only from then on. */
  unlock(): void;
}

export function createSirenSound(openContext: () => AudioContext): SirenSound {
  let context: AudioContext | undefined;
  const opened = () => {
    context ??= openContext();
    return context;
  };

  return {
    unlock() {
      void opened().resume();
    },
    async play(tone) {
      const audio = opened();
      if (!(await isRunning(audio))) return 'refused';
      await sweep(audio, sounds[tone]);
      return 'heard';
    },
  };
}

/** A fresh context takes a moment to start; one without a click behind it would wait for the click, and never ends. */
async function isRunning(audio: AudioContext): Promise<boolean> {
  if (audio.state === 'running') return true;
  await Promise.race([audio.resume(), new Promise((resolve) => setTimeout(resolve, startPatienceMs))]);
  // Read again: the wait changed it.
  return (audio.state as AudioContextState) === 'running';
}

function sweep(
  audio: AudioContext,
  { highHertz, lowHertz, swings, swingSeconds, loudness }: Sound,
): Promise<void> {
  const tone = audio.createOscillator();
  const volume = audio.createGain();
  const start = audio.currentTime;
  const end = start + swings * swingSeconds;
  tone.type = 'triangle';
  tone.frequency.setValueAtTime(lowHertz, start);
  for (let swing = 0; swing < swings; swing += 1) {
    const middle = start + (swing + 0.5) * swingSeconds;
    tone.frequency.linearRampToValueAtTime(highHertz, middle);
    tone.frequency.linearRampToValueAtTime(lowHertz, middle + swingSeconds / 2);
  }
  // Ramps at both ends: a tone cut off sharply clicks.
  volume.gain.setValueAtTime(0, start);
  volume.gain.linearRampToValueAtTime(loudness, start + 0.03);
  volume.gain.setValueAtTime(loudness, end - 0.06);
  volume.gain.linearRampToValueAtTime(0, end);
  tone.connect(volume).connect(audio.destination);
  tone.start(start);
  tone.stop(end);
  return new Promise((resolve) => {
    tone.onended = () => resolve();
  });
}

/** What the siren sounds for. */
export interface SirenCall {
  /** The loudest alarm that nobody has taken. */
  readonly severity: SirenTone;
  /** Grows when one is raised, or sounds again: it sounds at once, between two repetitions too. */
  readonly raised: number;
}

/** From the end of one sound to the next, while nobody takes the alarm, ms. */
export const repeatMs: Readonly<Record<SirenTone, number>> = Object.freeze({
  critical: 4000,
  high: 15_000,
  medium: 60_000,
});

const rank: Readonly<Record<SirenTone, number>> = Object.freeze({ critical: 0, high: 1, medium: 2 });

export interface SirenParts {
  readonly enabled: ReadableStore<boolean>;
  /** Null while nothing requests it. */
  readonly call: ReadableStore<SirenCall | null>;
  /** Plays once; settles with whether it sounded. A browser refuses before the page's first click. */
  readonly play: (severity: SirenTone) => Promise<'heard' | 'refused'>;
}

export interface Siren {
  /** Sounds from now on; returns the way to end it. */
  start(): () => void;
  /** The last ring was refused by the browser. */
  readonly refused: ReadableStore<boolean>;
  /** The page was clicked: the next ring will sound. */
  unlock(): void;
}

export function createSiren({ enabled, call, play }: SirenParts): Siren {
  const refused = createStore(false);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isSounding = false;
  let rung: SirenCall | null = null;

  function isNew(next: SirenCall): boolean {
    return !rung || next.raised > rung.raised || rank[next.severity] < rank[rung.severity];
  }

  /** What is requested may have changed: a new alarm sounds now, one that was taken no more. */
  function follow(): void {
    const next = call.get();
    if (!next || !enabled.get()) {
      clearTimeout(timer);
      timer = undefined;
      rung = null;
      return;
    }
    if (!isSounding && (timer === undefined || isNew(next))) void ring(next);
  }

  async function ring(now: SirenCall): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    isSounding = true;
    rung = now;
    try {
      refused.set((await play(now.severity)) === 'refused');
    } catch (error) {
      console.error('The siren cannot be played', error);
    } finally {
      isSounding = false;
    }
    const next = call.get();
    if (!next || !enabled.get()) return follow();
    if (isNew(next)) return void ring(next);
    timer = setTimeout(() => {
      timer = undefined;
      follow();
    }, repeatMs[next.severity]);
  }

  return {
    refused,
    start() {
      const stops = [call.subscribe(follow), enabled.subscribe(follow)];
      follow();
      return () => {
        for (const stop of stops) stop();
        clearTimeout(timer);
        timer = undefined;
        rung = null;
      };
    },
    unlock: () => refused.set(false),
  };
}
