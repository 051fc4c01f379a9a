/** How many messages a second one core decodes, of each protocol, with nothing else to do. */
import { protocols } from '@atalaia/protocols/registry';
import type { Benchmark } from '../benchmark.ts';
import { startChild } from '../process/child.ts';
import { atLeast, type Figure } from '../report/figure.ts';
import { spreadOfRates } from '../report/samples.ts';
import type { DecodingLoad, DecodingResult } from './decoding-process.ts';

/** The four that most trackers in Brazil speak, messages a second. */
const requested: Readonly<Record<string, number>> = {
  gt06: 800_000,
  teltonika: 900_000,
  suntech: 500_000,
  gl200: 450_000,
};

const ofOthers = 250_000;

export const decoding: Benchmark = {
  name: 'decode',
  title: 'Decoding alone, one core',
  async run(say) {
    const names = protocols.map(({ name }) => name);
    const inOrder = [...Object.keys(requested), ...names.filter((name) => !(name in requested))];
    const figures: Figure[] = [];
    for (const protocol of inOrder) {
      say(protocol);
      figures.push(...(await figuresOf(protocol)));
    }
    return figures;
  },
};

async function figuresOf(protocol: string): Promise<readonly Figure[]> {
  const { rates, rawRates } = await startChild<DecodingLoad, DecodingResult>(
    new URL('./decoding-process.ts', import.meta.url),
    { protocol, warmUpMs: 1500, windows: 5, windowMs: 500 },
  ).output;
  const unit = 'messages/s';
  const limits = [atLeast(requested[protocol] ?? ofOthers, 'p50')];
  return [
    { name: protocol, unit, ...spreadOfRates(rates), limits },
    { name: `raw: each byte of ${protocol} read once`, unit, ...spreadOfRates(rawRates) },
  ];
}
