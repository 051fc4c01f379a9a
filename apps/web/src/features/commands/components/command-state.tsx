import type { SentState } from '@atalaia/contract/sent-command';
import { mdiCheckCircleOutline, mdiClockOutline, mdiCloseCircleOutline, mdiSendCheckOutline } from '@mdi/js';
import { TimeAgo } from '../../../lib/formats/time-ago-text.tsx';
import { useFormats } from '../../../lib/formats/use-formats.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { Icon } from '../../../ui/icon.tsx';
import { commandDetail } from '../command-detail.ts';
import { useLastCommand } from '../use-last-command.ts';
import classes from './command-state.module.css';

const icons: Readonly<Record<SentState, string>> = {
  queued: mdiClockOutline,
  sent: mdiSendCheckOutline,
  answered: mdiCheckCircleOutline,
  failed: mdiCloseCircleOutline,
  expired: mdiCloseCircleOutline,
};

const tones: Readonly<Record<SentState, string>> = {
  queued: 'unknown',
  sent: 'ignition',
  answered: 'online',
  failed: 'alarm',
  expired: 'alarm',
};

/** An older command says nothing of what happens now, ms. */
const tellingMs = 24 * 3_600_000;

/** What became of a device's newest command: queued, sent, answered, failed or expired; nothing when there is none. */
export function CommandState({ deviceId }: { readonly deviceId: number }) {
  const texts = useTexts();
  const { text, textOr } = texts;
  const formats = useFormats();
  const command = useLastCommand(deviceId);
  if (!command) return null;
  const { type, state } = command;
  const instant = command.endedTime ?? command.sentTime ?? command.queuedTime;
  if (Date.now() - Date.parse(instant) > tellingMs) return null;
  return (
    <div className={classes.state} data-tone={tones[state]} role="status">
      <span className={classes.icon}>
        <Icon path={icons[state]} size={16} />
      </span>
      <p className={classes.line}>
        {textOr(`commandType.${type}`, type)}: {text(`commandState.${state}`)} · <TimeAgo instant={instant} />
      </p>
      <p className={classes.detail} dir="auto">
        {commandDetail(command, texts, formats)}
      </p>
    </div>
  );
}
