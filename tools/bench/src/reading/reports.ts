/** How long reports take, and that they hold up nobody. */
import type { Benchmark } from '../benchmark.ts';
import { rawQuery } from '../process/raw.ts';
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
  const span = [period.fromMs, period.toMs].map((timeMs) => new Date(timeMs));
  const rows = (text: string) => (JSON.parse(text) as unknown[]).length;
  return [
    {
      name: `trips of one device, a position each 10 s (${rows(trips[0]?.text ?? '[]')} trips)`,
      unit: 'ms',
      ...times(trips),
      limits: [atMost(400, 'p99')],
    },
    await rawQuery(
      'PostgreSQL gives time, place, speed and counters of these positions as text',
      database,
      `SELECT fix_time, valid, latitude, longitude, speed, motion, ignition, total_distance, hours, fuel
       FROM positions WHERE device_id = $1 AND fix_time BETWEEN $2 AND $3`,
      [frequentDevice, ...span],
    ),
    {
      name: `summary of ${minuteDevices.length} devices, a position a minute`,
      unit: 'ms',
      ...times(summaries),
      limits: [atMost(200, 'p99')],
    },
    await rawQuery(
      'PostgreSQL adds up the counted hours of these devices',
      database,
      `SELECT device_id, sum(distance), sum(moving_ms), sum(engine_ms), max(max_speed), min(first_time), max(last_time)
       FROM travel_hours WHERE device_id = ANY ($1) AND hour BETWEEN $2 AND $3 GROUP BY device_id`,
      [minuteDevices, ...span],
    ),
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
