/**
 * Commands to suntech trackers: text ended by a carriage return, in the words of the family.
 *
 * - Older series: `ST300CMD;id;02;Enable1`, the header that of the tracker's own reports; answered by `ST300CMD;Res;…`
 *   but for `StatusReq`, whose answer is the report itself (ST300/340, ST310U and ST3310 operation manuals, 7).
 * - Universal series: `CMD;id;04;01`, group and number of the command; answered by `RES;…` (Suntech "Universal
 *   Commands"): 03;01 report, 03;03 reboot, 04;01 and 04;02 output 1 on and off, 04;03 and 04;04 output 2, 04;09 and
 *   04;10 output 3.
 *
 * A tracker is spoken to as it speaks itself. The attributes `suntech.universal` (true, false) and `suntech.prefix`
 * (`SA200`, `ST300`…) of its device come before that.
 */
import { type CommandTemplate, createCommandEncoder } from '../command-encoder.ts';
import { textSetting } from '../device-settings.ts';
import type { CommandContext, CommandEncoder } from '../protocol.ts';
import { dialectOf, universalDialect } from './dialect.ts';

/** The series that most others answer to, for a tracker that has not spoken yet. */
const usualPrefix = 'ST300';

function prefixOf({ settings, session }: CommandContext): string {
  if (settings['suntech.universal'] === true) return universalDialect;
  const prefix = textSetting(settings, 'suntech.prefix');
  if (prefix !== undefined) return prefix;
  const dialect = dialectOf(session);
  if (settings['suntech.universal'] === false && dialect === universalDialect) return usualPrefix;
  return dialect ?? usualPrefix;
}

/** The same command in the words of both families; undefined where one has none. */
function say(context: CommandContext, legacy: string | undefined, universal: string | undefined) {
  const prefix = prefixOf(context);
  const { uniqueId } = context;
  if (prefix === universalDialect) return universal && `CMD;${uniqueId};${universal}`;
  return legacy && `${prefix}CMD;${uniqueId};02;${legacy}`;
}

function both(legacy: string, universal: string | undefined): CommandTemplate {
  return (_values, context) => say(context, legacy, universal);
}

const universalOutputs: readonly (readonly [on: string, off: string])[] = [
  ['04;01', '04;02'],
  ['04;03', '04;04'],
  ['04;09', '04;10'],
];

const outputWords: CommandTemplate = (values, context) => {
  const index = values.number('index');
  const outputs = universalOutputs[index - 1];
  const on = values.text('data') === '1';
  if (!outputs || !['0', '1'].includes(values.text('data'))) return undefined;
  return say(context, `${on ? 'Enable' : 'Disable'}${index}`, outputs[on ? 0 : 1]);
};

export const suntechCommands: CommandEncoder = createCommandEncoder({
  longest: 1000,
  templates: {
    /** A whole command as it is, header and id included. */
    custom: (values) => values.text('data'),
    engineStop: both('Enable1', '04;01'),
    engineResume: both('Disable1', '04;02'),
    outputControl: outputWords,
    positionSingle: both('StatusReq', '03;01'),
    rebootDevice: both('Reboot', '03;03'),
    factoryReset: both('Reset', undefined),
    getVersion: both('ReqVer', undefined),
  },
  silent: ['positionSingle'],
  seal: (text) => Buffer.from(`${text}\r`, 'latin1'),
});
