/** How the page asks and changes: without a network it fails at once, and says so; nothing waits to be sent later. */
import { MutationCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';
import { LeftUnanswered } from './write-attempts.ts';

/** Times that a question without an answer is asked again by itself. */
const mostRetries = 3;

/** `onLeft` is called for a form that was left before the answer to a change that may have been made. */
export function createQueries(onLeft: () => void): QueryClient {
  return new QueryClient({
    mutationCache: new MutationCache({
      onError: (error) => error instanceof LeftUnanswered && error.mayBeMade && onLeft(),
    }),
    defaultOptions: {
      queries: {
        // 'online' would keep a question, and its skeleton, until there is a network
        networkMode: 'always',
        refetchOnReconnect: true,
        refetchOnWindowFocus: false,
        retry: (failures, error) => failures < mostRetries && !isOffline(error),
      },
      // 'online' would keep a change, and make it though its form was discarded meanwhile
      mutations: { networkMode: 'always' },
    },
  });
}

/** Asks again what is visible and was never answered: the network, or the server, is back. What was read stays as it is. */
export function retryUnanswered(queries: QueryClient): void {
  void queries.refetchQueries({
    type: 'active',
    predicate: ({ state: { data, error } }) =>
      data === undefined && error instanceof ApiError && error.isUnheard,
  });
}

const isOffline = (error: Error) => error instanceof ApiError && error.code === 'offline';
