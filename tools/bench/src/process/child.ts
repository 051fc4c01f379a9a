/** A part of a benchmark in a process of its own, so that it never shares a core's turn with what it measures. */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export interface Child<Output> {
  /** What its work returned; rejects when it failed or ended early. */
  readonly output: Promise<Output>;
  /** Asks it to come to its end: its work sees the signal. */
  stop(): void;
}

export type FromChild<Output> =
  | { readonly kind: 'told'; readonly message: unknown }
  | { readonly kind: 'output'; readonly output: Output };

/** Runs the module `file`, which calls `runInChild`, on this input. It ends with its parent. */
export function startChild<Input extends object, Output, Message = never>(
  file: URL,
  input: Input,
  onMessage: (message: Message) => void = () => undefined,
): Child<Output> {
  const child = fork(fileURLToPath(file), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const output = new Promise<Output>((resolve, reject) => {
    child.on('message', (message: FromChild<Output>) => {
      if (message.kind === 'told') onMessage(message.message as Message);
      else resolve(message.output);
    });
    child.once('error', reject);
    child.once('exit', (code, signal) => reject(new Error(`${file.pathname} ended with ${signal ?? code}`)));
  });
  child.send({ input });
  return { output, stop: () => child.connected && child.send({ stop: true }) };
}
