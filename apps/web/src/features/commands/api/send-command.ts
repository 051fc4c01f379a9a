import type { SendCommand } from '@atalaia/contract/command';
import { type CommandReceipt, commandReceiptSchema } from '@atalaia/contract/sent-command';
import type { ApiClient } from '../../../lib/api/api-client.ts';

export interface EngineCommand {
  readonly deviceId: number;
  readonly type: 'engineStop' | 'engineResume';
  /** Why a block that is not safe is meant all the same (CMD-07). */
  readonly reason?: string | undefined;
}

/** Sends a block or a release; the receipt says whether it left at once or waits for its device. */
export function sendEngineCommand(
  api: ApiClient,
  { deviceId, type, reason }: EngineCommand,
): Promise<CommandReceipt> {
  return sendCommand(api, { deviceId, type, ...(reason !== undefined && { confirmation: { reason } }) });
}

/** Sends any command. */
export function sendCommand(api: ApiClient, command: SendCommand): Promise<CommandReceipt> {
  return api.json({ method: 'POST', path: 'commands/send', json: command }, commandReceiptSchema);
}
