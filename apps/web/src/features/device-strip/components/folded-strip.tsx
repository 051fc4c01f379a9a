import { mdiChevronLeft, mdiChevronRight } from '@mdi/js';
import { useState } from 'react';
import { useDeviceRows } from '../../../lib/fleet/use-device-rows.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { IconButton } from '../../../ui/button/icon-button.tsx';
import { useLiveRows } from '../use-live-rows.ts';
import { DeviceCard } from './device-card.tsx';
import classes from './folded-strip.module.css';
import { StripFailure } from './strip-failure.tsx';

/** Devices a page of the folded strip (STRIP-02). */
const devicesPerPage = 4;

interface StripPage {
  /** From 0. */
  readonly page: number;
  readonly pages: number;
  /** Places of the first and last device on it, from 0; last is before first on an empty page. */
  readonly first: number;
  readonly last: number;
  /** How far along it lies: 1 on the last page, and where there is but one. */
  readonly progress: number;
}

/** The page of a list of `count`; one that is past the end is the last. */
export function stripPage(requested: number, count: number, perPage = devicesPerPage): StripPage {
  const pages = Math.max(1, Math.ceil(count / perPage));
  const page = Math.min(Math.max(requested, 0), pages - 1);
  const first = page * perPage;
  return { page, pages, first, last: Math.min(first + perPage, count) - 1, progress: (page + 1) / pages };
}

interface FoldedStripProps {
  readonly ids: Int32Array;
  readonly selectedId: number | null;
  readonly onSelect: (deviceId: number) => void;
  /** The button that unfolds it. */
  readonly children: React.ReactNode;
  /** Two on a narrow screen. */
  readonly perPage?: number;
}

/** The devices four at a time, with a way to the pages before and after (STRIP-02). */
export function FoldedStrip({
  ids,
  selectedId,
  onSelect,
  children,
  perPage = devicesPerPage,
}: FoldedStripProps) {
  const { text } = useTexts();
  const [requested, setPage] = useState(0);
  const { page, pages, first, last, progress } = stripPage(requested, ids.length, perPage);
  const { rowAt, failure, retry } = useDeviceRows(ids, first, last);
  const live = useLiveRows(ids, first, last);
  const places = Array.from({ length: last - first + 1 }, (_, entry) => first + entry);
  return (
    <>
      <header className={classes.head}>
        {children}
        <div
          className={classes.progress}
          role="progressbar"
          aria-label={text('strip.progress', { page: page + 1, pages })}
          aria-valuemin={1}
          aria-valuemax={pages}
          aria-valuenow={page + 1}
        >
          <span style={{ width: `${progress * 100}%` }} />
        </div>
        <span className={classes.range}>
          {text('strip.range', { from: ids.length === 0 ? 0 : first + 1, to: last + 1 })}
        </span>
        <IconButton
          outlined
          size={28}
          name={text('strip.previous')}
          icon={mdiChevronLeft}
          disabled={page === 0}
          onClick={() => setPage(page - 1)}
        />
        <IconButton
          outlined
          size={28}
          name={text('strip.next')}
          icon={mdiChevronRight}
          disabled={page === pages - 1}
          onClick={() => setPage(page + 1)}
        />
      </header>
      {failure ? (
        <StripFailure failure={failure} onRetry={retry} />
      ) : (
        <ul className={classes.cards}>
          {places.map((place) => (
            <li key={ids[place]}>
              <DeviceCard row={live(rowAt(place))} selected={ids[place] === selectedId} onSelect={onSelect} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
