import { protocols } from '@atalaia/protocols/registry';
import { runInChild } from '../process/run-in-child.ts';
import { trackerStream } from './tracker-stream.ts';

export interface DecodingLoad {
  readonly protocol: string;
  readonly warmUpMs: number;
  readonly windows: number;
  readonly windowMs: number;
}

export interface DecodingResult {
  /** Messages in a second of this thread's own time, window by window. */
  readonly rates: readonly number[];
  /** The same where each byte is only read once. */
  readonly rawRates: readonly number[];
}

const busyMs = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

runInChild<DecodingLoad, DecodingResult>(async ({ protocol: name, warmUpMs, windows, windowMs }) => {
  const protocol = protocols.find((one) => one.name === name);
  if (!protocol) throw new Error(`there is no protocol ${name}`);
  const { session, context, reads } = trackerStream(protocol);

  /** A connection's framer and decoder, over all that was read. */
  const decodeAll = (): number => {
    const framer = protocol.createFramer();
    let messages = 0;
    for (const read of reads) {
      const frames = context.transport === 'udp' ? [read] : framer.push(read).frames;
      for (const frame of frames) messages += protocol.decode(frame, session, context).messages.length;
    }
    return messages;
  };

  /** No decoder reads less of them. */
  const messagesOfAll = decodeAll();
  let sum = 0;
  const readAll = (): number => {
    for (const read of reads) for (let at = 0; at < read.length; at += 1) sum = (sum + (read[at] ?? 0)) | 0;
    return messagesOfAll;
  };

  const rateOver = (ms: number, readsAll: () => number): number => {
    const startMs = busyMs();
    let messages = 0;
    while (busyMs() - startMs < ms) messages += readsAll();
    return messages / ((busyMs() - startMs) / 1000);
  };

  const rates = (readsAll: () => number, ms: number) => {
    rateOver(ms, readsAll);
    return Array.from({ length: windows }, () => rateOver(windowMs, readsAll));
  };
  return { rates: rates(decodeAll, warmUpMs), rawRates: rates(readAll, windowMs) };
});
