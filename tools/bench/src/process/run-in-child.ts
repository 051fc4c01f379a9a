import type { FromChild } from './child.ts';

export interface Parent<Message> {
  send(message: Message): void;
  /** Aborted when the parent requests the end. */
  readonly stop: AbortSignal;
}

/** The other end of `startChild`: works on the input, hands the output over and ends, in any case with its parent. */
export function runInChild<Input, Output, Message = never>(
  work: (input: Input, parent: Parent<Message>) => Promise<Output>,
): void {
  const stopping = new AbortController();
  const send = (message: FromChild<Output>) => process.send?.(message);
  const begin = async (input: Input) => {
    const parent: Parent<Message> = {
      send: (message) => void send({ kind: 'told', message }),
      stop: stopping.signal,
    };
    const output = await work(input, parent);
    process.send?.({ kind: 'output', output } satisfies FromChild<Output>, () => process.exit(0));
  };
  process.on('disconnect', () => process.exit(1));
  process.on('message', (message: { input: Input } | { stop: true }) => {
    if ('stop' in message) stopping.abort();
    else
      begin(message.input).catch((error: unknown) => {
        console.error(error);
        process.exit(1);
      });
  });
}
