import { useMediaQuery } from '@mantine/hooks';
import { mdiChevronLeft, mdiChevronRight } from '@mdi/js';
import type { ReactNode } from 'react';
import { useFormats } from '../../lib/formats/use-formats.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { ChoiceRow } from '../../ui/field/choice-row.tsx';
import { Icon } from '../../ui/icon.tsx';
import classes from './page-turner.module.css';

interface PageTurnerProps<Size extends string> {
  readonly sizes: readonly Size[];
  readonly size: Size;
  readonly onSize: (size: Size) => void;
  /** From 0. */
  readonly page: number;
  readonly pages: number;
  readonly onPage: (page: number) => void;
  /** Rows before this page, on it, and in all. */
  readonly before: number;
  readonly count: number;
  readonly total: number;
  /** What the list offers besides. */
  readonly children?: ReactNode;
}

/** Where page-turner.module.css has little room. */
const narrow = '(max-width: 640px)';

/** How many rows a page has, which ones are shown, and the way to the others. */
export function PageTurner<Size extends string>({
  sizes,
  size,
  onSize,
  page,
  pages,
  onPage,
  before,
  count,
  total,
  children,
}: PageTurnerProps<Size>) {
  const { text } = useTexts();
  const formats = useFormats();
  const isNarrow = useMediaQuery(narrow, window.matchMedia(narrow).matches);
  const shown = (row: number) => formats.count(row);
  return (
    <div className={classes.foot}>
      <ChoiceRow
        label={text('list.perPage')}
        chosen={size}
        onChoose={onSize}
        choices={sizes.map((value) => {
          const name = value === 'all' ? text('list.all') : value;
          return { value, name, content: name };
        })}
      />
      <span role="status">
        {count > 0 &&
          text('list.range', { from: shown(before + 1), to: shown(before + count), total: shown(total) })}
      </span>
      <span className={classes.grow} />
      {children}
      {pages > 1 && (
        <nav className={classes.pages} aria-label={text('list.pages')}>
          <button
            type="button"
            aria-label={text('list.previous')}
            disabled={page === 0}
            onClick={() => onPage(page - 1)}
          >
            <Icon path={mdiChevronLeft} size={18} />
          </button>
          {(isNarrow ? narrowStops : pageStops)(page, pages).map((stop, at) =>
            stop === 'gap' ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: a gap is nothing but its place
              <span key={`gap${at}`}>…</span>
            ) : (
              <button
                key={stop}
                type="button"
                aria-label={text('list.page', { page: shown(stop + 1) })}
                aria-current={stop === page ? 'page' : undefined}
                onClick={() => onPage(stop)}
              >
                {shown(stop + 1)}
              </button>
            ),
          )}
          <button
            type="button"
            aria-label={text('list.next')}
            disabled={page >= pages - 1}
            onClick={() => onPage(page + 1)}
          >
            <Icon path={mdiChevronRight} size={18} />
          </button>
        </nav>
      )}
    </div>
  );
}

/** Which pages a list offers to go to: the ends, those around the one shown, and gaps between. A rule without a browser. */

type PageStop = number | 'gap';

/** Pages count from 0. At most seven stops, so that nothing moves while a person continues. */
export function pageStops(page: number, pages: number): readonly PageStop[] {
  if (pages <= 7) return Array.from({ length: pages }, (_, at) => at);
  const last = pages - 1;
  if (page <= 3) return [0, 1, 2, 3, 4, 'gap', last];
  if (page >= last - 3) return [0, 'gap', last - 4, last - 3, last - 2, last - 1, last];
  return [0, 'gap', page - 1, page, page + 1, 'gap', last];
}

/** The same on a phone, for thumbs: the ends and the one shown; those beside it are a step away. */
export function narrowStops(page: number, pages: number): readonly PageStop[] {
  if (pages <= 4) return Array.from({ length: pages }, (_, at) => at);
  const stops = [...new Set([0, page, pages - 1])];
  return stops.flatMap((stop, at) => (stop - (stops[at - 1] ?? stop) > 1 ? (['gap', stop] as const) : stop));
}
