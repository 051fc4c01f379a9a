import type { AuditLine } from '@atalaia/contract/accounts/audit-line';
import { mdiClipboardTextClockOutline, mdiTableSearch } from '@mdi/js';
import { useState } from 'react';
import { failureMessage } from '../../lib/texts/failure-text.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { FailedState } from '../../ui/feedback/failed-state.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { AuditFilters } from './audit-filters.tsx';
import { AuditLinePane } from './audit-line-pane.tsx';
import { AuditTable } from './audit-table.tsx';
import classes from './audit-view.module.css';
import { noFilter, useAudit } from './use-audit.ts';

interface AuditViewProps {
  /** The way to a thing of a line where it is kept; undefined where there is no such place, or no such thing any more. */
  readonly opener: (line: AuditLine) => (() => void) | undefined;
}

/** Who did what to what, when and from where; the newest first, as far back as somebody scrolls (SEC-03). */
export function AuditView({ opener }: AuditViewProps) {
  const { text } = useTexts();
  const [filter, setFilter] = useState(noFilter);
  const [chosen, choose] = useState<AuditLine | null>(null);
  const { data, error, isFetching, isPlaceholderData, hasNextPage, fetchNextPage, refetch } =
    useAudit(filter);
  const lines = data?.pages.flat();
  const isFiltered = Object.values(filter).some((value) => value !== null && value !== '');

  return (
    <div className={classes.screen} data-fills>
      <div className={classes.view}>
        <AuditFilters
          filter={filter}
          onChange={(wanted) => {
            choose(null);
            setFilter(wanted);
          }}
          busy={isFetching}
          onReload={() => void refetch()}
        />
        {!lines && !error && <Skeleton height={394} />}
        {error && (
          <FailedState
            low={lines !== undefined}
            {...failureMessage(error, text)}
            onRetry={() => void (lines ? fetchNextPage() : refetch())}
          />
        )}
        {lines?.length === 0 && (
          <EmptyState
            icon={isFiltered ? mdiTableSearch : mdiClipboardTextClockOutline}
            title={text(isFiltered ? 'list.empty' : 'audit.empty')}
            hint={text(isFiltered ? 'audit.emptyFilter' : 'audit.emptyHelp')}
          />
        )}
        {lines && lines.length > 0 && (
          <AuditTable
            key={JSON.stringify(filter)}
            lines={lines}
            hasMore={hasNextPage}
            busy={isPlaceholderData}
            chosen={chosen}
            onChoose={choose}
            opener={opener}
            onEnd={() => hasNextPage && !isFetching && !error && void fetchNextPage()}
          />
        )}
      </div>
      {chosen && <AuditLinePane line={chosen} onOpen={opener(chosen)} onClose={() => choose(null)} />}
    </div>
  );
}
