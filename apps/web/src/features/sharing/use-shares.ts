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
import { linkOf, type NewShare, rememberLink, type ShareWish, shareDevices } from './made-links.ts';

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

interface ShareOrder extends ShareWish {
  readonly device: Device;
}

/**
 * Shares where a device is, for as long as was chosen, and copies the link, saying how it went (PANEL-05). `asked` is the
 * device whose link is to be made, `made` the link, until both are put away.
 */
export function useShareDevice() {
  const { text } = useTexts();
  const queries = useQueryClient();
  const [made, setMade] = useState<NewShare | null>(null);
  const [asked, ask] = useState<Device | null>(null);
  const { mutate, isPending } = useWrite({
    write: (api, { device, ...wish }: ShareOrder) => shareDevices(api, [device.uniqueId], wish),
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
  const putAway = () => {
    ask(null);
    setMade(null);
  };
  return { ask, asked, share: mutate, isSharing: isPending, made, putAway };
}
