/** Clients that guess passwords, each from an address of its own, in a process of its own. */
import { setTimeout as sleep } from 'node:timers/promises';
import { runInChild } from '../process/run-in-child.ts';

export interface GuessLoad {
  readonly origin: string;
  /** Where each of them comes from, and the names that he tries by turns. */
  readonly guessers: readonly { readonly address: string; readonly names: readonly string[] }[];
}

export interface GuessResult {
  /** Guesses that were judged. */
  readonly judged: number;
  /** Those that were told to wait. */
  readonly refused: number;
}

/** The way there and back; nobody waits as long as he is told to. */
const pauseMs = 50;

runInChild<GuessLoad, GuessResult, 'begun'>(async ({ origin, guessers }, parent) => {
  let judged = 0;
  let refused = 0;
  const guess = async ({ address, names }: GuessLoad['guessers'][number], at: number) => {
    for (let tries = 0; !parent.stop.aborted; tries += 1) {
      const email = names[(at + tries) % names.length] ?? '';
      const body = new URLSearchParams({ email, password: `guess ${at} ${tries}` });
      const headers = { 'x-forwarded-for': address };
      const answer = await fetch(`${origin}/api/session`, { method: 'POST', headers, body });
      await answer.arrayBuffer();
      if (answer.status === 401) judged += 1;
      else refused += 1;
      await sleep(pauseMs);
    }
  };
  parent.send('begun');
  await Promise.all(guessers.map(guess));
  return { judged, refused };
});
