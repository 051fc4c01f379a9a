/**
 * Commands to xexun trackers are the words of their SMS, on the connection as in a message: a word, the password, a value
 * (`powercar123456 11`). Nothing ends them. The password is the device's attribute `devicePassword`.
 * Source: Xexun TK103 user manual; TK102-2 user manual for the interval.
 */
import { type CommandTemplate, createCommandEncoder } from '../command-encoder.ts';
import { textSetting } from '../device-settings.ts';
import type { CommandContext, CommandEncoder } from '../protocol.ts';

/** As the units leave the factory. */
const usualPassword = '123456';

function passwordOf({ settings }: CommandContext): string {
  return textSetting(settings, 'devicePassword') ?? usualPassword;
}

const powerCar =
  (state: '00' | '11'): CommandTemplate =>
  (_values, context) =>
    `powercar${passwordOf(context)} ${state}`;

const units = [
  ['h', 3600],
  ['m', 60],
  ['s', 1],
] as const;

/** `t030s***n123456`: three digits of the largest unit that says it exactly, without end. */
const periodWords: CommandTemplate = (values, context) => {
  const seconds = values.number('frequency');
  const exact = units.find(([, size]) => seconds % size === 0 && seconds >= size && seconds / size < 1000);
  if (!exact || seconds < 20) return undefined;
  return `t${String(seconds / exact[1]).padStart(3, '0')}${exact[0]}***n${passwordOf(context)}`;
};

export const xexunCommands: CommandEncoder = createCommandEncoder({
  longest: 160,
  templates: {
    custom: (values) => values.text('data'),
    engineStop: powerCar('11'),
    engineResume: powerCar('00'),
    positionPeriodic: periodWords,
    positionStop: (_values, context) => `notn${passwordOf(context)}`,
  },
  silent: ['engineStop', 'engineResume', 'positionPeriodic', 'positionStop'],
  seal: (text) => Buffer.from(text, 'latin1'),
});
