/** How many messages a second one core decodes, of each protocol, with nothing else to do. */
import { protocols } from '@atalaia/protocols/registry';
import type { Benchmark } from '../benchmark.ts';
import { startChild } from '../process/child.ts';
import { atLeast, type Figure } from '../report/figure.ts';
import { spreadOfRates } from '../report/samples.ts';
import type { DecodingLoad, DecodingResult } from './decoding-process.ts';

/** The four that most trackers in Brazil speak, messages a second: binary twice as many as text. */
const requested: Readonly<Record<string, number>> = {
  gt06: 400_000,
  teltonika: 400_000,
  suntech: 200_000,
  gl200: 200_000,
};

export const decoding: Benchmark = {
  name: 'decode',
  title: 'Decoding alone, one core',
  async run(say) {
    const names = protocols.map(({ name }) => name);
    const inOrder = [...Object.keys(requested), ...names.filter((name) => !(name in requested))];
    const figures: Figure[] = [];
    for (const protocol of inOrder) {
      say(protocol);
      figures.push(await figureOf(protocol));
    }
    return figures;
  },
};

async function figureOf(protocol: string): Promise<Figure> {
  const { rates } = await startChild<DecodingLoad, DecodingResult>(
    new URL('./decoding-process.ts', import.meta.url),
    { protocol, warmUpMs: 1500, windows: 5, windowMs: 500 },
  ).output;
  const limit = requested[protocol];
  return {
    name: protocol,
    unit: 'messages/s',
    ...spreadOfRates(rates),
    ...(limit !== undefined && { limits: [atLeast(limit, 'p50')] }),
  };
}
