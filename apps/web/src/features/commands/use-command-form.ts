import type { BlockReason } from '@atalaia/contract/block/block';
import type { SendCommand } from '@atalaia/contract/devices/command';
import { type Command, commandSchema } from '@atalaia/contract/devices/command';
import { type CommandReceipt, commandReceiptSchema } from '@atalaia/contract/devices/sent-command';
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
import { type CommandDraft, checkDraft, commandOf, emptyDraft, savedCommandOf } from './command-draft.ts';
import { useRefreshCommands } from './use-command-news.ts';
import { listCommandTypes } from './use-takes-command.ts';

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
