import type { SentCommand } from '@atalaia/contract/sent-command';
import { mdiHistory } from '@mdi/js';
import { useState } from 'react';
import { TimeAgo } from '../../../lib/formats/time-ago-text.tsx';
import { useFormats } from '../../../lib/formats/use-formats.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { IconButton } from '../../../ui/button/icon-button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { commandDetail } from '../command-detail.ts';
import { commandMarks } from '../command-marks.ts';
import { useLastCommand } from '../use-last-command.ts';
import classes from './command-state.module.css';
import { HistoryDialog } from './history-dialog.tsx';

/** An older command says nothing of what happens now, ms. */
const tellingMs = 24 * 3_600_000;

interface CommandStateProps {
  readonly device: { readonly id: number; readonly name: string };
}

/** What became of a device's newest command, and the way to those before; nothing when there never was one. */
export function CommandState({ device }: CommandStateProps) {
  const { text } = useTexts();
  const command = useLastCommand(device.id);
  const [isOpen, setOpen] = useState(false);
  if (!command) return null;
  const isTelling = Date.now() - Date.parse(endOf(command)) <= tellingMs;
  return (
    <div
      className={classes.state}
      data-tone={isTelling ? commandMarks[command.state].tone : 'offline'}
      data-old={!isTelling || undefined}
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
    <div className={classes.told} role="status">
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
    </div>
  );
}
