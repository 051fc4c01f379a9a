import type { SendCommand } from '@atalaia/contract/devices/command';
import { type CommandReceipt, commandReceiptSchema } from '@atalaia/contract/devices/sent-command';
import type { ApiWriter } from '../../../lib/api/api-client.ts';

export interface EngineCommand {
  readonly deviceId: number;
  readonly type: 'engineStop' | 'engineResume';
  /** Why a block that is not safe is meant all the same (CMD-07). */
  readonly reason?: string | undefined;
}

/** Sends a block or a release; the receipt says whether it left at once or waits for its device. */
export function sendEngineCommand(
  api: ApiWriter,
  { deviceId, type, reason }: EngineCommand,
): Promise<CommandReceipt> {
  return sendCommand(api, { deviceId, type, ...(reason !== undefined && { confirmation: { reason } }) });
}

/** Sends any command. */
export function sendCommand(api: ApiWriter, command: SendCommand): Promise<CommandReceipt> {
  return api.json({ method: 'POST', path: 'commands/send', json: command }, commandReceiptSchema);
}
