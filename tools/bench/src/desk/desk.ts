/** The alarm desk: its queue, the way of an alarm to the screen, a storm, and what its rules cost ingest. */
import type { Benchmark } from '../benchmark.ts';
import { queueFigures } from './queue-times.ts';

export const desk: Benchmark = {
  name: 'desk',
  title: 'The alarm desk',
  async run(say) {
    return [...(await queueFigures(say))];
  },
};
