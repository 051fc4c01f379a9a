import type { Device } from '@atalaia/contract/device';
import type { Position } from '@atalaia/contract/position';
import { mdiLockOpenVariantOutline, mdiLockOutline } from '@mdi/js';
import { useState } from 'react';
import { EngineDialog } from '../../features/commands/components/engine-dialog.tsx';
import { useTakesCommand } from '../../features/commands/use-takes-command.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { ToolButton } from '../../ui/button/tool-button.tsx';

interface EngineActionsProps {
  readonly device: Device;
  readonly position: Position | undefined;
}

/** Block and release, each after a question (PANEL-03), where the tracker takes them. */
export function EngineActions({ device, position }: EngineActionsProps) {
  const { text } = useTexts();
  const takes = useTakesCommand(device.id);
  const hindrance = (type: 'engineStop' | 'engineResume') =>
    takes(type) ? undefined : text('apiError.command-not-supported');
  const [asking, ask] = useState<'engineStop' | 'engineResume' | null>(null);
  return (
    <>
      <ToolButton
        icon={mdiLockOutline}
        tone="danger"
        hindrance={hindrance('engineStop')}
        onClick={() => ask('engineStop')}
      >
        {text('panel.block')}
      </ToolButton>
      <ToolButton
        icon={mdiLockOpenVariantOutline}
        hindrance={hindrance('engineResume')}
        onClick={() => ask('engineResume')}
      >
        {text('panel.release')}
      </ToolButton>
      {asking && <EngineDialog type={asking} device={device} position={position} onClose={() => ask(null)} />}
    </>
  );
}
