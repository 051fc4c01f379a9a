import type { SendCommand } from '@atalaia/contract/command';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '../../lib/api/api-context.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { toasts } from '../../ui/feedback/toasts.ts';
import { listCommandTypes } from './api/list-command-types.ts';
import { sendCommand } from './api/send-command.ts';
import { hindranceOf } from './block-hindrance.ts';
import { type CommandDraft, checkDraft, commandOf, emptyDraft } from './command-draft.ts';
import { useRefreshLastCommand } from './use-last-command.ts';

/** The state of the command form: the draft, what its device takes, and the sending. */
export function useCommandForm(onSent: () => void) {
  const api = useApi();
  const { text } = useTexts();
  const refresh = useRefreshLastCommand();
  const [draft, setDraft] = useState<CommandDraft>(emptyDraft);
  const [isChecked, setChecked] = useState(false);
  const [reason, setReason] = useState<string>();
  const { deviceId, textChannel } = draft;
  const types = useQuery({
    queryKey: ['command-types', deviceId, textChannel],
    queryFn: ({ signal }) => listCommandTypes(api, deviceId ?? '', textChannel, signal),
    enabled: deviceId !== null,
    retry: false,
  });
  const entry = types.data?.find(({ type }) => type === draft.type);
  const errors = checkDraft(draft, entry);
  const send = useMutation({
    mutationFn: (command: SendCommand) => sendCommand(api, command),
    onSuccess({ state, deviceId: of }) {
      toasts.show('success', text(state === 'queued' ? 'command.queued' : 'command.sent'));
      refresh(of);
      onSent();
    },
    onError: (error) => hindranceOf(error) && setReason(''),
  });
  return {
    draft,
    /** Another device or way has other types, and another type other values; what was refused is asked anew. */
    change(part: Partial<CommandDraft>) {
      const isSameType =
        part.deviceId === undefined && part.textChannel === undefined && part.type === undefined;
      setDraft({ ...draft, ...(!isSameType && { type: null, values: {} }), ...part });
      setReason(undefined);
      send.reset();
    },
    types,
    entry,
    /** Empty until the person wants to send. */
    errors: isChecked ? errors : (new Map() as typeof errors),
    /** Undefined unless one is asked for. */
    reason,
    setReason,
    send,
    submit() {
      setChecked(true);
      if (errors.size > 0 || !entry || reason?.trim() === '') return;
      send.mutate(commandOf(draft, entry, reason?.trim()));
    },
  };
}
