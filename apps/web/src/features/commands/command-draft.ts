/** A command as the form holds it: every value as text or as yes and no, checked against what its type asks for. */

import type { CommandParameter, CommandTypeEntry, SendCommand } from '@atalaia/contract/devices/command';
import type { PhraseKey } from '@atalaia/phrases/phrase-key';

export interface CommandDraft {
  readonly deviceId: string | null;
  /** A saved command: it is sent as it was saved, whatever else the draft holds. */
  readonly savedId: string | null;
  readonly type: string | null;
  readonly values: Readonly<Record<string, string | boolean>>;
  readonly textChannel: boolean;
}

export const emptyDraft: CommandDraft = {
  deviceId: null,
  savedId: null,
  type: null,
  values: {},
  textChannel: false,
};

/** What is wrong, by the name of the field; the fields of the form itself are `device`, `type` and `saved` (CMD-03). */
export type DraftErrors = ReadonlyMap<
  string,
  { readonly key: PhraseKey; readonly values?: Record<string, number> }
>;

/** `savedOnly`: the account may send nothing else (ROLE-06). */
export function checkDraft(
  draft: CommandDraft,
  entry: CommandTypeEntry | undefined,
  savedOnly = false,
): DraftErrors {
  const errors = new Map<string, { key: PhraseKey; values?: Record<string, number> }>();
  if (draft.deviceId === null) errors.set('device', { key: 'form.required' });
  if (draft.savedId !== null) return errors;
  if (savedOnly) return errors.set('saved', { key: 'command.savedRequired' });
  if (!entry) errors.set('type', { key: 'command.typeRequired' });
  for (const parameter of entry?.parameters ?? []) {
    const error = checkValue(parameter, draft.values[parameter.key]);
    if (error) errors.set(parameter.key, error);
  }
  return errors;
}

function checkValue({ valueType, minimum, maximum }: CommandParameter, value: string | boolean | undefined) {
  if (valueType === 'boolean') return undefined;
  const typed = typeof value === 'string' ? value.trim() : '';
  if (typed === '') return { key: 'form.required' as const };
  if (valueType !== 'number') return undefined;
  const number = Number(typed);
  if (!Number.isInteger(number)) return { key: 'form.notWhole' as const };
  if (minimum !== undefined && number < minimum) return { key: 'form.atLeast' as const, values: { minimum } };
  if (maximum !== undefined && number > maximum) return { key: 'form.atMost' as const, values: { maximum } };
  return undefined;
}

/** What is sent of a draft that names a saved command; undefined for one that names none. */
export function savedCommandOf(
  { deviceId, savedId }: CommandDraft,
  reason?: string,
): SendCommand | undefined {
  if (savedId === null) return undefined;
  const confirmation = reason === undefined ? {} : { confirmation: { reason } };
  return { id: Number(savedId), deviceId: Number(deviceId), ...confirmation };
}

/** What is sent of a draft without errors. `reason`: why a block that is not safe is meant all the same (CMD-07). */
export function commandOf(draft: CommandDraft, entry: CommandTypeEntry, reason?: string): SendCommand {
  const pairs = entry.parameters.map(({ key, valueType }) => {
    const value = draft.values[key];
    if (valueType === 'boolean') return [key, value === true];
    const typed = String(value ?? '').trim();
    return [key, valueType === 'number' ? Number(typed) : typed];
  });
  return {
    deviceId: Number(draft.deviceId),
    type: entry.type,
    textChannel: draft.textChannel,
    attributes: Object.fromEntries(pairs),
    ...(reason !== undefined && { confirmation: { reason } }),
  };
}
