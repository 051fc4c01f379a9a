/** The siren itself, made by the browser: swings between an upper and a lower tone; the graver the alarm, the more of them. */
/** Severities with a sound; routine ones are silent. */
export type SirenTone = 'critical' | 'high' | 'medium';

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

export interface SirenSound {
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
