import { deviceSchema } from '@atalaia/contract/device';
import { useRef, useState } from 'react';
import { useKeys } from '../../../lib/keys/use-keys.ts';
import { leaveGuard } from '../../../lib/leaving/leave-guard.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { toasts } from '../../../ui/feedback/toasts.ts';
import { RegisterForm } from '../components/register-form.tsx';
import classes from '../components/register-screen.module.css';
import { useWhoFills } from '../form/use-who-fills.ts';
import { type SubView, useSubView } from '../sub-view/sub-view.ts';
import { TrafficPane } from '../traffic/traffic-pane.tsx';
import { trackerForm } from './tracker-form.ts';
import { TrackerList } from './tracker-list.tsx';

/** Who knocked and is not registered: seen, listened to, and made a device of in one step (ING-04). */
export function UnknownTrackersView() {
  const { shown, show, close } = useSubView();
  const [chosenId, choose] = useState<string | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const done = () => {
    close();
    setTimeout(() => list.current?.querySelector<HTMLElement>('[role="grid"]')?.focus());
  };
  const open = (wanted: SubView) => {
    if (shown?.kind === wanted.kind && shown.rowId === wanted.rowId) return;
    leaveGuard.leave(() => show(wanted));
  };
  return (
    <div className={classes.screen} data-fills data-open={shown !== null || undefined}>
      <div ref={list} className={classes.list}>
        <TrackerList chosenId={chosenId} onChoose={choose} onOpen={open} />
      </div>
      {typeof shown?.rowId === 'string' && (
        <aside
          key={`${shown.kind}${shown.rowId}`}
          className={classes.pane}
          data-wide={shown.kind === 'traffic' || undefined}
        >
          {shown.kind === 'traffic' ? (
            <StrangerTraffic uniqueId={shown.rowId} onDone={done} />
          ) : (
            <Registering uniqueId={shown.rowId} onDone={done} />
          )}
        </aside>
      )}
    </div>
  );
}

interface PaneProps {
  readonly uniqueId: string;
  readonly onDone: () => void;
}

function Registering({ uniqueId, onDone }: PaneProps) {
  const { text } = useTexts();
  const context = useWhoFills();
  if (!context) return null;
  return (
    <RegisterForm
      form={trackerForm}
      place={{ path: `unknown-trackers/${encodeURIComponent(uniqueId)}/register`, schema: deviceSchema }}
      opened={undefined}
      name={uniqueId}
      context={context}
      onSaved={({ name }) => {
        toasts.show('info', text('tracker.registered', { name }));
        onDone();
      }}
      onBack={() => leaveGuard.leave(onDone)}
    />
  );
}

function StrangerTraffic({ uniqueId, onDone }: PaneProps) {
  const part = useRef<HTMLDivElement>(null);
  useKeys(part, [{ key: 'Escape', inFields: true, act: onDone }]);
  return (
    <div ref={part} className={classes.view} data-holds-escape>
      <TrafficPane of={{ uniqueId }} name={uniqueId} onDone={onDone} />
    </div>
  );
}
