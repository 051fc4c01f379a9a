/** How long the embedded data takes to name the nearest town: a whole report asks it for every row. */
import { loadTowns } from '@atalaia/server/src/platform/geocoding/geocoding.ts';
import { townsOf } from '@atalaia/server/src/platform/geocoding/towns.ts';
import type { Benchmark } from '../benchmark.ts';
import { atMost } from '../report/figure.ts';
import { spreadOfTimes } from '../report/samples.ts';

const placesEach = 1_000;
const rounds = 30;

export const towns: Benchmark = {
  name: 'towns',
  title: 'The nearest town of a place',
  async run() {
    const { nearest } = townsOf(await loadTowns());
    const times: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const startMs = performance.now();
      for (let place = 0; place < placesEach; place += 1) {
        nearest(-30 + (place % 250) / 10, -60 + (round * placesEach + place) / 1_500);
      }
      times.push(((performance.now() - startMs) * 1000) / placesEach);
    }
    return [{ name: 'one look-up', unit: 'µs', ...spreadOfTimes(times), limits: [atMost(500, 'p99')] }];
  },
};
