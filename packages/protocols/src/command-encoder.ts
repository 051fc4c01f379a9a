/**
 * Encodes commands for a tracker: pure, from the command and what is known of the tracker. It never throws; a value that
 * the protocol cannot carry is returned as an error.
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

/** The text of one command type; undefined when the protocol cannot carry a value. */
export type CommandTemplate = (values: CommandValues, context: CommandContext) => string | undefined;

/** The values of a command, each checked against its parameter before. */
export interface CommandValues {
  text(key: string): string;
  number(key: string): number;
}

export interface EncoderParts {
  readonly templates: Readonly<Partial<Record<CommandType, CommandTemplate>>>;
  readonly silent?: readonly CommandType[];
  /** The longest text that the protocol takes, characters. */
  readonly longest: number;
  seal(text: string, context: WireContext): Uint8Array;
  /** The text as an SMS; the same text when absent. */
  sms?(text: string, context: CommandContext): string;
}

export function createCommandEncoder({
  templates,
  silent = [],
  longest,
  seal,
  sms,
}: EncoderParts): CommandEncoder {
  const textOf = (command: OutgoingCommand, context: CommandContext): CommandText => {
    const write = Object.hasOwn(templates, command.type) ? templates[command.type as CommandType] : undefined;
    if (!write) return failed('unknown-type', `${command.type} is no command of this protocol`);
    const parameters = parametersOf(command.type) ?? [];
    const unfit = parameters.find(
      (parameter) => !fitsParameter(parameter, command.attributes[parameter.key]),
    );
    if (unfit) return failed('bad-value', `${unfit.key} does not fit`);
    const text = write(valuesOf(command), context);
    if (text === undefined) return failed('bad-value', 'the tracker has no words for this value');
    // a control character would end this command and begin another
    if (!/^[\x20-\x7e]+$/.test(text)) return failed('bad-value', 'only printable ASCII can be sent');
    return text.length > longest ? failed('too-long', `${text.length} characters of ${longest}`) : { text };
  };
  return Object.freeze({
    types: Object.freeze(Object.keys(templates) as CommandType[]),
    silentTypes: Object.freeze([...silent]),
    encode(command: OutgoingCommand, context: WireContext): EncodedCommand {
      const plain = textOf(command, context);
      return 'text' in plain ? { bytes: seal(plain.text, context) } : plain;
    },
    words: textOf,
    text(command: OutgoingCommand, context: CommandContext): CommandText {
      const plain = textOf(command, context);
      return 'text' in plain && sms ? { text: sms(plain.text, context) } : plain;
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
