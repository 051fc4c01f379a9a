import type { ReactNode } from 'react';
import { FailedState } from './failed-state.tsx';

interface AskedProps<Data> {
  /** As a query tells of it. */
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
  /** Stands where it will be. */
  readonly waiting: ReactNode;
  readonly children: (data: Data) => ReactNode;
}

/** What was asked for, once it is there; what came once stays, though it cannot be read again. */
export function Asked<Data>({ query, failure, waiting, children }: AskedProps<Data>) {
  const { data, error, refetch } = query;
  if (data !== undefined) return children(data);
  if (error) return <FailedState {...failure(error)} onRetry={() => void refetch()} />;
  return waiting;
}
