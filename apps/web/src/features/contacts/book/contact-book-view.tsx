import { type ContactBook, contactBookSchema } from '@atalaia/contract/accounts/contact';
import { mdiAccountVoice } from '@mdi/js';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '../../../lib/api/api-context.ts';
import { useFormats } from '../../../lib/formats/use-formats.ts';
import { useSession } from '../../../lib/session/session-context.ts';
import { failureMessage } from '../../../lib/texts/failure-text.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import view from '../../../resources/list/row-view.module.css';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { QueryView } from '../../../ui/feedback/query-view.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { RequestCard } from '../requests/request-card.tsx';
import classes from './contact-book.module.css';
import { ContactBookForm } from './contact-book-form.tsx';

interface ContactBookViewProps {
  readonly customerId: number;
  readonly title: string;
  /** The window around it says the title already. */
  readonly isTitled?: boolean;
  readonly onDone: () => void;
}

const bookKey = (customerId: number) => ['contact-book', customerId] as const;

/** Whom to call for a customer, and his phrases: the centre changes them, his own people ask for it (PROC-04). */
export function ContactBookView({ customerId, title, isTitled = false, onDone }: ContactBookViewProps) {
  const { text } = useTexts();
  const api = useApi();
  const queries = useQueryClient();
  const session = useSession();
  const mayWrite = session.phase === 'signed-in' && !session.person.readonly;
  /** Counts what was taken from the server: the form begins anew. */
  const [taken, setTaken] = useState(0);
  const query = useQuery({
    queryKey: bookKey(customerId),
    queryFn: ({ signal }) =>
      api.json({ path: `customers/${customerId}/contacts`, signal }, contactBookSchema),
    // what is typed is not overtaken
    refetchOnWindowFocus: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const take = (book: ContactBook) => {
    queries.setQueryData(bookKey(customerId), book);
    void queries.invalidateQueries({ queryKey: ['contact-requests'] });
    setTaken((count) => count + 1);
  };
  return (
    <section className={view.view} aria-label={title}>
      {!isTitled && <h2 className={view.title}>{title}</h2>}
      <QueryView
        query={query}
        failure={(error) => failureMessage(error, text)}
        waiting={
          <div className={`${view.part} ${classes.part}`}>
            <Skeleton height={140} />
            <Skeleton height={200} />
          </div>
        }
      >
        {(book) => (
          <ContactBookForm
            key={taken}
            book={book}
            mayWrite={mayWrite}
            onTaken={take}
            onDone={onDone}
            notice={
              book.byRequest ? (
                <OwnRequest book={book} />
              ) : (
                book.request && <RequestCard request={book.request} book={book} onDecided={take} />
              )
            }
          />
        )}
      </QueryView>
    </section>
  );
}

/** The state of a request, as the customer's own people see it. */
function OwnRequest({ book: { request, decision } }: { readonly book: ContactBook }) {
  const { text } = useTexts();
  const formats = useFormats();
  if (request) {
    return (
      <p className={classes.notice} data-tone="unknown" role="status">
        {text('contacts.requestWaits', {
          name: request.userName,
          date: formats.dateTime(request.requestedAt),
        })}
      </p>
    );
  }
  if (!decision) return null;
  const date = formats.dateTime(decision.decidedAt);
  return (
    <p className={classes.notice} data-tone={decision.accepted ? 'online' : 'alarm'} role="status">
      {decision.accepted
        ? text('contacts.requestAccepted', { date })
        : text('contacts.requestRefused', { date, reason: decision.note ?? '' })}
    </p>
  );
}

/** A customer's own people ask here for a change of his contacts and phrases (PROC-04). */
export function OwnContacts({ onClose }: { readonly onClose: () => void }) {
  const { text } = useTexts();
  const session = useSession();
  const customerId = session.phase === 'signed-in' ? session.person.customerId : 0;
  if (customerId === 0) return <EmptyState icon={mdiAccountVoice} hint={text('contacts.noCustomer')} />;
  return <ContactBookView customerId={customerId} title={text('menu.contacts')} isTitled onDone={onClose} />;
}
