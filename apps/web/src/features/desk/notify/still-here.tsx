import type { DeskNotice } from '@atalaia/contract/desk/desk';
import { useWrite } from '../../../lib/api/use-write.ts';
import { useNow } from '../../../lib/formats/use-now.ts';
import { useStore } from '../../../lib/store/use-store.ts';
import { failureText } from '../../../lib/texts/failure-text.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { useLive } from '../../../live/live-context.ts';
import { Button } from '../../../ui/button/button.tsx';
import { toasts } from '../../../ui/feedback/toasts.ts';
import { Dialog, DialogFoot } from '../../../ui/window/dialog.tsx';
import { stillHere } from '../desk-calls.ts';

interface StillHereProps {
  readonly notice: DeskNotice;
  readonly onOpen: (alarmId: number) => void;
  readonly onDone: () => void;
}

const secondMs = 1000;

/** "Ainda está neste atendimento?": unanswered, the alarm goes back to the queue (DESK-05). */
export function StillHere({ notice: { alarmId, deviceName, until }, onOpen, onDone }: StillHereProps) {
  const { text } = useTexts();
  const clockMs = useStore(useLive().desk, (state) => state.clockMs);
  const nowMs = useNow(secondMs) + clockMs;
  const left = until === null ? undefined : Math.max(0, Math.ceil((Date.parse(until) - nowMs) / secondMs));
  const save = useWrite({
    write: (api) => stillHere(api, alarmId),
    onSuccess: onDone,
    onError: (error) => toasts.show('failure', failureText(error, text)),
  });
  const isOver = left === 0;
  return (
    <Dialog
      opened
      title={text('desk.stillHere')}
      closeLabel={text('action.close')}
      onClose={() => save.mutate()}
    >
      <p>
        {deviceName}
        {left !== undefined &&
          ` · ${isOver ? text('desk.stillHereOver') : text('desk.stillHereLeft', { count: left })}`}
      </p>
      <DialogFoot>
        <Button
          onClick={() => {
            onOpen(alarmId);
            if (!isOver) save.mutate();
            else onDone();
          }}
        >
          {text('desk.openIt')}
        </Button>
        <Button
          kind="primary"
          first
          busy={save.isPending}
          onClick={() => (isOver ? onDone() : save.mutate())}
        >
          {text(isOver ? 'action.close' : 'desk.stillHereYes')}
        </Button>
      </DialogFoot>
    </Dialog>
  );
}
