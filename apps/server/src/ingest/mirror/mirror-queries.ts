import type { MirrorKind, MirrorOutcome } from '@atalaia/contract/devices/mirror';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';

const hourMs = 3_600_000;
/** Lines between two writings; what comes beyond is counted under device 0. */
const mostLines = 50_000;
const linesAStatement = 5_000;

/** What became of forwarded messages, counted by hour, device, outcome and reason in memory and added to the rows of others. */
export interface MirrorLog {
  note(mirrorId: number, deviceIds: readonly number[], outcome: MirrorOutcome, reason?: string): void;
  /** Writes what was counted; what could not be written waits for the next time. Never rejects. */
  flush(): Promise<void>;
}

export function createMirrorLog(pool: Pick<Pool, 'query'>, clock: Clock, log: Logger): MirrorLog {
  let lines = new Map<string, LogLine>();
  let writing: Promise<void> | undefined;

  const add = (line: LogLine) => {
    const { mirrorId, hourMs: hour, outcome, reason } = line;
    const key = `${mirrorId} ${hour} ${line.deviceId} ${outcome} ${reason}`;
    const known = lines.get(key);
    if (known) {
      known.count += line.count;
      known.lastMs = Math.max(known.lastMs, line.lastMs);
    } else if (lines.size >= mostLines && line.deviceId !== 0) add({ ...line, deviceId: 0 });
    else lines.set(key, line);
  };

  const write = async () => {
    const taken = [...lines.values()];
    lines = new Map();
    for (let from = 0; from < taken.length; from += linesAStatement) {
      const piece = taken.slice(from, from + linesAStatement);
      try {
        await addToLog(pool, piece);
      } catch (error) {
        log.warn({ err: error }, 'the log of mirrors could not be written; it is tried again');
        for (const line of piece) add(line);
      }
    }
    writing = undefined;
  };

  return {
    note(mirrorId, deviceIds, outcome, reason = '') {
      const lastMs = clock.now();
      const hour = lastMs - (lastMs % hourMs);
      for (const deviceId of deviceIds)
        add({ mirrorId, hourMs: hour, deviceId, outcome, reason, count: 1, lastMs });
    },
    flush() {
      if (lines.size > 0) writing ??= write();
      return writing ?? Promise.resolve();
    },
  };
}

/** A mirror that is switched on and has not ended, as its row says. */
export interface MirrorRow {
  readonly id: number;
  readonly kind: MirrorKind;
  readonly address: string;
  readonly method: 'GET' | 'POST';
  readonly sealedAuthorization: string | null;
  readonly fromMs: number;
  readonly untilMs: number | null;
}

export interface MirroredDevice {
  readonly mirrorId: number;
  readonly id: number;
  readonly uniqueId: string;
  readonly name: string;
}

export async function readMirrors(
  pool: Pick<Pool, 'query'>,
): Promise<{ readonly mirrors: readonly MirrorRow[]; readonly devices: readonly MirroredDevice[] }> {
  const { rows: mirrors } = await pool.query<MirrorRow>(`
    SELECT id, kind, address, method, sealed_authorization AS "sealedAuthorization",
      extract(epoch FROM active_from)::float8 * 1000 AS "fromMs", extract(epoch FROM active_until)::float8 * 1000 AS "untilMs"
    FROM mirrors WHERE enabled AND (active_until IS NULL OR active_until > now()) ORDER BY id`);
  if (mirrors.length === 0) return { mirrors, devices: [] };
  const { rows: devices } = await pool.query<MirroredDevice>(
    `SELECT mirrors.id AS "mirrorId", devices.id, devices.unique_id AS "uniqueId", devices.name
    FROM mirrors, mirrored_devices(mirrors) AS chosen (id) JOIN devices USING (id)
    WHERE mirrors.id = ANY($1::integer[])`,
    [mirrors.map(({ id }) => id)],
  );
  return { mirrors, devices };
}

export interface LogLine {
  readonly mirrorId: number;
  readonly hourMs: number;
  readonly deviceId: number;
  readonly outcome: MirrorOutcome;
  readonly reason: string;
  count: number;
  lastMs: number;
}

/** Adds the counts to those of their hours. What is of a mirror that was removed is left out. */
export async function addToLog(pool: Pick<Pool, 'query'>, lines: readonly LogLine[]): Promise<void> {
  await pool.query(
    `INSERT INTO mirror_log AS kept (mirror_id, hour, device_id, outcome, reason, count, last_at)
    SELECT line."mirrorId", to_timestamp(line."hourMs" / 1000), line."deviceId", line.outcome, line.reason, line.count,
      to_timestamp(line."lastMs" / 1000)
    FROM jsonb_to_recordset($1::jsonb) AS line ("mirrorId" integer, "hourMs" float8, "deviceId" integer, outcome text,
      reason text, count integer, "lastMs" float8)
    WHERE EXISTS (SELECT FROM mirrors WHERE id = line."mirrorId")
    ORDER BY 1, 2, 3, 4, 5
    ON CONFLICT (mirror_id, hour, device_id, outcome, reason) DO UPDATE
      SET count = kept.count + excluded.count, last_at = greatest(kept.last_at, excluded.last_at)`,
    [JSON.stringify(lines)],
  );
}
