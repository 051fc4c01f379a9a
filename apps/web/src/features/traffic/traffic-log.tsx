import type { TrafficEntry } from '@atalaia/contract/devices/traffic';
import { useElementSize } from '@mantine/hooks';
import { mdiArrowDown } from '@mdi/js';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, useState } from 'react';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { Button } from '../../ui/button/button.tsx';
import { TrafficItem } from './traffic-item.tsx';
import classes from './traffic-log.module.css';

interface TrafficLogProps {
  /** Oldest first. */
  readonly entries: readonly TrafficEntry[];
  readonly onCopy: (entry: TrafficEntry) => void;
}

/** How many bytes a line of the dump holds in so much room, px; 0 before anything is measured. */
function bytesIn(width: number): number {
  if (width >= 1060) return 32;
  return width === 0 || width >= 570 ? 16 : 8;
}

/** Who is as near to the end as this stays there when more comes, px. */
const nearEnd = 40;

/** As much as an entry is likely to take, px: its head, its dump, what it was read as. */
const heightOf = ({ hex, messages, error }: TrafficEntry, bytesPerLine: number) =>
  44 + 18 * Math.min(18, Math.ceil(hex.length / 2 / bytesPerLine)) + 22 * (messages.length + (error ? 1 : 0));

/** Entries below each other like a terminal's: the newest last, kept visible until somebody scrolls away from it. */
export function TrafficLog({ entries, onCopy }: TrafficLogProps) {
  const { text } = useTexts();
  const scroller = useRef<HTMLDivElement>(null);
  const { ref: measured, width } = useElementSize();
  const bytesPerLine = bytesIn(width);
  const [isAtEnd, setAtEnd] = useState(true);
  const rows = useVirtualizer({
    count: entries.length,
    getScrollElement: () => scroller.current,
    estimateSize: (at) => {
      const entry = entries[at];
      return entry ? heightOf(entry, bytesPerLine) : 0;
    },
    overscan: 6,
  });
  const last = entries.at(-1);
  const toEnd = () => rows.scrollToIndex(entries.length - 1, { align: 'end' });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another last entry is what calls for it
  useEffect(() => {
    if (isAtEnd) toEnd();
  }, [last, isAtEnd, bytesPerLine]);

  return (
    <div className={classes.place}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms */}
      <div
        ref={scroller}
        className={classes.scroller}
        role="group"
        aria-label={text('traffic.trackerData')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
        tabIndex={0}
        onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) =>
          setAtEnd(scrollHeight - scrollTop - clientHeight < nearEnd)
        }
      >
        <ol ref={measured} className={classes.list} style={{ height: rows.getTotalSize() }}>
          {rows.getVirtualItems().map(({ index, start }) => {
            const entry = entries[index];
            return (
              entry && (
                <li
                  key={index}
                  ref={rows.measureElement}
                  data-index={index}
                  className={classes.item}
                  style={{ transform: `translateY(${start}px)` }}
                >
                  <TrafficItem entry={entry} bytesPerLine={bytesPerLine} onCopy={() => onCopy(entry)} />
                </li>
              )
            );
          })}
        </ol>
      </div>
      {!isAtEnd && (
        <div className={classes.toEnd}>
          <Button icon={mdiArrowDown} onClick={toEnd}>
            {text('traffic.toEnd')}
          </Button>
        </div>
      )}
    </div>
  );
}
