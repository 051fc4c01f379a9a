import { type Device, deviceSchema } from '@atalaia/contract/devices/device';
import type { RegisterTracker } from '@atalaia/contract/devices/unknown-tracker';
import { mdiMapMarkerCheckOutline } from '@mdi/js';
import { type ComponentType, useRef, useState } from 'react';
import { z } from 'zod';
import { useKeys } from '../../lib/keys/use-keys.ts';
import { leaveGuard } from '../../lib/leaving/leave-guard.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { optionalText } from '../../resources/form/field-values.ts';
import type { FormDefinition } from '../../resources/form/form-definition.ts';
import { ResourceForm } from '../../resources/form/resource-form.tsx';
import { useResourceFormContext } from '../../resources/form/use-resource-form-context.ts';
import classes from '../../resources/list/resource-screen.module.css';
import { type SubView, useSubView } from '../../resources/sub-view.ts';
import { Button } from '../../ui/button/button.tsx';
import { TrackerList } from './tracker-list.tsx';
import tracker from './unknown-trackers.module.css';

const schema = z.object({ name: optionalText(), groupId: z.string(), customerId: z.string() });

type TrackerValues = z.infer<typeof schema>;

const numberOf = (chosen: string) => (chosen === '' ? undefined : Number(chosen));

/** Makes a device of a tracker in one step (ING-04); the rest of it is filled in among the devices. */
export const trackerForm: FormDefinition<Device, TrackerValues> = {
  titles: { add: 'tracker.registerTitle', edit: 'tracker.registerTitle' },
  schema: () => schema,
  sections: [
    {
      title: 'form.data',
      fields: [
        { kind: 'text', name: 'name', label: 'device.name', hint: 'tracker.nameHelp', wide: true },
        { kind: 'reference', name: 'groupId', label: 'device.group', path: 'groups', wide: true },
        { kind: 'reference', name: 'customerId', label: 'device.customer', path: 'customers', wide: true },
      ],
    },
  ],
  valuesOf: () => ({ name: '', groupId: '', customerId: '' }),
  inputOf: ({ name, groupId, customerId }): RegisterTracker => ({
    ...(name.trim() !== '' && { name: name.trim() }),
    groupId: numberOf(groupId),
    customerId: numberOf(customerId),
  }),
};

interface UnknownTrackersViewProps {
  /** Shows one that was registered. */
  readonly onDevice: (deviceId: number) => void;
  /** Shows what a tracker and the server send each other. */
  readonly Traffic: ComponentType<{
    readonly of: { readonly uniqueId: string };
    readonly name: string;
    readonly onDone: () => void;
  }>;
}

/** Who knocked and is not registered: seen, listened to, and made a device of in one step (ING-04). */
export function UnknownTrackersView({ onDevice, Traffic }: UnknownTrackersViewProps) {
  const { shown, show, close } = useSubView();
  const { text } = useTexts();
  const [registered, setRegistered] = useState<Device>();
  const [chosenId, choose] = useState<string | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const done = () => {
    close();
    setTimeout(() => list.current?.querySelector<HTMLElement>('[role="grid"]')?.focus());
  };
  const open = (next: SubView) => {
    if (shown?.kind === next.kind && shown.rowId === next.rowId) return;
    leaveGuard.leave(() => show(next));
  };
  return (
    <div className={classes.screen} data-fills data-open={shown !== null || undefined}>
      <div ref={list} className={classes.list}>
        {registered && (
          <p className={tracker.registered} role="status">
            {text('tracker.registered', { name: registered.name })}
            <Button icon={mdiMapMarkerCheckOutline} onClick={() => onDevice(registered.id)}>
              {text('tracker.onMap')}
            </Button>
          </p>
        )}
        <TrackerList chosenId={chosenId} onChoose={choose} onOpen={open} />
      </div>
      {typeof shown?.rowId === 'string' && (
        <aside
          key={`${shown.kind}${shown.rowId}`}
          className={classes.pane}
          data-wide={shown.kind === 'traffic' || undefined}
        >
          {shown.kind === 'traffic' ? (
            <StrangerTraffic Traffic={Traffic} uniqueId={shown.rowId} onDone={done} />
          ) : (
            <Registering
              uniqueId={shown.rowId}
              onDone={done}
              onRegistered={(device) => {
                setRegistered(device);
                done();
              }}
            />
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

interface RegisteringProps extends PaneProps {
  readonly onRegistered: (device: Device) => void;
}

function Registering({ uniqueId, onDone, onRegistered }: RegisteringProps) {
  const context = useResourceFormContext();
  if (!context) return null;
  return (
    <ResourceForm
      form={trackerForm}
      place={{ path: `unknown-trackers/${encodeURIComponent(uniqueId)}/register`, schema: deviceSchema }}
      opened={undefined}
      name={uniqueId}
      context={context}
      onSaved={onRegistered}
      onBack={() => leaveGuard.leave(onDone)}
    />
  );
}

function StrangerTraffic({
  Traffic,
  uniqueId,
  onDone,
}: PaneProps & Pick<UnknownTrackersViewProps, 'Traffic'>) {
  const part = useRef<HTMLDivElement>(null);
  useKeys(part, [{ key: 'Escape', inFields: true, act: onDone }]);
  return (
    <div ref={part} className={classes.view} data-holds-escape>
      <Traffic of={{ uniqueId }} name={uniqueId} onDone={onDone} />
    </div>
  );
}
