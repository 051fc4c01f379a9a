import type { ContactRequest } from '@atalaia/contract/accounts/contact';
import { mdiAccountCheckOutline } from '@mdi/js';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../../lib/api/api-context.ts';
import { failureMessage } from '../../../lib/texts/failure-text.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { QueryView } from '../../../ui/feedback/query-view.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { listRequests, RequestCard, readBook, requestsKey } from './request-card.tsx';
import classes from './requests.module.css';

/** Changes of contacts and phrases that clients asked for, the oldest first (PROC-04). */
export function ContactRequestsView() {
  const { text } = useTexts();
  const api = useApi();
  const query = useQuery({
    queryKey: requestsKey,
    queryFn: ({ signal }) => listRequests(api, signal),
    refetchInterval: 30_000,
  });
  return (
    <section className={classes.view} aria-label={text('menu.contactRequests')}>
      <QueryView
        query={query}
        failure={(error) => failureMessage(error, text)}
        waiting={<Skeleton height={180} />}
      >
        {(requests) =>
          requests.length === 0 ? (
            <EmptyState
              icon={mdiAccountCheckOutline}
              title={text('contacts.noRequests')}
              hint={text('contacts.noRequestsHint')}
            />
          ) : (
            requests.map((request) => <OneRequest key={request.id} request={request} />)
          )
        }
      </QueryView>
    </section>
  );
}

function OneRequest({ request }: { readonly request: ContactRequest }) {
  const { text } = useTexts();
  const api = useApi();
  const queries = useQueryClient();
  const query = useQuery({
    queryKey: [...requestsKey, 'book', request.customerId],
    queryFn: ({ signal }) => readBook(api, request.customerId, signal),
  });
  return (
    <QueryView
      query={query}
      failure={(error) => failureMessage(error, text)}
      waiting={<Skeleton height={180} />}
    >
      {(book) => (
        <RequestCard
          request={request}
          book={book}
          onDecided={() => void queries.invalidateQueries({ queryKey: requestsKey })}
        />
      )}
    </QueryView>
  );
}
