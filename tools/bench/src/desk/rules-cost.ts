/**
 * What 200 alarm rules cost ingest: one server under one load, while they come into force and go out of force by turns.
 * Each turn with them is compared with the one without beside it, so that neither a growing table nor a machine that
 * works unevenly favours one of them; the median of the pairs counts.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '@atalaia/server/src/platform/db/database.ts';
import type { IngestLoad, IngestLoadResult } from '../ingest/load-process.ts';
import { waitFigures } from '../ingest/window-load.ts';
import { fleetOf } from '../load/fleet.ts';
import { startChild } from '../process/child.ts';
import { type LoadedServer, onLoadedServer } from '../reading/loaded-server.ts';
import { atLeast, type Figure } from '../report/figure.ts';
import { mean, percentile, spreadOfRates } from '../report/samples.ts';

const connections = 1000;
const groupId = 1;
const pairs = 12;
const turnMs = 4_000;
/** After a change of the rules it takes up to 0.3 s until ingest knows them; so much of each turn is not counted. */
const settleMs = 1_000;
const warmUpMs = 8_000;
/** As of a vehicle that is turned off once in an hour of driving with a position a second. */
const ignitionOffEvery = 3_600;
const hourMs = 3_600_000;

/** A quarter is of the fleet's group and of its events, the others of labels that no tracker sends or of other groups. */
const insertRules = `
  INSERT INTO alarm_rules (name, position, event_types, alarms, applies_to, group_ids, severity, enabled)
  SELECT 'Regra ' || i, 100 + i, CASE WHEN i % 4 = 0 THEN '{ignitionOn,ignitionOff}' ELSE '{alarm}' END::text[],
    CASE WHEN i % 4 = 0 THEN '{}' ELSE ARRAY['label' || i] END, 'some', ARRAY[$1::int + i % 4 * 100000], i % 4, false
  FROM generate_series(1, 200) AS i`;

async function fill({ pool }: Database): Promise<void> {
  await pool.query("INSERT INTO groups (id, name) OVERRIDING SYSTEM VALUE VALUES ($1, 'Fleet')", [groupId]);
  await pool.query(
    `INSERT INTO devices (unique_id, name, group_id)
      SELECT unique_id, 'Vehicle ' || place, $2 FROM unnest($1::text[]) WITH ORDINALITY AS one (unique_id, place)`,
    [fleetOf(connections).map(({ uniqueId }) => uniqueId), groupId],
  );
  await pool.query('UPDATE alarm_rules SET enabled = false');
  await pool.query(insertRules, [groupId]);
}

/** As the service of the rules writes it: every process hears of it by the row of `changes`. */
async function putInForce({ pool }: Database, inForce: boolean): Promise<void> {
  await pool.query(
    `WITH changed AS (UPDATE alarm_rules SET enabled = $1 WHERE name LIKE 'Regra %')
      INSERT INTO changes (topic, message) VALUES ('rules', '{"kinds":["alarmRules"]}')`,
    [inForce],
  );
}

interface Turn {
  readonly inForce: boolean;
  /** ms since 1970. */
  readonly fromMs: number;
  readonly toMs: number;
}

export const rulesFigures = (say: (text: string) => void): Promise<readonly Figure[]> =>
  onLoadedServer(fill, (loaded) => measure(loaded, say));

async function measure(
  { server, database }: LoadedServer,
  say: (text: string) => void,
): Promise<readonly Figure[]> {
  say(`200 alarm rules in force and not, by turns of ${turnMs / 1000} s`);
  const measureMs = 2 * pairs * turnMs;
  let isOver = false;
  const load = startChild<IngestLoad, IngestLoadResult>(
    new URL('../ingest/load-process.ts', import.meta.url),
    {
      portOffset: server.portOffset,
      fleet: fleetOf(connections),
      positionsPerPacket: { gt06: 1, teltonika: 10 },
      positionsPerTracker: 1000,
      firstFixMs: Math.floor(Date.now() / hourMs) * hourMs - 12 * hourMs,
      ignitionOffEvery,
      phases: [{ windowPositions: 40, warmUpMs, measureMs }],
    },
  ).output.finally(() => {
    isOver = true;
  });
  const turns: Turn[] = [];
  const change = async () => {
    while (!isOver) {
      // with, without, without, with: which one is first changes from pair to pair
      const inForce = turns.length % 4 === 0 || turns.length % 4 === 3;
      await putInForce(database, inForce);
      const fromMs = Date.now() + settleMs;
      await sleep(turnMs);
      turns.push({ inForce, fromMs, toMs: Date.now() });
    }
  };
  const [{ results }] = await Promise.all([load, change()]);
  const [result] = results;
  if (!result) throw new Error('the load measured nothing');
  const ratesOf = ({ fromMs, toMs }: Turn) =>
    result.positionsPerSecond.filter((_, second) => {
      const startMs = result.fromMs + second * 1000;
      return startMs >= fromMs && startMs + 1000 <= toMs;
    });
  const measured = Array.from({ length: Math.floor(turns.length / 2) }, (_, pair) => {
    const both = turns.slice(2 * pair, 2 * pair + 2);
    const rates = (inForce: boolean) => both.filter((turn) => turn.inForce === inForce).flatMap(ratesOf);
    return { with: rates(true), without: rates(false) };
  }).filter((pair) => pair.with.length > 0 && pair.without.length > 0);
  const joined = await countJoined(database);
  if (joined === 0) throw new Error('the rules opened nothing: they were not in force');
  const rate = (which: 'with' | 'without') => {
    const rates = measured.flatMap((pair) => pair[which]);
    return { unit: 'positions/s', measured: mean(rates), ...spreadOfRates(rates) };
  };
  const ratios = measured.map((pair) => mean(pair.with) / mean(pair.without));
  return [
    { name: 'acknowledged, with 200 alarm rules', ...rate('with') },
    { name: 'acknowledged, without, by turns under the same load', ...rate('without') },
    {
      name: `of the speed without 200 alarm rules, median of ${ratios.length} pairs of turns`,
      unit: 'ratio',
      measured: percentile(ratios, 50),
      limits: [atLeast(0.9)],
    },
    { name: 'events that these rules made or added to alarms', unit: '', measured: joined },
    ...waitFigures('packet to acknowledgement, so loaded', result),
  ];
}

async function countJoined({ pool }: Database): Promise<number> {
  const { rows } = await pool.query<{ count: number }>('SELECT count(*)::int AS count FROM alarm_events');
  return rows[0]?.count ?? 0;
}
