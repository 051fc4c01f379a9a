import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../../lib/api/api-context.ts';
import { fetchDeviceRows } from '../../../lib/fleet/fetch-device-rows.ts';
import { timeAgo } from '../../../lib/formats/time-ago.ts';
import { useFormats } from '../../../lib/formats/use-formats.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { Button } from '../../../ui/button/button.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import classes from './command-form.module.css';

/** Devices that are listed one by one. */
const mostListed = 50;

interface BatchQuestionProps {
  readonly deviceIds: readonly number[];
  /** Names of the groups whose vehicles are blocked too. */
  readonly groups: readonly string[];
  readonly busy: boolean;
  readonly failure: string | undefined;
  readonly onSend: () => void;
  readonly onBack: () => void;
}

/** Asks before many are blocked: how fast each named one was, and how long ago (CMD-07). */
export function BatchQuestion({ deviceIds, groups, busy, failure, onSend, onBack }: BatchQuestionProps) {
  const { text } = useTexts();
  const formats = useFormats();
  const api = useApi();
  const listed = deviceIds.slice(0, mostListed);
  const { data, isPending } = useQuery({
    queryKey: ['batch-fixes', listed],
    queryFn: ({ signal }) => fetchDeviceRows(api, listed, signal),
    enabled: listed.length > 0,
    gcTime: 0,
    retry: false,
  });
  const fixOf = (deviceId: number): string => {
    const position = data?.get(deviceId)?.position;
    if (!position) return text(isPending ? 'view.loading' : 'command.noFix');
    return `${formats.speed(position.speed)}, ${timeAgo(Date.parse(position.fixTime), Date.now(), text)}`;
  };
  return (
    <section className={classes.form} aria-label={text('command.batchBlock')}>
      <p>{text('command.batchBlockQuestion')}</p>
      {listed.length > 0 && (
        <div className={classes.table}>
          <DataTable
            label={text('command.devices')}
            rows={listed}
            keyOf={(deviceId) => deviceId}
            columns={[
              {
                key: 'device',
                title: text('command.device'),
                cell: (deviceId) => data?.get(deviceId)?.device.name ?? deviceId,
              },
              { key: 'fix', title: text('command.lastFix'), cell: fixOf },
            ]}
          />
        </div>
      )}
      {deviceIds.length > listed.length && (
        <p className={classes.note}>
          {text('command.batchMore', { count: deviceIds.length - listed.length })}
        </p>
      )}
      {groups.length > 0 && <p>{text('command.batchOfGroups', { names: groups.join(', ') })}</p>}
      <p className={classes.warning}>{text('command.batchRule')}</p>
      {failure && (
        <p role="alert" className={classes.failure}>
          {failure}
        </p>
      )}
      <footer className={classes.foot}>
        <Button disabled={busy} onClick={onBack}>
          {text('action.cancel')}
        </Button>
        <Button kind="danger" busy={busy} first onClick={onSend}>
          {text('command.send')}
        </Button>
      </footer>
    </section>
  );
}
