import type { SendCommand } from '@atalaia/contract/devices/command';
import type { CommandReceipt, GroupReceipts } from '@atalaia/contract/devices/sent-command';
import type { Kysely } from 'kysely';
import { AppError, fieldRefusal, notFound } from '../../errors/app-error.ts';
import type { Schema } from '../../platform/db/schema.ts';
import { createLimiter } from '../../platform/limiter/limiter.ts';
import type { Caller } from '../../visibility/caller.ts';
import { devicesInGroups, findGroups } from './targets-queries.ts';

/** More are sent to as a batch, which waits for no answer of each. */
const mostDevices = 200;
const atOnce = 20;

export interface GroupSendingParts {
  readonly kysely: Kysely<Schema>;
  send(caller: Caller, command: SendCommand): Promise<CommandReceipt>;
  /** What has left is on the wire for whoever asks next. */
  look(): Promise<unknown>;
}

/** One command to each device of a group and of those below it, as the field sends it; each goes through every rule. */
export async function sendToGroup(
  { kysely, send, look }: GroupSendingParts,
  caller: Caller,
  command: Omit<SendCommand, 'deviceId'>,
  groupId: number,
): Promise<GroupReceipts> {
  if (!(await findGroups(kysely, caller, [groupId])).has(groupId)) throw notFound('group', groupId);
  const deviceIds = await devicesInGroups(kysely, caller, [groupId], mostDevices);
  if (deviceIds.length > mostDevices) {
    const message = `holds over ${mostDevices} devices; POST commands/batch takes more`;
    throw fieldRefusal('invalid-input', { path: 'query.groupId', message });
  }
  const limiter = createLimiter(atOnce);
  const refusals: AppError[] = [];
  const receipts = await Promise.all(
    deviceIds.map((deviceId) =>
      limiter
        .run(() => send(caller, { ...command, deviceId }))
        .catch((error: unknown): GroupReceipts[number] => {
          if (!(error instanceof AppError)) throw error;
          refusals.push(error);
          const { id = 0, type = '', textChannel = false, description = null, attributes = {} } = command;
          const { code, message } = error;
          return {
            ...{ id, deviceId, type, textChannel, description, attributes, sentId: 0 },
            ...{ state: 'refused', code, message },
          };
        }),
    ),
  );
  if (refusals[0] && refusals.length === deviceIds.length) throw refusals[0];
  if (receipts.some((receipt) => receipt.blockId !== undefined)) await look();
  return receipts;
}
