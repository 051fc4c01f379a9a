import type { Occurrence } from '@atalaia/contract/occurrence';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useApi } from '../../../lib/api/api-context.ts';
import { failureText } from '../../../lib/texts/failure-text.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { FailedState } from '../../../ui/feedback/failed-state.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { getOccurrenceImage } from '../api/get-occurrence-image.ts';
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
