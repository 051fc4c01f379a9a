/** The alarm desk: its queue, the way of an alarm to the screen, a storm, and what its rules cost ingest. */
import type { Benchmark } from '../benchmark.ts';
import type { Figure } from '../report/figure.ts';
import { queueFigures } from './queue-times.ts';
import { rulesFigures } from './rules-cost.ts';
import { screenFigures } from './screen.ts';

const parts: Readonly<Record<string, (say: (text: string) => void) => Promise<readonly Figure[]>>> = {
  queue: queueFigures,
  screen: screenFigures,
  rules: rulesFigures,
};

export const desk: Benchmark = {
  name: 'desk',
  title: 'The alarm desk',
  parts: Object.keys(parts),
  async run(say, { parts: chosen }) {
    const figures: Figure[] = [];
    for (const [name, measure] of Object.entries(parts)) {
      if (!chosen || chosen.includes(name)) figures.push(...(await measure(say)));
    }
    return figures;
  },
};
