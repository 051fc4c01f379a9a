/** The siren itself, made by the browser: two swings between an upper and a lower tone, a second long. */
const highHertz = 960;
const lowHertz = 640;
const swings = 2;
const swingSeconds = 0.5;
const loudness = 0.18;

const startPatienceMs = 250;

export interface SirenSound {
  play(): Promise<'heard' | 'refused'>;
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
    async play() {
      const audio = opened();
      if (!(await isRunning(audio))) return 'refused';
      await sweep(audio);
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

function sweep(audio: AudioContext): Promise<void> {
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
