import type { Device } from '@atalaia/contract/devices/device';
import type { Position } from '@atalaia/contract/devices/position';
import { mdiShieldAlert, mdiShieldAlertOutline } from '@mdi/js';
import { lazy, Suspense, useState } from 'react';
import { beginDraft, draftId } from '../../features/sinisters/opening/draft-store.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { ToolButton } from '../../ui/button/icon-button.tsx';
import { toasts } from '../../ui/feedback/toasts.ts';

const OpeningDialog = lazy(async () => ({
  default: (await import('../../features/sinisters/opening/opening-form.tsx')).OpeningDialog,
}));
const SinisterDialog = lazy(async () => ({
  default: (await import('../../features/sinisters/components/sinister-dialog.tsx')).SinisterDialog,
}));

interface SinisterActionProps {
  readonly device: Device;
  readonly position: Position | undefined;
  readonly mayOpen: boolean;
  readonly onSinister: ((sinisterId: number) => void) | undefined;
}

/** Opens a sinister of the device, or leads to the one that is open (PANEL-06, SIN-12). */
export function SinisterAction({ device, position, mayOpen, onSinister }: SinisterActionProps) {
  const { text } = useTexts();
  const [shown, show] = useState<'opening' | 'open' | null>(null);
  const { sinisterId } = device.attributes;
  const hide = () => show(null);
  /** Where cases are listed the draft is one of the cards; elsewhere a dialog holds it (SIN-04). */
  const begin = () => {
    if (!onSinister) return show('opening');
    if (!beginDraft({ device, place: position })) toasts.show('info', text('sinister.draftExists'));
    onSinister(draftId);
  };
  return (
    <>
      {sinisterId !== undefined && (
        <ToolButton
          icon={mdiShieldAlert}
          tone="danger"
          onClick={() => (onSinister ? onSinister(sinisterId) : show('open'))}
        >
          {text('panel.sinisterOpen')}
        </ToolButton>
      )}
      {sinisterId === undefined && mayOpen && (
        <ToolButton icon={mdiShieldAlertOutline} onClick={begin}>
          {text('panel.openSinister')}
        </ToolButton>
      )}
      <Suspense>
        {shown === 'opening' && (
          <OpeningDialog
            device={device}
            place={position}
            onClose={hide}
            onOpened={(openedId) => {
              hide();
              onSinister?.(openedId);
            }}
          />
        )}
        {shown === 'open' && sinisterId !== undefined && (
          <SinisterDialog sinisterId={sinisterId} onClose={hide} />
        )}
      </Suspense>
    </>
  );
}
