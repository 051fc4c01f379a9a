import type { CommandsKey } from '../pt-br/commands.ts';

/** Sending commands, one or many. */
export const commands = {
  'command.title': 'New Command',
  'command.devices': 'Devices',
  'command.groups': 'Groups',
  'command.type': 'Type',
  'command.typeRequired': 'A type is required',
  'command.textChannel': 'Send by SMS',
  'command.description': 'Description',
  'command.send': 'Send',
  'command.sent': 'Command sent to the equipment.',
  'command.queued': 'The equipment is away: the command is queued and leaves when it connects.',
  'command.expired': 'The queued command expired without being sent.',
  'commandState.queued': 'queued',
  'commandState.sent': 'sent',
  'commandState.answered': 'answered',
  'commandState.failed': 'failed',
  'commandState.expired': 'expired in the queue',
  'command.batchSent': 'Commands sent for execution successfully!',
  'command.batchInvalid': 'Ops! Check the fields and try again.',
  'command.noPhone': 'The device has no phone number: the SMS was not sent.',
  'command.noSmsChannel': 'The SMS channel is not set up on the server.',
  'command.tooFast': 'The vehicle is faster than blocking allows.',
} satisfies Record<CommandsKey, string>;
