import type { Protocol } from '@atalaia/protocols/protocol';
import { protocols } from '@atalaia/protocols/registry';

export interface Arguments {
  readonly protocols: readonly Protocol[];
  readonly seconds: number;
  /** Only this one stream. */
  readonly seed: number | undefined;
}

const usage = 'say: npm run fuzz -- PROTOCOL SECONDS [--seed N]; PROTOCOL may be `all`';

/** What the arguments request, or why they cannot be followed. */
export function readArguments(args: readonly string[]): Arguments | { readonly fault: string } {
  const at = args.indexOf('--seed');
  const seed = at < 0 ? undefined : Number(args[at + 1]);
  const [name, secondsText = '5', ...more] = at < 0 ? args : args.toSpliced(at, 2);
  const seconds = Number(secondsText);
  if (name === undefined || more.length > 0 || !(seconds > 0)) return { fault: usage };
  if (seed !== undefined && !(Number.isInteger(seed) && seed >= 0))
    return { fault: `the seed is no number; ${usage}` };
  const chosen = protocols.filter((protocol) => name === 'all' || protocol.name === name);
  if (chosen.length === 0) {
    return {
      fault: `there is no protocol ${name}; there are ${protocols.map((one) => one.name).join(', ')}`,
    };
  }
  return { protocols: chosen, seconds, seed };
}
