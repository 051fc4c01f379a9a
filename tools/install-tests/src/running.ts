import { once } from 'node:events';
import { findFreePorts } from '@atalaia/fixtures/free-ports';
import { vi } from 'vitest';
import { type Person, start } from './person.ts';

/** `npm start` or the like, at work in somebody's checkout. */
export interface Running {
  readonly origin: string;
  /** For a later run on the same ports. */
  readonly ports: NodeJS.ProcessEnv;
  /** How it ended, once it has. */
  readonly ended: Promise<End>;
  /** All it has printed, on both streams. */
  output(): string;
  /** Resolves once `/health` says ready; rejects with what was printed when it ends before. */
  ready(): Promise<void>;
  /** Sends a signal to npm's process alone and waits for its end. */
  end(signal: NodeJS.Signals): Promise<End>;
}

export interface End {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** A fresh clone is installed and built first, on a busy machine. */
const readyWithinMs = 240_000;

/** Runs an npm script as this person, on free ports. */
export async function runScript(
  person: Person,
  folder: string,
  script: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<Running> {
  const { port, portOffset } = await findFreePorts();
  const settings = { HOST: '127.0.0.1', PORT: String(port), PORT_OFFSET: String(portOffset), ...env };
  const child = start(person, ['npm', ...script], { cwd: folder, env: settings });
  // not `close`: when npm alone is killed, others hold its output for a while
  const ended = once(child, 'exit').then(([code, signal]): End => ({ code, signal }));
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk) => {
      output += chunk;
    });
  }
  const origin = `http://127.0.0.1:${settings.PORT}`;
  return {
    origin,
    ports: { PORT: settings.PORT, PORT_OFFSET: settings.PORT_OFFSET },
    ended,
    output: () => output,
    async ready() {
      let failure: Error | undefined;
      void ended.then(({ code, signal }) => {
        failure = new Error(`npm ${script.join(' ')} ended (${signal ?? code}):\n${output}`);
      });
      await vi.waitUntil(
        async () => {
          if (failure) throw failure;
          // another process may still answer on this port
          if (!output.includes('Atalaia is ready')) return false;
          const answer = await fetch(`${origin}/health`).catch(() => undefined);
          return answer?.ok;
        },
        { timeout: readyWithinMs, interval: 100 },
      );
    },
    async end(signal) {
      child.kill(signal);
      return ended;
    },
  };
}

/** Signs in and answers the token; throws on anything but success. */
export async function signIn(origin: string, email: string, password: string): Promise<string> {
  const answer = await fetch(`${origin}/api/session`, {
    method: 'POST',
    body: new URLSearchParams({ email, password }),
  });
  if (!answer.ok) throw new Error(`${email} could not sign in: ${answer.status} ${await answer.text()}`);
  const { token } = (await answer.json()) as { token: string };
  return token;
}

/** GET of the API with a token. */
export async function read(origin: string, token: string, path: string): Promise<unknown> {
  const answer = await fetch(`${origin}/api/${path}`, { headers: { authorization: `Bearer ${token}` } });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}
