/** The alarm desk: its queue, the way of an alarm to the screen, a storm, and what its rules cost ingest. */
import type { Benchmark } from '../benchmark.ts';
import { costOf } from '../ingest/rules.ts';
import { queueFigures } from './queue-times.ts';
import { screenFigures } from './screen.ts';

export const desk: Benchmark = {
  name: 'desk',
  title: 'The alarm desk',
  async run(say) {
    return [
      ...(await queueFigures(say)),
      ...(await screenFigures(say)),
      ...(await costOf({ of: 'alarmRules', named: '200 alarm rules', least: 0.9 }, say)),
    ];
  },
};
