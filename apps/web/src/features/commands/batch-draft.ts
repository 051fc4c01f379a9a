/** A command to many, as its form holds it (CMD-04). */
import {
  type BatchCommand,
  batchCommandSchema,
  batchCommandTypeSchema,
} from '@atalaia/contract/devices/command';
import type { PhraseKey } from '@atalaia/phrases/phrase-key';

export const batchTypes = batchCommandTypeSchema.options;

export type BatchType = (typeof batchTypes)[number];

export interface BatchDraft {
  readonly devicesId: readonly string[];
  readonly groupsId: readonly string[];
  readonly commandType: BatchType | null;
}

export const emptyBatch: BatchDraft = { devicesId: [], groupsId: [], commandType: null };

/** What is wrong, by field: nobody is named, or nothing is said. */
export function checkBatch({ devicesId, groupsId, commandType }: BatchDraft): {
  readonly subject?: PhraseKey;
  readonly type?: PhraseKey;
} {
  return {
    ...(devicesId.length + groupsId.length === 0 && { subject: 'command.subjectRequired' as const }),
    ...(commandType === null && { type: 'command.typeRequired' as const }),
  };
}

/** What is sent of a draft without faults. Throws ZodError for one with some. */
export function batchOf({ devicesId, groupsId, commandType }: BatchDraft): BatchCommand {
  return batchCommandSchema.parse({
    devicesId: devicesId.map(Number),
    groupsId: groupsId.map(Number),
    commandType,
  });
}

/** A long list in pages of a hundred, and which of them hold visible devices. */

export const hundred = 100;

/**
 * The devices in hundreds by their number, those that hold one of `wanted`: whatever order the list takes meanwhile,
 * the same hundreds are asked for.
 */
export function hundredsOf(
  deviceIds: readonly number[],
  visibleIds: ReadonlySet<number>,
): readonly (readonly number[])[] {
  const sorted = [...new Set(deviceIds)].sort((one, other) => one - other);
  const hundreds: number[][] = [];
  for (let at = 0; at < sorted.length; at += hundred) hundreds.push(sorted.slice(at, at + hundred));
  return hundreds.filter((ids) => ids.some((id) => visibleIds.has(id)));
}
