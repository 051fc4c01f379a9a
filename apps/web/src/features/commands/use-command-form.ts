import type { BlockReason } from '@atalaia/contract/block/block';
import {
  type Command,
  type CommandParameter,
  type CommandTypeEntry,
  commandSchema,
  type SendCommand,
} from '@atalaia/contract/devices/command';
import { type CommandReceipt, commandReceiptSchema } from '@atalaia/contract/devices/sent-command';
import type { PhraseKey } from '@atalaia/phrases/phrase-key';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import type { ApiClient, ApiWriter } from '../../lib/api/api-client.ts';
import { useApi } from '../../lib/api/api-context.ts';
import { useWrite } from '../../lib/api/use-write.ts';
import { useSession } from '../../lib/session/session-context.ts';
import type { TextKey } from '../../lib/texts/texts.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { toasts } from '../../ui/feedback/toasts.ts';
import { hindranceOf } from './batch-outcome.ts';
import { useRefreshCommands } from './use-command-news.ts';
import { listCommandTypes } from './use-takes-command.ts';

// A command as the form holds it: every value as text or as yes and no, checked against what its type asks for.

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
type DraftErrors = ReadonlyMap<string, { readonly key: PhraseKey; readonly values?: Record<string, number> }>;

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

/** What became of it, where that is not that it was sent. */
const sentTexts: Readonly<Partial<Record<CommandReceipt['state'], TextKey>>> = {
  queued: 'command.queued',
  requested: 'command.blockAwaitsSecond',
  waiting: 'command.blockWaits',
};

/** The state of the command form: the draft, what its device takes, and the sending. */
export function useCommandForm(onSent: () => void) {
  const api = useApi();
  const { text } = useTexts();
  const refresh = useRefreshCommands();
  const savedOnly = useSavedOnly();
  const [draft, setDraft] = useState<CommandDraft>(emptyDraft);
  const [isChecked, setChecked] = useState(false);
  const [reason, setReason] = useState<string>();
  const [blockReason, setBlockReason] = useState<BlockReason | null>(null);
  const isBlock = draft.type === 'engineStop' && draft.savedId === null;
  const { deviceId, textChannel } = draft;
  const types = useQuery({
    queryKey: ['command-types', deviceId, textChannel],
    queryFn: ({ signal }) => listCommandTypes(api, deviceId ?? '', textChannel, signal),
    enabled: deviceId !== null && !savedOnly,
    retry: false,
  });
  const saved = useQuery({
    queryKey: ['sendable-commands', deviceId],
    queryFn: ({ signal }) => listSendable(api, deviceId ?? '', signal),
    enabled: deviceId !== null,
    retry: false,
  });
  const entry = types.data?.find(({ type }) => type === draft.type);
  const errors = checkDraft(draft, entry, savedOnly);
  const send = useWrite({
    ofForm: true,
    write: (writer, command: SendCommand) => sendCommand(writer, command),
    onSuccess({ state, deviceId: of }) {
      toasts.show('success', text(sentTexts[state] ?? 'command.sent'));
      refresh(of);
      onSent();
    },
    onError: (error) => hindranceOf(error) && setReason(''),
  });
  return {
    draft,
    savedOnly,
    /** Another device or way has other types, and another type other values; what was refused is asked again. */
    change(part: Partial<CommandDraft>) {
      const isNewKind = ['deviceId', 'textChannel', 'savedId', 'type'].some((field) => field in part);
      const isNewRecipient = 'deviceId' in part || 'type' in part;
      setDraft({
        ...draft,
        ...(isNewKind && { type: null, values: {} }),
        ...(isNewRecipient && { savedId: null }),
        ...part,
      });
      setReason(undefined);
      setBlockReason(null);
      send.reset();
    },
    types,
    saved,
    entry,
    /** Empty until the person wants to send. */
    errors: isChecked ? errors : (new Map() as typeof errors),
    /** Undefined unless one is asked for. */
    reason,
    setReason,
    /** A block names why (BLOCK-01). */
    isBlock,
    blockReason,
    setBlockReason,
    send,
    submit() {
      setChecked(true);
      const given = reason?.trim();
      if (errors.size > 0 || given === '') return;
      const command = savedCommandOf(draft, given) ?? (entry && commandOf(draft, entry, given));
      if (isBlock && blockReason === null) return;
      const block = blockReason && isBlock ? { block: { reason: blockReason } } : {};
      if (command) send.mutate({ ...command, ...block });
    },
  };
}

/** Whether the account may send only what was saved for it (ROLE-06); the server decides anyhow. */
function useSavedOnly(): boolean {
  const session = useSession();
  if (session.phase !== 'signed-in') return false;
  const { limitCommands, administrator } = session.person;
  return limitCommands && !administrator;
}

/** The saved commands that a person may send to a device and that its tracker takes. */
function listSendable(api: ApiClient, deviceId: string, signal: AbortSignal): Promise<readonly Command[]> {
  return api.json({ path: 'commands/send', query: { deviceId }, signal }, z.array(commandSchema));
}

/** Sends any command. */
export function sendCommand(api: ApiWriter, command: SendCommand): Promise<CommandReceipt> {
  return api.json({ method: 'POST', path: 'commands/send', json: command }, commandReceiptSchema);
}
