import type { Protocol, Transport } from '@atalaia/protocols/protocol';
import { protocols } from '@atalaia/protocols/registry';

export interface Arguments {
  readonly protocol: Protocol;
  readonly transport: Transport;
  readonly pieces: boolean;
}

const usage = `say: npm run -s decode -- PROTOCOL [--udp] [--pieces], and give a frame or a chunk a line`;

/** What the arguments request, or why they cannot be followed. */
export function readArguments(args: readonly string[]): Arguments | { readonly fault: string } {
  const [name, ...more] = args.filter((arg) => !arg.startsWith('--'));
  const flags = args.filter((arg) => arg.startsWith('--'));
  const stray = flags.find((flag) => !['--udp', '--pieces'].includes(flag)) ?? more[0];
  if (name === undefined) return { fault: `${usage}; ${known()}` };
  if (stray !== undefined) return { fault: `${stray} means nothing here; ${usage}` };
  const protocol = protocols.find((one) => one.name === name.toLowerCase());
  if (!protocol) return { fault: `there is no protocol ${name}; ${known()}` };
  const udp = flags.includes('--udp');
  if (udp && !protocol.transports.includes('udp')) return { fault: `${name} does not speak over UDP` };
  const [usual = 'tcp'] = protocol.transports;
  return { protocol, transport: udp ? 'udp' : usual, pieces: flags.includes('--pieces') };
}

const known = () => `there are ${protocols.map(({ name }) => name).join(', ')}`;
