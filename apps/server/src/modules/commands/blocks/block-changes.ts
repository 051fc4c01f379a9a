/** A change of a request by a person: with its history and audit, published to everybody who sees the vehicle. */
import type { BlockState } from '@atalaia/contract/block/block';
import type { Kysely } from 'kysely';
import { AppError } from '../../../errors/app-error.ts';
import type { Schema } from '../../../platform/db/schema.ts';
import { writeAudit } from '../../../queries/audit.ts';
import type { Publish } from '../../../queries/commit.ts';
import type { ActingUser } from '../../../visibility/caller.ts';
import { blockFragments } from './blocks-presenter.ts';
import {
  type BlockColumns,
  type BlockRow,
  cancelQueued,
  changeBlock,
  databaseNow,
} from './blocks-queries.ts';
import { actorOf } from './second-person.ts';

/** Throws `block-changed` where it is no more as the row says. */
export async function change(
  within: Kysely<Schema>,
  publish: Publish,
  caller: ActingUser,
  row: BlockRow,
  action: string,
  set: BlockColumns,
  details: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  const from = [row.state as BlockState];
  const actor = actorOf(caller);
  if (!(await changeBlock(within, row.id, { from, action, actor, set, details }))) throw changed(row);
  await writeAudit(within, caller, {
    ...{ action, noun: 'block', objectId: row.id },
    details: { deviceId: row.device_id, kind: row.kind, ...details },
  });
  publish('blocks', await blockFragments(within, [row.id]));
}

/** Of a locked row. Throws `block-on-the-wire` once its command was taken to be sent, and then has changed nothing. */
export async function takeBack(
  within: Kysely<Schema>,
  publish: Publish,
  caller: ActingUser,
  row: BlockRow,
  details: Readonly<Record<string, unknown>>,
): Promise<void> {
  if (!isOpen(row)) throw row.state === 'sent' ? onTheWire(row) : changed(row);
  if (row.sent_id !== null && !(await cancelQueued(within, row.sent_id))) throw onTheWire(row);
  const set = { state: 'withdrawn', state_reason: 'withdrawn', ended_at: databaseNow };
  await change(within, publish, caller, row, 'withdraw', set, details);
}

/** Not yet on the wire, as far as its row says. */
export const isOpen = ({ state }: Pick<BlockRow, 'state'>) => state === 'requested' || state === 'waiting';

export function changed({ id, state }: BlockRow): AppError {
  return new AppError('block-changed', `it is ${state} by now`, { blockId: id, state });
}

function onTheWire({ id }: BlockRow): AppError {
  return new AppError('block-on-the-wire', 'its command has left; a release takes it back', { blockId: id });
}
