import { setTimeout as wait } from 'node:timers/promises';

const pollMs = 250;

/** Waits until the server at this address says that it is ready; false when `gaveUp` becomes true first. */
export async function awaitReady(baseUrl: string, gaveUp: () => boolean): Promise<boolean> {
  while (!gaveUp()) {
    try {
      const answer = await fetch(`${baseUrl}/health`, { signal: AbortSignal.timeout(5_000) });
      if (answer.ok) return true;
    } catch {
      // Not listening yet: that is what is waited for.
    }
    await wait(pollMs);
  }
  return false;
}
