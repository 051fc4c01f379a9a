import type { SentCommand } from '@atalaia/contract/devices/sent-command';
import { useFormats } from '../../../lib/formats/use-formats.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { Pill } from '../../../ui/layout/pill.tsx';
import { commandDetail } from '../command-detail.ts';
import { commandLabel } from '../command-labels.ts';
import { commandMarks } from '../command-marks.ts';
import classes from './history.module.css';

/** One command of a device's history. */
export function HistoryItem({ command }: { readonly command: SentCommand }) {
  const texts = useTexts();
  const { text } = texts;
  const formats = useFormats();
  const { state, userName, textChannel, batchId, confirmation, queuedTime } = command;
  const detail = commandDetail(command, texts, formats);
  const how = [
    formats.dateTime(queuedTime),
    userName && text('command.sentBy', { name: userName }),
    textChannel && text('command.bySms'),
    batchId && text('command.ofBatch'),
  ];
  return (
    <li className={classes.item}>
      <p className={classes.labels} dir="auto">
        {commandLabel(command, texts)}
      </p>
      <Pill tone={commandMarks[state].tone} icon={commandMarks[state].icon}>
        {text(`commandState.${state}`)}
      </Pill>
      <p className={classes.how} dir="auto">
        {how.filter(Boolean).join(' · ')}
      </p>
      {confirmation && (
        <p className={classes.detail} dir="auto">
          {text('command.withReason', { reason: confirmation })}
        </p>
      )}
      {detail && (
        <p className={classes.detail} dir="auto">
          {detail}
        </p>
      )}
    </li>
  );
}
