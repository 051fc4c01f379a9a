import type { Device } from '@atalaia/contract/device';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '../../lib/api/api-context.ts';
import { copyText } from '../../lib/files/copy-text.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { toasts } from '../../ui/feedback/toasts.ts';
import { type NewShare, shareDevices } from './api/share-devices.ts';
import { linkOf, rememberLink } from './made-links.ts';
import { sharesKey } from './use-shares.ts';

/** Shares where a device is and copies the link, saying how it went (PANEL-05); `made` is the link until it is put away. */
export function useShareDevice() {
  const { text } = useTexts();
  const api = useApi();
  const queries = useQueryClient();
  const [made, keep] = useState<NewShare | null>(null);
  const { mutate, isPending } = useMutation({
    mutationFn: (device: Device) => shareDevices(api, [device.uniqueId]),
    onSuccess(share) {
      keep(share);
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
      toasts.show('failure', text('panel.shareFailed'));
    },
  });
  return { share: mutate, isSharing: isPending, made, putAway: () => keep(null) };
}
