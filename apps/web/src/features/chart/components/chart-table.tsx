import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import { useDeviceRows } from '../../../lib/fleet/use-device-rows.ts';
import { useFormats } from '../../../lib/formats/use-formats.ts';
import { categoryIcon } from '../../../lib/icons/category-icon.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { Icon } from '../../../ui/icon.tsx';
import classes from './chart-table.module.css';

interface ChartTableProps {
  readonly ids: Int32Array;
  /** Left out where a row leads nowhere (CHART-05). */
  readonly onOpen?: (deviceId: number) => void;
}

/** `--row` of the tokens, px. */
const rowHeight = 36;

/** The devices of a group; of any number only those in sight are drawn and fetched (CHART-04). */
export function ChartTable({ ids, onOpen }: ChartTableProps) {
  const { text } = useTexts();
  const formats = useFormats();
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({
    count: ids.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 10,
  });
  const seen = rows.getVirtualItems();
  const rowAt = useDeviceRows(ids, seen[0]?.index ?? 0, seen.at(-1)?.index ?? 0);
  const date = (instant: string | null | undefined) =>
    instant ? formats.dateTime(instant) : text('value.missingDate');

  return (
    <div ref={scroller} className={classes.scroller} tabIndex={-1}>
      <table className={classes.table} aria-rowcount={ids.length + 1}>
        <thead>
          <tr>
            <th aria-label={text('chart.columnCategory')} />
            <th>{text('chart.columnName')}</th>
            <th>{text('chart.columnServerTime')}</th>
            <th>{text('chart.columnDeviceTime')}</th>
            <th>{text('chart.columnFixTime')}</th>
            <th>{text('chart.columnAddress')}</th>
          </tr>
        </thead>
        <tbody style={{ height: rows.getTotalSize() }}>
          {seen.map(({ index, start }) => {
            const row = rowAt(index);
            const { device, position } = row ?? {};
            const name = device?.name ?? text('view.loading');
            return (
              <tr
                key={index}
                aria-rowindex={index + 2}
                data-striped={index % 2 === 1 || undefined}
                data-acts={onOpen !== undefined || undefined}
                style={{ transform: `translateY(${start}px)` }}
                onClick={() => device && onOpen?.(device.id)}
              >
                <td className={classes.icon}>
                  <Icon path={categoryIcon(device?.category ?? null)} size={18} />
                </td>
                <td dir="auto" title={name}>
                  {device && onOpen ? (
                    <button type="button" className={classes.name}>
                      {name}
                    </button>
                  ) : (
                    name
                  )}
                </td>
                <td>{date(position?.serverTime)}</td>
                <td>{date(position?.deviceTime)}</td>
                <td>{date(position?.fixTime)}</td>
                <td dir="auto" title={position?.address ?? undefined}>
                  {position?.address ?? text('value.missing')}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
