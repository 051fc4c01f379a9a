/**
 * Whether a command cuts an engine or gives it back, whatever it is called: an `outputControl` of the relay and a typed text
 * may say to a tracker what `engineStop` says.
 */
import type { CommandEncoder, OutgoingCommand } from './protocol.ts';
import { protocols } from './registry.ts';

export type EngineEffect = 'block' | 'release';

/** Stand for what differs from tracker to tracker and from time to time, and are found again in the words. */
const stand = { id: '987654321098765', password: 'pwquw', prefix: 'SXQ77', maker: 'MKQ' };
const standTime = Date.UTC(2021, 1, 3, 4, 56, 7);
const times = ['045607', '210203045607', '210203125607'];

/** The settings by which encoders say a block otherwise. */
const variants: readonly Readonly<Record<string, unknown>>[] = [
  {},
  ...['gt06', 'gps103', 'tk103', 'meiligao', 'meitrack', 'h02'].map((name) => ({
    [`${name}.alternative`]: true,
  })),
  { 'suntech.universal': true },
  { 'suntech.prefix': stand.prefix },
  ...['f0', '64', 'vl300', 'a006', '8500', 'text'].map((way) => ({ 'jt808.block': way })),
  ...[0, 1, 2, 3].map((output) => ({ 'calamp.relayOutput': output })),
];

const squeezed = (text: string) => text.replaceAll(/\s+/g, '').toLowerCase();

function patternOf(words: string): RegExp {
  let pattern = squeezed(words).replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  for (const time of times) pattern = pattern.replaceAll(time, '\\d+');
  for (const value of Object.values(stand)) pattern = pattern.replaceAll(value.toLowerCase(), '[^,;#]*');
  return new RegExp(pattern);
}

function patternsOf(encoder: CommandEncoder, type: string, settings: Readonly<Record<string, unknown>>) {
  const command = { type, attributes: {} };
  const patterns = new Map<string, RegExp>();
  for (const variant of [settings, ...variants]) {
    for (const memory of [{}, { maker: stand.maker }]) {
      const context = {
        uniqueId: stand.id,
        session: { memory },
        settings: { ...settings, ...variant, devicePassword: stand.password },
        nowMs: standTime,
      };
      for (const said of [encoder.words(command, context), encoder.text(command, context)]) {
        if ('text' in said) patterns.set(said.text, patternOf(said.text));
      }
    }
  }
  return [...patterns.values()];
}

/** Bodies that a raw packet in hexadecimal may carry: the message that controls a terminal or cuts a circuit. */
const rawBlock = /(7e|e7)(8105|8500|a006)/;

/**
 * `protocol` undefined: the tracker was never heard, and any protocol's words count. What is not sure to be harmless counts
 * as what it looks like.
 */
export function engineEffect(
  protocol: string | undefined,
  command: OutgoingCommand,
  settings: Readonly<Record<string, unknown>>,
): EngineEffect | undefined {
  if (command.type === 'engineStop') return 'block';
  if (command.type === 'engineResume') return 'release';
  if (command.type !== 'custom' && command.type !== 'outputControl') return undefined;
  const context = { uniqueId: stand.id, session: {}, settings, nowMs: standTime };
  for (const { name, commands } of protocols) {
    if (!commands || (protocol !== undefined && name !== protocol)) continue;
    const said = commands.words(command, context);
    const texts = ['text' in said ? said.text : '', String(command.attributes.data ?? '')].map(squeezed);
    const says = (type: string) => {
      const patterns = patternsOf(commands, type, settings);
      return texts.some((text) => patterns.some((pattern) => pattern.test(text)));
    };
    if (says('engineStop') || (name === 'jt808' && texts.some((text) => rawBlock.test(text)))) return 'block';
    if (says('engineResume')) return 'release';
  }
  return undefined;
}
