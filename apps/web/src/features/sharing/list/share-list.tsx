import type { LocationShare } from '@atalaia/contract/accounts/location';
import { matchesSearch } from '@atalaia/domain/units/search-text';
import { mdiContentCopy, mdiLinkOff, mdiShareVariantOutline, mdiTableSearch } from '@mdi/js';
import { useState } from 'react';
import { copyText } from '../../../lib/files/copy-text.ts';
import { useFormats } from '../../../lib/formats/use-formats.ts';
import { useNow } from '../../../lib/formats/use-now.ts';
import { useSession } from '../../../lib/session/session-context.ts';
import { failureMessage } from '../../../lib/texts/failure-text.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { Button } from '../../../ui/button/button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { FailedState } from '../../../ui/feedback/failed-state.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { toasts } from '../../../ui/feedback/toasts.ts';
import { Pill } from '../../../ui/layout/pill.tsx';
import { GridTable } from '../../../ui/table/grid-table.tsx';
import { ListBar } from '../../../ui/table/list-bar.tsx';
import { Question } from '../../../ui/window/question.tsx';
import { whatIsShown } from '../components/share-dialog.tsx';
import { rememberedLink } from '../made-links.ts';
import { useShares } from '../use-shares.ts';
import classes from './share-list.module.css';

const hourMs = 3_600_000;
const minuteMs = 60_000;

/** The links in force that show where devices are, and the way to end one (SHARE-02). */
export function ShareList() {
  const { text } = useTexts();
  const session = useSession();
  const { shares, error, reload, revoke, isRevoking } = useShares();
  const [typed, type] = useState('');
  const [chosen, choose] = useState<LocationShare | null>(null);
  const [isEnding, setEnding] = useState(false);
  const found = shares && sharesFound(shares, typed);
  const selected = found?.find(({ id }) => id === chosen?.id);
  const columns = useColumns();
  const mayEnd = session.phase === 'signed-in' && !session.person.readonly;
  const link = selected && rememberedLink(selected.id);
  const copy = () =>
    link &&
    void copyText(link).then(
      () => toasts.show('success', text('panel.shareCopied')),
      () => toasts.show('info', text('share.notCopied')),
    );

  return (
    <div className={classes.list}>
      <ListBar label={text('shares.search')} text={typed} onType={type}>
        <span className={classes.grow} />
        {selected && !link && <p className={classes.note}>{text('shares.copyUnknown')}</p>}
        <Button icon={mdiContentCopy} disabled={!link} onClick={copy}>
          {text('shares.copy')}
        </Button>
        {mayEnd && (
          <Button kind="danger" icon={mdiLinkOff} disabled={!selected} onClick={() => setEnding(true)}>
            {text('shares.end')}
          </Button>
        )}
      </ListBar>
      {!shares && !error && <Skeleton height={320} />}
      {!shares && error && <FailedState {...failureMessage(error, text)} onRetry={() => void reload()} />}
      {shares?.length === 0 && (
        <EmptyState
          icon={mdiShareVariantOutline}
          title={text('shares.empty')}
          hint={text('shares.emptyHelp')}
        />
      )}
      {shares && shares.length > 0 && found?.length === 0 && (
        <EmptyState icon={mdiTableSearch} title={text('list.empty')} hint={text('shares.emptySearch')} />
      )}
      {found && found.length > 0 && (
        <GridTable
          label={text('menu.sharing')}
          columns={columns}
          count={found.length}
          rowAt={(index) => found[index]}
          keyOf={({ id }) => id}
          selected={selected?.id}
          onSelect={choose}
          sorted={null}
          onSort={() => undefined}
          total={found.length}
        />
      )}
      {isEnding && selected && (
        <Question
          title={text('shares.endTitle')}
          closeLabel={text('action.close')}
          cancelLabel={text('action.cancel')}
          actLabel={text('shares.end')}
          busy={isRevoking}
          onAct={() =>
            revoke(selected.id, { onSuccess: () => choose(null), onSettled: () => setEnding(false) })
          }
          onClose={() => setEnding(false)}
        >
          {text('shares.endQuestion', { name: namesOf(selected) })}
        </Question>
      )}
    </div>
  );
}

const namesOf = ({ devices }: LocationShare) => devices.map(({ name }) => name).join(', ');

function useColumns() {
  const { text } = useTexts();
  const formats = useFormats();
  const nowMs = useNow(minuteMs);
  return [
    {
      key: 'devices',
      title: text('shares.devices'),
      names: true,
      cell: (share: LocationShare) => <span title={namesOf(share)}>{namesOf(share)}</span>,
    },
    {
      key: 'ends',
      title: text('shares.ends'),
      width: 176,
      cell: ({ expiresAt }: LocationShare) => formats.dateTime(expiresAt),
    },
    { key: 'by', title: text('shares.by'), cell: ({ sharedBy }: LocationShare) => sharedBy },
    {
      key: 'made',
      title: text('shares.made'),
      muted: true,
      width: 176,
      cell: ({ createdAt }: LocationShare) => formats.dateTime(createdAt),
    },
    {
      key: 'shown',
      title: text('shares.shown'),
      cell: (share: LocationShare) => text(whatIsShown(share)),
    },
    {
      key: 'state',
      title: text('shares.state'),
      cell: ({ expiresAt }: LocationShare) =>
        Date.parse(expiresAt) - nowMs < hourMs ? (
          <Pill tone="unknown">{text('shares.endsSoon')}</Pill>
        ) : (
          <Pill tone="online">{text('shares.inForce')}</Pill>
        ),
    },
  ];
}

/** Links whose devices, by name or identifier, or whose maker match a text. */
export function sharesFound(shares: readonly LocationShare[], typed: string): readonly LocationShare[] {
  if (typed.trim() === '') return shares;
  return shares.filter(({ devices, sharedBy }) =>
    matchesSearch([sharedBy, ...devices.flatMap(({ name, uniqueId }) => [name, uniqueId])], typed),
  );
}
