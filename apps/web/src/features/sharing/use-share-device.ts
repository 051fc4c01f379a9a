import type { Device } from '@atalaia/contract/device';
import { useMutation } from '@tanstack/react-query';
import { useApi } from '../../lib/api/api-context.ts';
import { copyText } from '../../lib/files/copy-text.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { toasts } from '../../ui/feedback/toasts.ts';
import { shareDevices } from './api/share-devices.ts';

/** Shares where a device is and copies the link, saying how it went (PANEL-05). */
export function useShareDevice() {
  const { text } = useTexts();
  const api = useApi();
  return useMutation({
    async mutationFn(device: Device) {
      const token = await shareDevices(api, [device.uniqueId]);
      await copyText(`${window.location.origin}/shared/${token}`);
    },
    onSuccess: () => toasts.show('success', text('panel.shareCopied')),
    onError(error) {
      console.error('The device could not be shared', error);
      toasts.show('failure', text('panel.shareFailed'));
    },
  });
}
