import { knotsFromKph } from '@atalaia/domain/units/units';
import { timeAgo } from '../../../lib/formats/time-ago.ts';
import { useFormats } from '../../../lib/formats/use-formats.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { Pill } from '../../../ui/layout/pill.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { type DeviceOutcome, hindranceIn } from '../batch-outcome.ts';
import { commandDetail } from '../command-detail.ts';
import { commandMarks } from '../command-marks.ts';
import { useListedDevices } from '../use-listed-devices.ts';
import classes from './command-form.module.css';
import { MoreDevices } from './more-devices.tsx';

/** Each device, those that need a person first, with the state of its command, and why it was refused or what its tracker said. */
export function OutcomeTable({ outcomes }: { readonly outcomes: readonly DeviceOutcome[] }) {
  const texts = useTexts();
  const { text, textOr } = texts;
  const formats = useFormats();
  const { count, showMore, rows } = useListedDevices(outcomes.map(({ deviceId }) => deviceId));
  const hindranceText = (outcome: DeviceOutcome): string => {
    const { speedKph = null, fixAgeSeconds = null } = hindranceIn(outcome) ?? {};
    if (speedKph === null || fixAgeSeconds === null) return text('command.noFix');
    const nowMs = Date.now();
    return `${formats.speed(knotsFromKph(speedKph))}, ${timeAgo(nowMs - fixAgeSeconds * 1000, nowMs, text)}`;
  };
  const detailOf = (outcome: DeviceOutcome): string => {
    const { refusal, sent } = outcome;
    if (refusal?.code === 'block-needs-confirmation') return hindranceText(outcome);
    if (refusal?.code) return textOr(`apiError.${refusal.code}`, refusal.code);
    return sent ? commandDetail(sent, texts, formats) : '';
  };
  return (
    <div className={classes.table}>
      <DataTable
        label={text('command.outcome')}
        rows={outcomes.slice(0, count)}
        keyOf={({ deviceId }) => deviceId}
        columns={[
          {
            key: 'device',
            title: text('command.device'),
            cell: ({ deviceId }) => rows.get(deviceId)?.device.name ?? deviceId,
          },
          {
            key: 'state',
            title: text('command.state'),
            cell: ({ state }) => (
              <Pill tone={commandMarks[state].tone} icon={commandMarks[state].icon}>
                {text(`commandState.${state}`)}
              </Pill>
            ),
          },
          { key: 'detail', title: text('command.detail'), muted: true, cell: detailOf },
        ]}
      />
      <MoreDevices left={outcomes.length - count} onMore={showMore} />
    </div>
  );
}
