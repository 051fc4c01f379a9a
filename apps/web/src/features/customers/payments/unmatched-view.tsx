import type { PaymentMismatch } from '@atalaia/contract/providers/payment-link';
import { formatAnyDocument } from '@atalaia/domain/documents/customer-document';
import { mdiCheckAll, mdiLinkVariant, mdiSendOutline } from '@mdi/js';
import { useEffect, useRef, useState } from 'react';
import { failureMessage, failureText } from '../../../lib/texts/failure-text.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { Button } from '../../../ui/button/button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { FailedState } from '../../../ui/feedback/failed-state.tsx';
import { Refusal } from '../../../ui/feedback/form-refusal.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Tabs } from '../../../ui/layout/tabs.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { paymentFaultText } from './payment-link.ts';
import classes from './unmatched-view.module.css';
import { useUnmatched } from './use-unmatched.ts';

type Side = 'there' | 'here';

/**
 * Customers without a counterpart on the other side; those of the same document are linked one by one, or all at once
 * (PAY-01).
 */
export function UnmatchedView() {
  const { text } = useTexts();
  const { mismatch, link, send, linkAll, outcome } = useUnmatched();
  const [side, show] = useState<Side>('there');
  const note = useRef<HTMLParagraphElement>(null);
  // The pressed button disappears with its row; the focus stays in the window.
  useEffect(() => {
    if (outcome) note.current?.focus();
  }, [outcome]);
  const { data } = mismatch;
  if (mismatch.error) {
    return <FailedState {...failureMessage(mismatch.error, text)} onRetry={() => void mismatch.refetch()} />;
  }
  if (!data) {
    return (
      <div className={classes.view} aria-busy>
        <p className={classes.note}>{text('payment.reading')}</p>
        <Skeleton height={280} />
      </div>
    );
  }
  const isBusy = link.isPending || send.isPending || linkAll.isPending;
  const error = link.error ?? send.error ?? linkAll.error;
  const rows = data[side];
  const count = side === 'there' ? data.thereCount : data.hereCount;
  return (
    <div className={classes.view}>
      <div className={classes.head}>
        <p ref={note} tabIndex={-1} className={classes.note} role="status">
          {outcome?.message ?? text('payment.linkedCount', { count: data.linkedCount })}
        </p>
        {data.pairCount > 0 && (
          <Button kind="primary" icon={mdiCheckAll} busy={linkAll.isPending} onClick={() => linkAll.mutate()}>
            {text('payment.linkAll', { count: data.pairCount })}
          </Button>
        )}
      </div>
      {data.isCut && <p className={classes.note}>{text('payment.cut')}</p>}
      {data.unreadableCount > 0 && (
        <p className={classes.note}>{text('payment.unreadableRows', { count: data.unreadableCount })}</p>
      )}
      {error && <Refusal>{failureText(error, text)}</Refusal>}
      {send.data?.state === 'failed' && <Refusal>{paymentFaultText(send.data, text)}</Refusal>}
      <Tabs
        label={text('payment.unmatched')}
        shown={side}
        onShow={(value) => show(value === 'here' ? 'here' : 'there')}
        tabs={[
          { value: 'there', title: text('payment.onlyThere'), count: data.thereCount },
          { value: 'here', title: text('payment.onlyHere'), count: data.hereCount },
        ]}
      >
        {rows.length === 0 ? (
          <EmptyState icon={mdiCheckAll} title={text('payment.nobodyAlone')} />
        ) : side === 'there' ? (
          <There data={data} busy={isBusy} onLink={(pair) => link.mutate(pair)} />
        ) : (
          <Here
            data={data}
            busy={isBusy}
            onLink={(pair) => link.mutate(pair)}
            onSend={(customerId) => send.mutate(customerId)}
          />
        )}
        {count > rows.length && (
          <p className={classes.note}>{text('payment.firstShown', { shown: rows.length, count })}</p>
        )}
      </Tabs>
    </div>
  );
}

interface SideProps {
  readonly data: PaymentMismatch;
  readonly busy: boolean;
  readonly onLink: (pair: { readonly customerId: number; readonly providerId: string }) => void;
}

function There({ data, busy, onLink }: SideProps) {
  const { text } = useTexts();
  return (
    <DataTable
      label={text('payment.onlyThere')}
      rows={data.there}
      keyOf={({ providerId }) => providerId}
      columns={[
        { key: 'name', title: text('customer.name'), cell: ({ name }) => name || text('value.missing') },
        {
          key: 'document',
          title: text('customer.cpfCnpj'),
          muted: true,
          cell: ({ document }) => formatAnyDocument(document),
        },
        { key: 'email', title: text('customer.notificationEmail'), muted: true, cell: ({ email }) => email },
        {
          key: 'match',
          title: text('payment.matchHere'),
          cell: ({ providerId, matches }) => (
            <span className={classes.matches}>
              {matches.map(({ customerId, name }) => (
                <LinkPair
                  key={customerId}
                  name={name}
                  busy={busy}
                  onLink={() => onLink({ customerId, providerId })}
                />
              ))}
              {matches.length === 0 && <span className={classes.none}>{text('payment.noMatch')}</span>}
            </span>
          ),
        },
      ]}
    />
  );
}

function Here({ data, busy, onLink, onSend }: SideProps & { readonly onSend: (customerId: number) => void }) {
  const { text } = useTexts();
  return (
    <DataTable
      label={text('payment.onlyHere')}
      rows={data.here}
      keyOf={({ customerId }) => customerId}
      columns={[
        { key: 'name', title: text('customer.name'), cell: ({ name }) => name },
        {
          key: 'document',
          title: text('customer.cpfCnpj'),
          muted: true,
          cell: ({ document }) => formatAnyDocument(document),
        },
        {
          key: 'match',
          title: text('payment.matchThere'),
          cell: ({ customerId, name, matches }) => (
            <span className={classes.matches}>
              {matches.map(({ providerId, name: theirs }) => (
                <LinkPair
                  key={providerId}
                  name={theirs || providerId}
                  busy={busy}
                  onLink={() => onLink({ customerId, providerId })}
                />
              ))}
              {matches.length === 0 && (
                <button
                  type="button"
                  className={classes.link}
                  disabled={busy}
                  aria-label={text('payment.sendOne', { name })}
                  onClick={() => onSend(customerId)}
                >
                  <Icon path={mdiSendOutline} size={15} />
                  {text('payment.send')}
                </button>
              )}
            </span>
          ),
        },
      ]}
    />
  );
}

interface LinkPairProps {
  readonly name: string;
  readonly busy: boolean;
  readonly onLink: () => void;
}

function LinkPair({ name, busy, onLink }: LinkPairProps) {
  const { text } = useTexts();
  return (
    <button
      type="button"
      className={classes.link}
      disabled={busy}
      aria-label={text('payment.linkWith', { name })}
      onClick={onLink}
    >
      <Icon path={mdiLinkVariant} size={15} />
      {name}
    </button>
  );
}
