import { VisuallyHidden } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useRef } from 'react';
import { useDeviceRows } from '../../../lib/fleet/use-device-rows.ts';
import { useFormats } from '../../../lib/formats/use-formats.ts';
import { categoryIcon } from '../../../lib/icons/category-icon.ts';
import { failureText } from '../../../lib/texts/failure-text.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { FailedState } from '../../../ui/feedback/failed-state.tsx';
import { Icon } from '../../../ui/icon.tsx';
import classes from './chart-table.module.css';

export interface ChartFacts {
  readonly titles: readonly string[];
  readonly of: (deviceId: number) => readonly ReactNode[];
}

interface ChartTableProps {
  /** Its name, for anybody who cannot see it. */
  readonly label: string;
  readonly ids: Int32Array;
  /** What the list is about, in the place of two of the dates. */
  readonly facts?: ChartFacts | undefined;
  /** Left out where a row leads nowhere (CHART-05). */
  readonly onOpen?: (deviceId: number) => void;
}

/** `--row` of the tokens, px. */
const rowHeight = 36;

/** The devices of a group; only the visible ones are drawn and fetched (CHART-04). */
export function ChartTable({ label, ids, facts, onOpen }: ChartTableProps) {
  const { text } = useTexts();
  const formats = useFormats();
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({
    count: ids.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 10,
  });
  const visible = rows.getVirtualItems();
  const { rowAt, failure, retry } = useDeviceRows(ids, visible[0]?.index ?? 0, visible.at(-1)?.index ?? 0);
  const date = (instant: string | null | undefined) =>
    instant ? formats.dateTime(instant) : text('value.missingDate');

  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div ref={scroller} className={classes.scroller} role="group" aria-label={label} tabIndex={0}>
      {failure && (
        <div className={classes.failed}>
          <ChartFailure failure={failure} onRetry={retry} />
        </div>
      )}
      <table
        className={classes.table}
        data-facts={facts !== undefined || undefined}
        aria-label={label}
        aria-rowcount={ids.length + 1}
      >
        <thead>
          <tr>
            <th scope="col">
              <VisuallyHidden>{text('chart.columnCategory')}</VisuallyHidden>
            </th>
            <th scope="col">{text('chart.columnName')}</th>
            {(facts?.titles ?? [text('chart.columnServerTime'), text('chart.columnDeviceTime')]).map(
              (title) => (
                <th key={title} scope="col">
                  {title}
                </th>
              ),
            )}
            <th scope="col">{text('chart.columnFixTime')}</th>
            <th scope="col">{text('chart.columnAddress')}</th>
          </tr>
        </thead>
        <tbody style={{ height: rows.getTotalSize() }}>
          {visible.map(({ index, start }) => {
            const row = rowAt(index);
            if (!row && failure) return null;
            const { device, position } = row ?? {};
            const name = device?.name ?? text('view.loading');
            const address = formats.address(position?.address);
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
                {facts ? (
                  facts.titles.map((title, at) => <td key={title}>{device && facts.of(device.id)[at]}</td>)
                ) : (
                  <>
                    <td>{date(position?.serverTime)}</td>
                    <td>{date(position?.deviceTime)}</td>
                  </>
                )}
                <td>{date(position?.fixTime)}</td>
                <td dir="auto" title={address}>
                  {address ?? text('value.missing')}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

interface ChartFailureProps {
  readonly failure: unknown;
  readonly onRetry: () => void;
}

/** Why the devices are not listed, and a way to ask again. */
export function ChartFailure({ failure, onRetry }: ChartFailureProps) {
  const { text } = useTexts();
  return (
    <FailedState
      title={text('view.failedTitle')}
      reason={failureText(failure, text)}
      retryLabel={text('error.retry')}
      onRetry={onRetry}
    />
  );
}
