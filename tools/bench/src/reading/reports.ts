/** How long reports take, and that they hold up nobody. */
import type { Benchmark } from '../benchmark.ts';
import { atMost, type Figure } from '../report/figure.ts';
import { spreadOfTimes } from '../report/samples.ts';
import { type LoadedServer, onLoadedServer } from './loaded-server.ts';
import { days, frequentDevice, loadReports, markHours, minuteDevices, period } from './report-load.ts';
import { longestHoldMs, timedAnswer, timedAnswers } from './timed-answer.ts';

const rounds = 5;

export const reports: Benchmark = {
  name: 'reports',
  title: `Reports over ${days} days`,
  run: (say) =>
    onLoadedServer(
      (database) => loadReports(database, say),
      (loaded) => measure(loaded, say),
    ),
};

async function measure(loaded: LoadedServer, say: (text: string) => void): Promise<readonly Figure[]> {
  const { server, database, api } = loaded;
  const ask = (kind: string, deviceIds: readonly number[]) => {
    const [from, to] = [period.fromMs, period.toMs].map((timeMs) => new Date(timeMs).toISOString());
    const named = deviceIds.map((id) => `deviceId=${id}`).join('&');
    return timedAnswer(`${server.origin}/api/reports/${kind}?${named}&from=${from}&to=${to}`, api.token);
  };
  say('trips and summaries');
  const trips = await timedAnswers(rounds, () => ask('trips', [frequentDevice]));
  const summaries = await timedAnswers(rounds, () => ask('summary', minuteDevices));
  const marked: number[] = [];
  const dirty = await timedAnswers(rounds, async () => {
    marked.push(await markHours(database));
    return ask('summary', minuteDevices);
  });
  say('the event loop meanwhile');
  await longestHoldMs(server.origin);
  const route = await ask('route', [frequentDevice]);
  await ask('trips', minuteDevices);
  const heldMs = await longestHoldMs(server.origin);

  const times = (answers: readonly { lastMs: number }[]) =>
    spreadOfTimes(answers.map(({ lastMs }) => lastMs));
  const rows = (text: string) => (JSON.parse(text) as unknown[]).length;
  return [
    {
      name: `trips of one device, a position each 10 s (${rows(trips[0]?.text ?? '[]')} trips)`,
      unit: 'ms',
      ...times(trips),
      limits: [atMost(800, 'p99')],
    },
    {
      name: `summary of ${minuteDevices.length} devices, a position a minute`,
      unit: 'ms',
      ...times(summaries),
      limits: [atMost(300, 'p99')],
    },
    {
      name: `the same, ${marked[0]} of its hours to be counted anew`,
      unit: 'ms',
      ...times(dirty),
      limits: [atMost(2_000, 'p99')],
    },
    {
      name: `event loop held during a route of ${rows(route.text)} rows and trips of ${minuteDevices.length} devices, longest`,
      unit: 'ms',
      measured: heldMs,
      limits: [atMost(50)],
    },
  ];
}
