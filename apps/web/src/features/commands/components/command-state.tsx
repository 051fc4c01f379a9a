import type { SentCommand } from '@atalaia/contract/devices/sent-command';
import { sentCommandSchema } from '@atalaia/contract/devices/sent-command';
import { mdiHistory } from '@mdi/js';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { z } from 'zod';
import type { ApiClient } from '../../../lib/api/api-client.ts';
import { useApi } from '../../../lib/api/api-context.ts';
import { TimeAgo } from '../../../lib/formats/time-ago.tsx';
import { useFormats } from '../../../lib/formats/use-formats.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { IconButton } from '../../../ui/button/icon-button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { commandDetail, commandMarks } from '../command-labels.ts';
import { othersEveryMs, useCommandNews } from '../use-command-news.ts';
import classes from './command-state.module.css';
import { HistoryDialog } from './history-dialog.tsx';
import { RawAnswer } from './raw-answer.tsx';

/** An older command says nothing of what happens now, ms. */
const outcomeShownMs = 24 * 3_600_000;

interface CommandStateProps {
  readonly device: { readonly id: number; readonly name: string };
}

/** What became of a device's newest command, and the way to those before; nothing when there never was one. */
export function CommandState({ device }: CommandStateProps) {
  const { text } = useTexts();
  const command = useLastCommand(device.id);
  const [isOpen, setOpen] = useState(false);
  if (!command) return null;
  const showsOutcome = Date.now() - Date.parse(endOf(command)) <= outcomeShownMs;
  return (
    <div
      className={classes.state}
      data-tone={showsOutcome ? commandMarks[command.state].tone : 'offline'}
      data-old={!showsOutcome || undefined}
    >
      <LastCommand command={command} />
      <IconButton
        size={28}
        name={text('command.history')}
        icon={mdiHistory}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      />
      {isOpen && <HistoryDialog device={device} onClose={() => setOpen(false)} />}
    </div>
  );
}

const endOf = ({ endedTime, sentTime, queuedTime }: SentCommand) => endedTime ?? sentTime ?? queuedTime;

function LastCommand({ command }: { readonly command: SentCommand }) {
  const texts = useTexts();
  const { text, textOr } = texts;
  const formats = useFormats();
  const { type, state } = command;
  return (
    <div className={classes.summary} role="status">
      <span className={classes.icon}>
        <Icon path={commandMarks[state].icon} size={16} />
      </span>
      <p className={classes.line}>
        {textOr(`commandType.${type}`, type)}: {text(`commandState.${state}`)} ·{' '}
        <TimeAgo instant={endOf(command)} />
      </p>
      <p className={classes.detail} dir="auto">
        {commandDetail(command, texts, formats)}
      </p>
      <RawAnswer answer={command.answer} />
    </div>
  );
}

/** The newest command of a device and what became of it, live; undefined while unknown, null when there is none. */
function useLastCommand(deviceId: number): SentCommand | null | undefined {
  const api = useApi();
  const { data, refetch } = useQuery({
    queryKey: ['last-command', deviceId],
    queryFn: ({ signal }) => lastSentCommand(api, deviceId, signal),
    refetchInterval: othersEveryMs,
    retry: false,
  });
  useCommandNews(
    useMemo(() => [deviceId], [deviceId]),
    useCallback(() => void refetch(), [refetch]),
  );
  return data;
}

/** The newest command of a device; null when none was ever sent. */
async function lastSentCommand(
  api: ApiClient,
  deviceId: number,
  signal: AbortSignal,
): Promise<SentCommand | null> {
  const query = { deviceId, limit: 1 };
  const [last] = await api.json({ path: 'commands/sent', query, signal }, z.array(sentCommandSchema));
  return last ?? null;
}
