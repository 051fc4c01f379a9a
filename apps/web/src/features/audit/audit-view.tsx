import type { AuditLine } from '@atalaia/contract/accounts/audit-line';
import { mdiArrowRight, mdiClipboardTextClockOutline, mdiClose, mdiTableSearch } from '@mdi/js';
import { useRef, useState } from 'react';
import { useFormats } from '../../lib/formats/use-formats.ts';
import { useKeys } from '../../lib/keys/use-keys.ts';
import { failureMessage } from '../../lib/texts/failure-text.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { Button } from '../../ui/button/button.tsx';
import { IconButton } from '../../ui/button/icon-button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { FailedState } from '../../ui/feedback/failed-state.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { FactList } from '../../ui/table/fact-list.tsx';
import { actionLabel, actorOf, detailLabels, nounLabel, objectName } from './audit-details.ts';
import { AuditFilters } from './audit-filters.tsx';
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
          onChange={(required) => {
            choose(null);
            setFilter(required);
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

interface AuditLinePaneProps {
  readonly line: AuditLine;
  readonly onOpen: (() => void) | undefined;
  readonly onClose: () => void;
}

/** One line in full: what a table has no room for. */
function AuditLinePane({ line, onOpen, onClose }: AuditLinePaneProps) {
  const { text, textOr } = useTexts();
  const formats = useFormats();
  const labels = { text, textOr, formats };
  const part = useRef<HTMLElement>(null);
  useKeys(part, [{ key: 'Escape', inFields: true, act: onClose }]);
  const name = objectName(line, labels);
  const details = detailLabels(line, labels);
  return (
    <aside ref={part} className={classes.pane} aria-label={text('audit.details')} data-holds-escape>
      <header className={classes.head}>
        <h2 className={classes.title}>
          {actionLabel(line, labels)} · {nounLabel(line, labels)}
        </h2>
        <IconButton size={28} name={text('action.close')} icon={mdiClose} onClick={onClose} />
      </header>
      <FactList
        facts={[
          { name: text('audit.time'), value: formats.dateTime(line.at) },
          { name: text('audit.user'), value: actorOf(line, labels) },
          { name: nounLabel(line, labels), value: name ?? text('value.missing') },
          { name: text('audit.address'), value: line.address ?? text('value.missing') },
        ]}
      />
      {details.length > 0 && (
        <ul className={classes.details}>
          {details.map((detail) => (
            <li key={detail}>{detail}</li>
          ))}
        </ul>
      )}
      {onOpen && name && (
        <Button icon={mdiArrowRight} onClick={onOpen}>
          {text('audit.open', { name })}
        </Button>
      )}
    </aside>
  );
}
