import { mdiChevronLeft, mdiChevronRight } from '@mdi/js';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { IconButton } from '../../../ui/button/icon-button.tsx';
import { ChoiceRow } from '../../../ui/field/choice-row.tsx';
import { type PageSize, pageSizes } from '../use-register.ts';
import classes from './page-turner.module.css';

interface PageTurnerProps {
  readonly size: PageSize;
  readonly onSize: (size: PageSize) => void;
  /** From 0. */
  readonly page: number;
  readonly onPage: (page: number) => void;
  /** Rows on this page. */
  readonly count: number;
  readonly hasMore: boolean;
}

/** How many rows a page has, which ones are shown, and the way to the others. */
export function PageTurner({ size, onSize, page, onPage, count, hasMore }: PageTurnerProps) {
  const { text } = useTexts();
  const first = page * Number(size) + 1;
  return (
    <div className={classes.foot}>
      <ChoiceRow
        label={text('list.perPage')}
        chosen={size}
        onChoose={onSize}
        choices={pageSizes.map((value) => ({ value, name: value, content: value }))}
      />
      <span role="status">{text('list.shown', { from: first, to: first + count - 1 })}</span>
      <span className={classes.grow} />
      <IconButton
        outlined
        size={34}
        name={text('list.previous')}
        icon={mdiChevronLeft}
        disabled={page === 0}
        onClick={() => onPage(page - 1)}
      />
      <IconButton
        outlined
        size={34}
        name={text('list.next')}
        icon={mdiChevronRight}
        disabled={!hasMore}
        onClick={() => onPage(page + 1)}
      />
    </div>
  );
}
