import type { Device } from '@atalaia/contract/device';
import type { Position } from '@atalaia/contract/position';
import { homeRouteOf } from '@atalaia/domain/home-route';
import { mdiPlayCircleOutline } from '@mdi/js';
import { useNavigate } from 'react-router';
import { addressOfDay } from '../../features/reports/playback/day-of.ts';
import { useSession } from '../../lib/session/session-context.ts';
import { useSettings } from '../../lib/settings/settings-context.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { IconButton } from '../../ui/button/icon-button.tsx';

interface PlaybackActionProps {
  readonly device: Device;
  readonly position: Position | undefined;
}

/** Plays back the day of the device's last position. */
export function PlaybackAction({ device, position }: PlaybackActionProps) {
  const { text } = useTexts();
  const { timezone } = useSettings();
  const session = useSession();
  const navigate = useNavigate();
  if (session.phase !== 'signed-in') return null;
  const home = homeRouteOf(session.profile);
  const show = () => {
    if (!position) return;
    const address = addressOfDay(device.id, Date.parse(position.fixTime), timezone, Date.now());
    void navigate(`${home === '/admin' ? '/admin/reports' : home}${address}`);
  };
  return (
    <IconButton
      name={text('panel.playback')}
      icon={mdiPlayCircleOutline}
      size={28}
      disabled={!position}
      onClick={show}
    />
  );
}
