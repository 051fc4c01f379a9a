import type { Occurrence } from '@atalaia/contract/sinisters/occurrence';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { ApiClient } from '../../../lib/api/api-client.ts';
import { useApi } from '../../../lib/api/api-context.ts';
import { failureText } from '../../../lib/texts/failure-text.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { FailedState } from '../../../ui/feedback/failed-state.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import classes from './occurrence-dialog.module.css';

/** The image of an occurrence that has one. */
export function OccurrenceImage({ occurrence }: { readonly occurrence: Occurrence }) {
  const { text } = useTexts();
  const api = useApi();
  const { data, error, refetch } = useQuery({
    queryKey: ['occurrence-image', occurrence.id],
    queryFn: ({ signal }) => getOccurrenceImage(api, occurrence, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    retry: false,
  });
  const address = useAddressOf(data);
  if (error) {
    return (
      <FailedState
        title={text('occurrence.imageFailed')}
        reason={failureText(error, text)}
        retryLabel={text('error.retry')}
        onRetry={() => void refetch()}
      />
    );
  }
  if (!address) return <Skeleton height={220} />;
  return (
    <a className={classes.image} href={address} target="_blank" rel="noreferrer">
      <img src={address} alt={text('occurrence.image')} />
    </a>
  );
}

/** An address within the page for bytes that were fetched, for as long as it is shown. */
function useAddressOf(content: Blob | undefined): string | undefined {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if (!content) return;
    const made = URL.createObjectURL(content);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [content]);
  return address;
}

/** The image of an occurrence that has one. It is not asked for by its address alone: the call must bear the token. */
async function getOccurrenceImage(
  api: ApiClient,
  { id, sinisterId }: Pick<Occurrence, 'id' | 'sinisterId'>,
  signal: AbortSignal,
): Promise<Blob> {
  const path = `sinisters/${sinisterId}/occurrences/${id}/image`;
  return new Blob([await api.bytes({ path, accept: 'image/*', signal })]);
}
