import type { SendCommand } from '@atalaia/contract/devices/command';
import {
  mdiCrosshairsQuestion,
  mdiLockOpenVariantOutline,
  mdiLockOutline,
  mdiTimerOutline,
  mdiTimerSyncOutline,
} from '@mdi/js';
import { lazy, Suspense, useState } from 'react';
import { useWrite } from '../../../lib/api/use-write.ts';
import { useSession } from '../../../lib/session/session-context.ts';
import { failureText } from '../../../lib/texts/failure-text.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { ToolButton } from '../../../ui/button/icon-button.tsx';
import { toasts } from '../../../ui/feedback/toasts.ts';
import { BlockState } from '../blocks/block-state.tsx';
import { sendCommand } from '../use-command-form.ts';
import { useRefreshCommands } from '../use-command-news.ts';
import { useCommandHindrance } from '../use-takes-command.ts';
import { CommandState } from './command-state.tsx';
import classes from './theft-commands.module.css';

const blockDialogs = () => import('../blocks/block-dialog.tsx');
const BlockDialog = lazy(async () => ({ default: (await blockDialogs()).BlockDialog }));
const ReleaseDialog = lazy(async () => ({ default: (await blockDialogs()).ReleaseDialog }));

interface TheftCommandsProps {
  readonly device: { readonly id: number; readonly name: string };
}

/** Between reports while a vehicle is looked for, and as most trackers come, seconds. */
const fastSeconds = 10;
const usualSeconds = 60;

/** What is sent to a stolen vehicle in one click, and the state of its block (COCK-01). */
export function TheftCommands({ device }: TheftCommandsProps) {
  const { text } = useTexts();
  const session = useSession();
  const hindrance = useCommandHindrance(device.id);
  const refresh = useRefreshCommands();
  const [asking, ask] = useState<'block' | 'release' | null>(null);
  const send = useWrite({
    write: (api, command: Pick<SendCommand, 'type' | 'attributes'>) =>
      sendCommand(api, { deviceId: device.id, ...command }),
    onSuccess({ state }) {
      toasts.show('success', text(state === 'queued' ? 'command.queued' : 'command.sent'));
      refresh(device.id);
    },
    onError: (error) => toasts.show('failure', failureText(error, text)),
  });
  const every = (frequency: number) => send.mutate({ type: 'positionPeriodic', attributes: { frequency } });
  const mayWrite = session.phase === 'signed-in' && !session.person.readonly;
  return (
    <>
      <div className={classes.state}>
        <BlockState device={device} />
        <CommandState device={device} />
      </div>
      {mayWrite && (
        <div className={classes.commands}>
          <ToolButton
            icon={mdiLockOutline}
            tone="danger"
            hindrance={hindrance('engineStop')}
            onClick={() => ask('block')}
          >
            {text('panel.block')}
          </ToolButton>
          <ToolButton
            icon={mdiLockOpenVariantOutline}
            hindrance={hindrance('engineResume')}
            onClick={() => ask('release')}
          >
            {text('panel.release')}
          </ToolButton>
          <ToolButton
            icon={mdiCrosshairsQuestion}
            disabled={send.isPending}
            hindrance={hindrance('positionSingle')}
            onClick={() => send.mutate({ type: 'positionSingle' })}
          >
            {text('cockpit.positionNow')}
          </ToolButton>
          <ToolButton
            icon={mdiTimerSyncOutline}
            disabled={send.isPending}
            hindrance={hindrance('positionPeriodic')}
            onClick={() => every(fastSeconds)}
          >
            {text('cockpit.every', { seconds: fastSeconds })}
          </ToolButton>
          <ToolButton
            icon={mdiTimerOutline}
            disabled={send.isPending}
            hindrance={hindrance('positionPeriodic')}
            onClick={() => every(usualSeconds)}
          >
            {text('cockpit.backTo', { seconds: usualSeconds })}
          </ToolButton>
        </div>
      )}
      {asking && (
        <Suspense>
          {asking === 'block' ? (
            <BlockDialog device={device} onClose={() => ask(null)} />
          ) : (
            <ReleaseDialog device={device} onClose={() => ask(null)} />
          )}
        </Suspense>
      )}
    </>
  );
}
