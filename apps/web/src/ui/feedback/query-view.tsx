import type { ReactNode } from 'react';
import { FailedState } from './failed-state.tsx';

interface QueryViewProps<Data> {
  /** Part of TanStack's query result. */
  readonly query: {
    readonly data: Data | undefined;
    readonly error: Error | null;
    readonly refetch: () => Promise<unknown>;
  };
  readonly failure: (error: Error) => {
    readonly title: string;
    readonly reason: string;
    readonly retryLabel: string;
  };
  /** Shown while the first answer is awaited. */
  readonly waiting: ReactNode;
  readonly children: (data: Data) => ReactNode;
}

/** The data of a query, its failure, or its placeholder. Data stays on screen when a later request fails. */
export function QueryView<Data>({ query, failure, waiting, children }: QueryViewProps<Data>) {
  const { data, error, refetch } = query;
  if (data !== undefined) return children(data);
  if (error) return <FailedState {...failure(error)} onRetry={() => void refetch()} />;
  return waiting;
}
