/**
 * Commands to easytrack trackers: `*ET,id,FD,Y1#`, the two letters before the id those that the tracker itself uses. FD
 * cuts (Y1) and gives back (Y2), arms (F1) and disarms (F2); the answer is a message of the same name.
 * Sources: BWS, E3 communication protocol 3.7.2, 3.4; public servers. Words for intervals and single places are in no
 * document at hand: `custom` says them.
 */
import { createCommandEncoder, type Words } from '../command-encoder.ts';
import type { CommandContext, CommandEncoder } from '../protocol.ts';
import { makerOf } from './maker.ts';

function say({ uniqueId, session }: CommandContext, words: string): string {
  return `*${makerOf(session)},${uniqueId},${words}#`;
}

function alarmMode(words: string): Words {
  return (_values, context) => say(context, `FD,${words}`);
}

export const easytrackCommands: CommandEncoder = createCommandEncoder({
  longest: 500,
  words: {
    /** What stands behind the id: `FD,Y1`. */
    custom: (values, context) => {
      const data = values.text('data');
      return data.includes('#') ? undefined : say(context, data);
    },
    engineStop: alarmMode('Y1'),
    engineResume: alarmMode('Y2'),
    alarmArm: alarmMode('F1'),
    alarmDisarm: alarmMode('F2'),
  },
  seal: (words) => Buffer.from(words, 'latin1'),
});
