/**
 * `npm run fuzz -- PROTOCOL SECONDS [--seed N]`: throws streams that nobody sent at a protocol. Ends with 1 at the first
 * one that it takes wrongly, and says the seed that gives it again. `all` throws at every protocol, two at a time.
 */
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Protocol } from '@atalaia/protocols/protocol';
import { readArguments } from './arguments.ts';
import { fuzz } from './fuzz.ts';

const request = readArguments(process.argv.slice(2));
if ('fault' in request) {
  console.error(`atalaia: ${request.fault}`);
  process.exit(2);
}

const { seconds, seed } = request;

function throwAt(protocol: Protocol): boolean {
  const untilMs = performance.now() + seconds * 1000;
  const firstSeed = seed ?? Date.now() >>> 0;
  const goOn = (streams: number) => (seed === undefined ? performance.now() < untilMs : streams === 0);
  const { streams, bytes, failure } = fuzz({ protocol, firstSeed, goOn });
  const thrown = `${streams.toLocaleString('en')} streams, ${(bytes / 1e6).toFixed(1)} MB`;
  if (!failure) {
    console.log(`✓ ${protocol.name}: ${thrown}`);
    return true;
  }
  console.log(
    `✗ ${protocol.name}: ${failure.fault}\n  bytes: ${failure.hex}\n` +
      `  again: npm run fuzz -- ${protocol.name} 1 --seed ${failure.seed}`,
  );
  return false;
}

/** The same for one protocol in a process of its own. */
function apart({ name }: Protocol): Promise<boolean> {
  const args = [fileURLToPath(import.meta.url), name, String(seconds)];
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { stdio: 'inherit' });
    child.once('exit', (code) => resolve(code === 0));
  });
}

async function throwAtAll(waiting: Protocol[]): Promise<boolean> {
  let isWell = true;
  const lane = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      if (!(await apart(next))) isWell = false;
    }
  };
  await Promise.all(Array.from({ length: Math.min(2, availableParallelism()) }, lane));
  return isWell;
}

const [only, second] = request.protocols;
const isWell = only && !second ? throwAt(only) : await throwAtAll([...request.protocols]);
process.exitCode = isWell ? 0 : 1;
