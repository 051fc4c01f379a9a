import type { Device } from '@atalaia/contract/devices/device';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useWrite } from '../../lib/api/use-write.ts';
import { copyText } from '../../lib/files/copy-text.ts';
import { failedText } from '../../lib/texts/failure-text.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { toasts } from '../../ui/feedback/toasts.ts';
import { linkOf, type NewShare, rememberLink, shareDevices } from './made-links.ts';
import { sharesKey } from './use-shares.ts';

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
