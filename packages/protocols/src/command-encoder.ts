/**
 * How a protocol says a command: pure, from the command and what is known of its tracker. Nothing here throws, whatever
 * the values; what cannot be said comes back as an error.
 */
import { type CommandType, fitsParameter, parametersOf } from '@atalaia/domain/catalog/command-types';
import type {
  CommandContext,
  CommandEncoder,
  CommandText,
  DecodeError,
  EncodedCommand,
  OutgoingCommand,
  WireContext,
} from './protocol.ts';

/** A command in the tracker's own words; undefined when a value cannot be said in them. */
export type Words = (values: CommandValues, context: CommandContext) => string | undefined;

/** The values of a command, each checked against its parameter before. */
export interface CommandValues {
  text(key: string): string;
  number(key: string): number;
}

export interface EncoderParts {
  readonly words: Readonly<Partial<Record<CommandType, Words>>>;
  readonly silent?: readonly CommandType[];
  /** The longest words the wire takes, characters. */
  readonly longest: number;
  seal(words: string, context: WireContext): Uint8Array;
  /** The words as an SMS says them; the same unless told. */
  sms?(words: string, context: CommandContext): string;
}

export function createCommandEncoder({
  words,
  silent = [],
  longest,
  seal,
  sms,
}: EncoderParts): CommandEncoder {
  const say = (command: OutgoingCommand, context: CommandContext): CommandText => {
    const said = Object.hasOwn(words, command.type) ? words[command.type as CommandType] : undefined;
    if (!said) return failed('unknown-type', `${command.type} is no command of this protocol`);
    const parameters = parametersOf(command.type) ?? [];
    const unfit = parameters.find(
      (parameter) => !fitsParameter(parameter, command.attributes[parameter.key]),
    );
    if (unfit) return failed('bad-value', `${unfit.key} does not fit`);
    const text = said(valuesOf(command), context);
    if (text === undefined) return failed('bad-value', 'the tracker has no words for this value');
    // a control character would end this command and begin another
    if (!/^[\x20-\x7e]+$/.test(text)) return failed('bad-value', 'only printable ASCII can be sent');
    return text.length > longest ? failed('too-long', `${text.length} characters of ${longest}`) : { text };
  };
  return Object.freeze({
    types: Object.freeze(Object.keys(words) as CommandType[]),
    silentTypes: Object.freeze([...silent]),
    encode(command: OutgoingCommand, context: WireContext): EncodedCommand {
      const said = say(command, context);
      return 'text' in said ? { bytes: seal(said.text, context) } : said;
    },
    text(command: OutgoingCommand, context: CommandContext): CommandText {
      const said = say(command, context);
      return 'text' in said && sms ? { text: sms(said.text, context) } : said;
    },
  });
}

function failed(code: string, message: string): { readonly error: DecodeError } {
  return { error: { code, message } };
}

function valuesOf({ attributes }: OutgoingCommand): CommandValues {
  return {
    text: (key) => String(attributes[key] ?? ''),
    number: (key) => Number(attributes[key]),
  };
}

/** A text among a device's attributes; undefined when it is absent or blank. */
export function textSetting(settings: CommandContext['settings'], key: string): string | undefined {
  const value = settings[key];
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}
