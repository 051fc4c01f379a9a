import type { CommandTypeEntry } from '@atalaia/contract/devices/command';
import { type CommandType, commandTypes, parametersOf } from '@atalaia/domain/catalog/command-types';
import type { CommandEncoder } from '@atalaia/protocols/protocol';
import { protocols } from '@atalaia/protocols/registry';

/** What a protocol says its commands with; undefined for one that has none, or that nobody knows. */
export function encoderOf(protocol: string | undefined): CommandEncoder | undefined {
  return protocols.find(({ name }) => name === protocol)?.commands;
}

const everySpeech: readonly CommandType[] = commandTypes.filter((type) =>
  protocols.some(({ commands }) => commands?.types.includes(type)),
);

/**
 * The types that a device takes by its protocol; what any protocol takes while its own is not known. By SMS any text
 * can go, whatever the tracker speaks, and nothing else while that is not known.
 */
export function typesFor(protocol: string | undefined, textChannel: boolean): readonly CommandType[] {
  const types = encoderOf(protocol)?.types ?? (protocol === undefined && !textChannel ? everySpeech : []);
  return textChannel && !types.includes('custom') ? ['custom', ...types] : types;
}

export function entryOf(type: CommandType): CommandTypeEntry {
  const parameters = parametersOf(type) ?? [];
  return { type, parameters: parameters.map((parameter) => ({ name: parameter.key, ...parameter })) };
}
