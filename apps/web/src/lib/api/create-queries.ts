/** How the page asks and changes: without a network it fails at once, and says so; nothing waits to be sent later. */
import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  MutationCache,
  type Query,
  QueryClient,
  type QueryKey,
} from '@tanstack/react-query';
import { ApiError } from './api-error.ts';
import { LeftUnanswered } from './write-attempts.ts';

/** Times that a question without an answer is asked again by itself. */
const mostRetries = 3;

/**
 * A change that comes while something is read for the first time may be missing in its answer, which the library would
 * take for one of after it: that is read again once it is here.
 */
class Queries extends QueryClient {
  /** Hashes of what is read again once its first answer is here, however much changes until then. */
  readonly #readAgain = new Set<string>();

  override async invalidateQueries<Key extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    const firstRead = new Set(
      this.getQueryCache()
        .findAll(filters)
        .filter(({ state }) => state.data === undefined && state.fetchStatus !== 'idle')
        .map(({ queryHash }) => queryHash)
        .filter((hash) => !this.#readAgain.has(hash)),
    );
    for (const hash of firstRead) this.#readAgain.add(hash);
    try {
      await super.invalidateQueries(filters, options);
    } finally {
      for (const hash of firstRead) this.#readAgain.delete(hash);
    }
    if (firstRead.size === 0) return;
    // a reading that failed was tried often enough
    const isOf = ({ queryHash, state }: Query) => firstRead.has(queryHash) && state.data !== undefined;
    await super.invalidateQueries({ ...filters, predicate: isOf }, options);
  }
}

/** `onLeft` is called for a form that was left before the answer to a change that may have been made. */
export function createQueries(onLeft: () => void): QueryClient {
  return new Queries({
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
