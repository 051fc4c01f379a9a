import type { Device } from '@atalaia/contract/devices/device';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { Dialog } from '../../../ui/window/dialog.tsx';
import type { OpeningPlace } from '../sinister-forms.ts';
import { OpeningForm } from './opening-form.tsx';

interface OpeningDialogProps {
  readonly device: Device;
  readonly place: OpeningPlace | undefined;
  readonly onClose: () => void;
  readonly onOpened: (sinisterId: number) => void;
}

export function OpeningDialog({ device, place, onClose, onOpened }: OpeningDialogProps) {
  const { text } = useTexts();
  return (
    <Dialog
      opened
      width={560}
      title={text('sinister.new')}
      closeLabel={text('action.close')}
      onClose={onClose}
    >
      <OpeningForm device={device} place={place} onCancel={onClose} onOpened={onOpened} />
    </Dialog>
  );
}
