/**
 * Commands to totem trackers: `password,number,values`, on the connection in the newer envelope with type CF, by SMS between
 * `*` and `#`. 025 sets an output by its letter: the relay is on C, or where the device's setting `totem.output` says.
 * Sources: Totem AT07 and AT09 command lists as public servers send them.
 */
import { type CommandTemplate, createCommandEncoder } from '../command-encoder.ts';
import { textSetting } from '../device-settings.ts';
import type { CommandContext, CommandEncoder } from '../protocol.ts';
import { sealMessage } from './frame.ts';
import { outputLetters, relayOutput } from './report-attributes.ts';

const usualPassword = '000000';

function withPassword(text: string, { settings }: CommandContext): string {
  return `${textSetting(settings, 'devicePassword') ?? usualPassword},${text}`;
}

function relay(state: 0 | 1): CommandTemplate {
  return (_values, context) => withPassword(`025,${relayOutput(context.settings)},${state}`, context);
}

function plain(text: string): CommandTemplate {
  return (_values, context) => withPassword(text, context);
}

export const totemCommands: CommandEncoder = createCommandEncoder({
  longest: 200,
  templates: {
    /** What follows the password: `025,A,1`. */
    custom: (values, context) => withPassword(values.text('data'), context),
    engineStop: relay(1),
    engineResume: relay(0),
    outputControl: (values, context) => {
      const letter = outputLetters.charAt(values.number('index') - 1);
      const state = values.text('data');
      if (letter === '' || !/^[01]$/.test(state)) return undefined;
      return withPassword(`025,${letter},${state}`, context);
    },
    positionSingle: plain('012'),
    rebootDevice: plain('006'),
    factoryReset: plain('007'),
    getVersion: plain('056'),
  },
  silent: ['positionSingle'],
  seal: (text) => sealMessage('CF', text),
  sms: (text) => `*${text}#`,
});
