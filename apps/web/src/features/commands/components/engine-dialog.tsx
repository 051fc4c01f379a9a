import type { Device } from '@atalaia/contract/devices/device';
import type { Position } from '@atalaia/contract/devices/position';
import { useState } from 'react';
import { useWrite } from '../../../lib/api/use-write.ts';
import { timeAgo } from '../../../lib/formats/time-ago.ts';
import { useFormats } from '../../../lib/formats/use-formats.ts';
import { refusalMessage } from '../../../lib/texts/failure-text.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { Button } from '../../../ui/button/button.tsx';
import { FormRefusal } from '../../../ui/feedback/form-refusal.tsx';
import { toasts } from '../../../ui/feedback/toasts.ts';
import { Dialog } from '../../../ui/window/dialog.tsx';
import { sendEngineCommand } from '../api/send-command.ts';
import { hindranceOf } from '../block-hindrance.ts';
import { useRefreshCommands } from '../use-command-news.ts';
import classes from './engine-dialog.module.css';
import { ReasonField } from './reason-field.tsx';

interface EngineDialogProps {
  readonly type: 'engineStop' | 'engineResume';
  readonly device: Device;
  readonly position: Position | undefined;
  readonly onClose: () => void;
}

/** Asks before an engine is blocked or released, and once more, with a reason, when it is not safe (PANEL-03, CMD-07). */
export function EngineDialog({ type, device, position, onClose }: EngineDialogProps) {
  const { text } = useTexts();
  const formats = useFormats();
  const refresh = useRefreshCommands();
  const [reason, setReason] = useState('');
  const [isAsked, setIsAsked] = useState(false);
  const send = useWrite({
    ofForm: true,
    write: (api) =>
      sendEngineCommand(api, { deviceId: device.id, type, reason: isAsked ? reason.trim() : undefined }),
    onSuccess({ state }) {
      toasts.show('success', text(state === 'queued' ? 'command.queued' : 'command.sent'));
      refresh(device.id);
      onClose();
    },
    onError: (error) => hindranceOf(error) && setIsAsked(true),
  });
  const isBlock = type === 'engineStop';
  const needsReason = isAsked && reason.trim() === '';

  return (
    <Dialog
      opened
      title={text(isBlock ? 'panel.block' : 'panel.release')}
      closeLabel={text('action.close')}
      onClose={onClose}
    >
      <div className={classes.body}>
        <p>{text(isBlock ? 'panel.confirmBlock' : 'panel.confirmRelease', { name: device.name })}</p>
        {isBlock && position && (
          <p className={classes.fix}>
            {text('panel.confirmSpeed', {
              speed: formats.speed(position.speed),
              age: timeAgo(Date.parse(position.fixTime), Date.now(), text),
            })}
          </p>
        )}
        {isAsked && (
          <ReasonField warning={text('panel.confirmReasonNeeded')} reason={reason} onType={setReason} />
        )}
        {send.isError && !hindranceOf(send.error) && (
          <FormRefusal {...refusalMessage(send.error, text)} onRetry={() => send.mutate()} />
        )}
        <footer className={classes.buttons}>
          <Button onClick={onClose}>{text('action.cancel')}</Button>
          <Button
            kind={isBlock ? 'danger' : 'primary'}
            busy={send.isPending}
            disabled={needsReason}
            onClick={() => send.mutate()}
          >
            {text('command.send')}
          </Button>
        </footer>
      </div>
    </Dialog>
  );
}
