/**
 * `npm run -s decode -- PROTOCOL [--udp] [--pieces]`: reads what a tracker sent, a frame or a chunk a line, from
 * standard input and prints one JSON line for each: `{ messages, replies, error }`. The session carries on from line to
 * line. Ends with 2 when it is given something it does not know, else with 0.
 */
import { createInterface } from 'node:readline';
import { readArguments } from './arguments.ts';
import { createDesk } from './desk.ts';
import { type Reading, reading } from './reading.ts';
import { typedBytes } from './typed-bytes.ts';

const request = readArguments(process.argv.slice(2));
if ('fault' in request) {
  console.error(`atalaia: ${request.fault}`);
  process.exit(2);
}

// who reads on may have had enough, as `head` has
process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => process.exit(code === 'EPIPE' ? 0 : 1));

const desk = createDesk({ ...request, now: Date.now });

function read(line: string): Reading {
  const typed = typedBytes(line);
  if ('fault' in typed) return reading([], [], { code: 'bad-line', message: typed.fault });
  return desk.take(typed.bytes);
}

for await (const line of createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY })) {
  if (line.trim() !== '') process.stdout.write(`${JSON.stringify(read(line))}\n`);
}
