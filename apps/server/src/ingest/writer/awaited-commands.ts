import type { ClientBase } from 'pg';
import type { Entry } from './entry.ts';

/** A command that left for a tracker and is not answered yet. */
export interface AwaitedCommand {
  readonly id: number;
  readonly type: string;
}

/** By device, the oldest first: trackers answer in the order in which they were asked. */
export type AwaitedCommands = ReadonlyMap<number, readonly AwaitedCommand[]>;

interface Row extends AwaitedCommand {
  readonly deviceId: number;
}

const text = `
  SELECT id, device_id AS "deviceId", type FROM sent_commands
  WHERE device_id = ANY($1::int[]) AND state = 'sent' AND NOT silent AND NOT text_channel
  ORDER BY device_id, id`;

const none: AwaitedCommands = new Map();

/** The commands that the answers among these entries may be about; asks nothing where there is no answer. */
export async function readAwaited(
  client: Pick<ClientBase, 'query'>,
  entries: readonly Entry[],
): Promise<AwaitedCommands> {
  const deviceIds = new Set<number>();
  for (const entry of entries) if (entry.kind === 'answer') deviceIds.add(entry.device.id);
  if (deviceIds.size === 0) return none;
  const { rows } = await client.query<Row>({ name: 'ingest-awaited', text, values: [[...deviceIds]] });
  const awaited = new Map<number, AwaitedCommand[]>();
  for (const { deviceId, id, type } of rows) {
    const commands = awaited.get(deviceId);
    if (commands) commands.push({ id, type });
    else awaited.set(deviceId, [{ id, type }]);
  }
  return awaited;
}
