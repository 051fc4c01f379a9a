import { type LocationShare, locationShareSchema } from '@atalaia/contract/accounts/location';
import type { Device } from '@atalaia/contract/devices/device';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import type { ApiClient, ApiWriter } from '../../lib/api/api-client.ts';
import { useApi } from '../../lib/api/api-context.ts';
import { useWrite } from '../../lib/api/use-write.ts';
import { copyText } from '../../lib/files/copy-text.ts';
import { failedText } from '../../lib/texts/failure-text.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { toasts } from '../../ui/feedback/toasts.ts';
import { linkOf, type NewShare, rememberLink, shareDevices } from './made-links.ts';

const sharesKey = ['shares'] as const;

/** The links in force, and the way to end one (SHARE-02). */
export function useShares() {
  const { text } = useTexts();
  const api = useApi();
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey: sharesKey,
    queryFn: ({ signal }) => listShares(api, signal),
  });
  const revoking = useWrite({
    write: (writer, shareId: number) => revokeShare(writer, shareId),
    onSuccess: () => toasts.show('success', text('share.revoked')),
    onError(error) {
      console.error('The link could not be revoked', error);
      toasts.show('failure', failedText('share.revokeFailed', error, text));
    },
    onSettled: () => queries.invalidateQueries({ queryKey: sharesKey }),
  });
  return { shares: data, error, reload: refetch, revoke: revoking.mutate, isRevoking: revoking.isPending };
}

/** Ends a link at once: who has it sees nothing more. */
function revokeShare(api: ApiWriter, shareId: number): Promise<void> {
  return api.send({ method: 'DELETE', path: `location/sessions/${shareId}` });
}

/** The links in force that the person made; everybody's for an administrator. */
function listShares(api: ApiClient, signal: AbortSignal): Promise<readonly LocationShare[]> {
  return api.json({ path: 'location/sessions', signal }, z.array(locationShareSchema));
}

/** Shares where a device is and copies the link, saying how it went (PANEL-05); `made` is the link until it is put away. */
export function useShareDevice() {
  const { text } = useTexts();
  const queries = useQueryClient();
  const [made, setMade] = useState<NewShare | null>(null);
  const { mutate, isPending } = useWrite({
    write: (api, device: Device) => shareDevices(api, [device.uniqueId]),
    onSuccess(share) {
      setMade(share);
      rememberLink(share);
      void queries.invalidateQueries({ queryKey: sharesKey });
      copyText(linkOf(share)).then(
        () => toasts.show('success', text('panel.shareCopied')),
        (error: unknown) => {
          console.warn('The link could not be copied', error);
          toasts.show('info', text('share.notCopied'));
        },
      );
    },
    onError(error) {
      console.error('The device could not be shared', error);
      toasts.show('failure', failedText('panel.shareFailed', error, text));
    },
  });
  return { share: mutate, isSharing: isPending, made, putAway: () => setMade(null) };
}
