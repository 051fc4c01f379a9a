/** One request, timed to its first byte and to its last. */
export interface TimedAnswer {
  readonly firstMs: number;
  readonly lastMs: number;
  readonly bytes: number;
  readonly text: string;
}

/** Throws when the answer is a refusal. */
export async function timedAnswer(url: string, token: string): Promise<TimedAnswer> {
  const startMs = performance.now();
  const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
  if (!answer.ok || !answer.body) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
  let firstMs = Number.NaN;
  const pieces: Uint8Array[] = [];
  for await (const piece of answer.body) {
    if (pieces.length === 0) firstMs = performance.now() - startMs;
    pieces.push(piece);
  }
  const lastMs = performance.now() - startMs;
  const bytes = Buffer.concat(pieces);
  return { firstMs, lastMs, bytes: bytes.length, text: bytes.toString() };
}

/** So many answers one after another, after one that warms up caches and compilers. */
export async function timedAnswers(
  rounds: number,
  ask: () => Promise<TimedAnswer>,
): Promise<readonly TimedAnswer[]> {
  await ask();
  const answers: TimedAnswer[] = [];
  for (let round = 0; round < rounds; round += 1) answers.push(await ask());
  return answers;
}

/** The longest that the server's event loop was held since the last call, ms, as the server measures it itself. */
export async function longestHoldMs(origin: string): Promise<number> {
  const text = await (await fetch(`${origin}/metrics`)).text();
  return Number(/^nodejs_eventloop_lag_max_seconds (\S+)$/m.exec(text)?.[1]) * 1000;
}
