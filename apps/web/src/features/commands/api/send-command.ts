import type { SendCommand } from '@atalaia/contract/devices/command';
import { type CommandReceipt, commandReceiptSchema } from '@atalaia/contract/devices/sent-command';
import type { ApiWriter } from '../../../lib/api/api-client.ts';

/** Sends any command. */
export function sendCommand(api: ApiWriter, command: SendCommand): Promise<CommandReceipt> {
  return api.json({ method: 'POST', path: 'commands/send', json: command }, commandReceiptSchema);
}
