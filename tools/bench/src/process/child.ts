/** A part of a benchmark in a process of its own, so that it never shares a core's turn with what it measures. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export interface Child<Output> {
  /** What its work returned; rejects when it failed or ended early. */
  readonly output: Promise<Output>;
  /** Asks it to come to its end: its work sees the signal. */
  stop(): void;
  /** Ends it and what it started, whatever it does; resolves when it has. */
  end(): Promise<void>;
}

export type FromChild<Output> =
  | { readonly kind: 'told'; readonly message: unknown }
  | { readonly kind: 'output'; readonly output: Output };

/** What it takes to end in order. */
const endsWithinMs = 20_000;

/** Runs the module `file`, which calls `runInChild`, on this input. It ends with its parent. */
export function startChild<Input extends object, Output, Message = never>(
  file: URL,
  input: Input,
  onMessage: (message: Message) => void = () => undefined,
): Child<Output> {
  const child = fork(fileURLToPath(file), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    // a number that was not measured stays NaN
    serialization: 'advanced',
  });
  const output = new Promise<Output>((resolve, reject) => {
    child.on('message', (message: FromChild<Output>) => {
      if (message.kind === 'told') onMessage(message.message as Message);
      else resolve(message.output);
    });
    child.once('error', reject);
    child.once('exit', (code, signal) => reject(new Error(`${file.pathname} ended with ${signal ?? code}`)));
  });
  child.send({ input });
  return {
    output,
    stop: () => child.connected && child.send({ stop: true }),
    async end() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      const timer = setTimeout(() => child.kill('SIGKILL'), endsWithinMs);
      await ended;
      clearTimeout(timer);
    },
  };
}
