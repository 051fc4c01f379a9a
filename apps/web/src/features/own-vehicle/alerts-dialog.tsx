import type { Device } from '@atalaia/contract/devices/device';
import type { Position } from '@atalaia/contract/devices/position';
import {
  type AnchorState,
  anchorStateSchema,
  type Notification,
  notificationSchema,
} from '@atalaia/contract/rules/notification';
import { mdiBellPlusOutline, mdiWrenchClockOutline } from '@mdi/js';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { z } from 'zod';
import type { ApiWriter } from '../../lib/api/api-client.ts';
import { useApi } from '../../lib/api/api-context.ts';
import { useWrite } from '../../lib/api/use-write.ts';
import { numberIn } from '../../lib/formats/plain-number.ts';
import { usePush } from '../../lib/notifications/use-push.ts';
import { useUserId } from '../../lib/session/session-context.ts';
import { failedText, failureText, isPassing } from '../../lib/texts/failure-text.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { Button } from '../../ui/button/button.tsx';
import { QueryView } from '../../ui/feedback/query-view.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { toasts } from '../../ui/feedback/toasts.ts';
import { TextField } from '../../ui/field/text-field.tsx';
import { SwitchField } from '../../ui/form/switch-field.tsx';
import { Dialog } from '../../ui/window/dialog.tsx';
import classes from './own-vehicle.module.css';

/** What a client is told of his vehicle: notifications of his own, each made from a template (LIST-05). */

interface Template {
  readonly type: string;
  /** Keys of alarms, of type `alarm`. */
  readonly alarms?: string;
}

/** In the order in which they are offered. `anchor` watches the place where the vehicle is now. */
const templates = {
  anchor: { type: 'geofenceExit' },
  ignitionOn: { type: 'ignitionOn' },
  deviceOverspeed: { type: 'deviceOverspeed' },
  geofenceEnter: { type: 'geofenceEnter' },
  geofenceExit: { type: 'geofenceExit' },
  powerCut: { type: 'alarm', alarms: 'powerCut' },
  sos: { type: 'alarm', alarms: 'sos' },
  deviceInactive: { type: 'deviceInactive' },
  maintenance: { type: 'maintenance' },
} as const satisfies Readonly<Record<string, Template>>;

type TemplateName = keyof typeof templates;
const templateNames = Object.keys(templates) as readonly TemplateName[];

interface Alert {
  /** His own notification of a template for this vehicle. */
  readonly own: Notification | undefined;
  /** Of another one whose it is not known (yet). */
  readonly isUnread: boolean;
  /** He is told by one that is not his. */
  readonly isOfOther: boolean;
}

function alertOf(
  notifications: readonly Notification[],
  deviceId: number,
  name: TemplateName,
  ownIds: readonly number[] | undefined,
): Alert {
  const made = notifications.filter(
    ({ attributes }) => attributes.ownDeviceId === deviceId && attributes.template === name,
  );
  return {
    own: made.find(({ id }) => ownIds?.includes(id)),
    isUnread: !ownIds && made.length > 0,
    isOfOther: made.some(({ id }) => ownIds?.includes(id) === false),
  };
}

interface NewAlert {
  readonly device: Device;
  readonly position: Position | undefined;
  readonly name: TemplateName;
  /** Joined by comma. */
  readonly notificators: string;
  /** What an anchor's geofence is called. */
  readonly placeName: string;
}

/** Makes it for this vehicle alone, and for nobody else: one that watches no vehicle would look switched on. */
async function turnOn(api: ApiWriter, alert: NewAlert): Promise<void> {
  const { device, name, notificators } = alert;
  if (name === 'anchor') return layAnchor(api, alert);
  const template: Template = templates[name];
  const attributes = {
    ...{ template: name, ownDeviceId: device.id },
    ...(template.alarms && { alarms: template.alarms }),
  };
  const json = { type: template.type, always: false, notificators, attributes };
  await api.send({ method: 'POST', path: 'notifications', query: { deviceId: device.id }, json });
}

async function layAnchor(api: ApiWriter, { device, position, placeName, notificators }: NewAlert) {
  if (!position) throw new Error('a vehicle without a place is not anchored');
  const { latitude, longitude } = position;
  const json = { latitude, longitude, name: placeName, notificators };
  await api.send({ method: 'PUT', path: `devices/${device.id}/anchor`, json });
}

/** Takes it away, and an anchor's circle with it. */
const takeAway = (api: ApiWriter, path: string) => api.send({ method: 'DELETE', path });

/** A reminder each so many kilometres from now on, linked to the vehicle. */
async function remind(api: ApiWriter, { device, metres, name, everyMetres }: Reminder): Promise<void> {
  const json = { name, type: 'totalDistance', start: Math.round(metres) + everyMetres, period: everyMetres };
  await api.send({ method: 'POST', path: 'maintenance', query: { deviceId: device.id }, json });
}

interface Reminder {
  readonly device: Device;
  /** What it has driven. */
  readonly metres: number;
  readonly name: string;
  readonly everyMetres: number;
}

const listSchema = z.array(notificationSchema);
const queryKey = ['own-alerts'];

interface AlertsDialogProps {
  readonly device: Device;
  readonly position: Position | undefined;
  /** What falls due of it. */
  readonly maintenances: ReactNode;
  readonly onClose: () => void;
}

/** "Avise-me se…": what one is told of one's own vehicle, a switch each (LIST-05). */
export function AlertsDialog({ device, position, maintenances, onClose }: AlertsDialogProps) {
  const { text } = useTexts();
  const api = useApi();
  // of who else watches the vehicle he is told nothing
  const userId = useUserId();
  const alerts = useQuery({
    queryKey: [...queryKey, userId, device.id],
    queryFn: ({ signal }) => api.json({ path: 'notifications', query: { userId }, signal }, listSchema),
  });
  // whose each notification is, the list does not say: what somebody else made is not his to take away; where this cannot be
  // read, as from a process of an earlier release, the switches of what is not there yet are there all the same
  const anchor = useQuery({
    queryKey: [...queryKey, userId, device.id, 'anchor'],
    queryFn: ({ signal }) => api.json({ path: `devices/${device.id}/anchor`, signal }, anchorStateSchema),
    // a process that does not know of it will not know in a second
    retry: (failures, error) => isPassing(error) && failures < 3,
  });
  return (
    <Dialog
      opened
      width={560}
      title={text('alerts.title', { name: device.name })}
      closeLabel={text('action.close')}
      onClose={onClose}
    >
      <div className={classes.dialog}>
        <PushHint />
        <QueryView
          query={alerts}
          waiting={<Skeleton height={240} />}
          failure={(error) => ({
            title: text('alerts.loadFailed'),
            reason: failureText(error, text),
            retryLabel: text('error.retry'),
          })}
        >
          {(notifications) => (
            <Switches
              device={device}
              position={position}
              notifications={notifications}
              // what was read before a failure is not held against a list that was read after it, nor the other way round
              anchor={anchor.isError || alerts.isError ? 'unread' : anchor.data}
            />
          )}
        </QueryView>
        <section className={classes.reminder}>
          <h3>{text('menu.maintenance')}</h3>
          {maintenances}
        </section>
        <ReminderForm device={device} metres={position?.attributes.totalDistance} />
      </div>
    </Dialog>
  );
}

/** Without it one hears nothing while the page is closed. */
function PushHint() {
  const { text } = useTexts();
  const { state, isTurning, turn } = usePush();
  if (state !== 'off') return null;
  return (
    <p className={classes.hint}>
      {text('alerts.pushHint')}
      <Button icon={mdiBellPlusOutline} busy={isTurning} onClick={() => turn(true)}>
        {text('push.off')}
      </Button>
    </p>
  );
}

interface SwitchesProps extends Omit<AlertsDialogProps, 'maintenances' | 'onClose'> {
  readonly notifications: readonly Notification[];
  /** Undefined until it is read. */
  readonly anchor: AnchorState | 'unread' | undefined;
}

function Switches({ device, position, notifications, anchor }: SwitchesProps) {
  const isUnread = anchor === 'unread';
  const { own = false, others = false, ownNotifications } = isUnread ? {} : (anchor ?? {});
  const alert = (name: TemplateName) => alertOf(notifications, device.id, name, ownNotifications);
  const { text } = useTexts();
  const queries = useQueryClient();
  const switching = useWrite({
    async write(api, { name, on }: { readonly name: TemplateName; readonly on: boolean }) {
      if (name === 'anchor' && !on) return takeAway(api, `devices/${device.id}/anchor`);
      const made = name === 'anchor' ? undefined : alert(name).own;
      if (!on) return made && takeAway(api, `notifications/${made.id}`);
      if (made) return;
      const placeName = text('alerts.anchorName', { name: device.name });
      await turnOn(api, { device, position, name, placeName, notificators: 'web,mobile' });
    },
    onError: (error) => toasts.show('failure', failedText('alerts.failed', error, text)),
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey }),
        queries.invalidateQueries({ queryKey: ['geofences'] }),
        queries.invalidateQueries({ queryKey: ['notifications'] }),
      ]),
  });
  // one that lies can be taken away wherever the vehicle is
  const offered = templateNames.filter((name) => name !== 'anchor' || position || own || isUnread);
  const isOn = (name: TemplateName) =>
    name === 'anchor' ? own : alert(name).own !== undefined || alert(name).isUnread;
  const anchorHint = [
    text(isUnread ? 'alerts.anchorUnread' : 'alerts.anchorHint'),
    others && text('alerts.anchorOfOther'),
  ]
    .filter(Boolean)
    .join(' ');
  const hintOf = (name: TemplateName) => {
    if (name === 'anchor') return anchorHint;
    if (alert(name).isUnread) return isUnread || anchor ? text('alerts.unread') : undefined;
    return alert(name).isOfOther && !switching.isPending ? text('alerts.ofOther') : undefined;
  };
  return (
    <fieldset className={classes.switches} aria-busy={switching.isPending}>
      <legend>{text('alerts.tellMe')}</legend>
      {offered.map((name) => (
        <SwitchField
          key={name}
          label={text(`alerts.${name}`)}
          hint={hintOf(name)}
          disabled={name === 'anchor' ? isUnread || anchor === undefined : alert(name).isUnread}
          on={switching.isPending && switching.variables.name === name ? switching.variables.on : isOn(name)}
          // disabled meanwhile it would lose the focus
          onSwitch={(on) => !switching.isPending && switching.mutate({ name, on })}
        />
      ))}
    </fieldset>
  );
}

interface ReminderFormProps {
  readonly device: Device;
  /** What it has driven; absent where its tracker does not say. */
  readonly metres: number | undefined;
}

/** "Trocar o óleo a cada 10.000 km". */
function ReminderForm({ device, metres = 0 }: ReminderFormProps) {
  const { text } = useTexts();
  const queries = useQueryClient();
  const [name, typeName] = useState('');
  const [every, typeEvery] = useState('10000');
  const [isAsked, ask] = useState(false);
  const kilometres = numberIn(every);
  const isWrong = kilometres === undefined || kilometres < 1 || kilometres > 1_000_000;
  const reminding = useWrite({
    ofForm: true,
    write: (api) => remind(api, { device, metres, name: name.trim(), everyMetres: (kilometres ?? 0) * 1000 }),
    onSuccess() {
      void queries.invalidateQueries({ queryKey: ['resource', 'maintenance'] });
      toasts.show('success', text('alerts.reminded'));
      typeName('');
      ask(false);
    },
    onError: (error) => toasts.show('failure', failedText('alerts.failed', error, text)),
  });
  return (
    <form
      className={classes.reminder}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        ask(true);
        if (!isWrong && name.trim() !== '') reminding.mutate();
      }}
    >
      <h3>{text('alerts.reminderTitle')}</h3>
      <TextField
        label={text('alerts.reminderName')}
        value={name}
        maxLength={100}
        error={isAsked && name.trim() === '' ? text('alerts.reminderNameRequired') : undefined}
        onChange={({ currentTarget }) => typeName(currentTarget.value)}
      />
      <TextField
        label={text('alerts.reminderEvery')}
        inputMode="numeric"
        value={every}
        error={isAsked && isWrong ? text('alerts.reminderEveryWrong') : undefined}
        onChange={({ currentTarget }) => typeEvery(currentTarget.value)}
      />
      <Button type="submit" icon={mdiWrenchClockOutline} busy={reminding.isPending}>
        {text('alerts.remind')}
      </Button>
    </form>
  );
}
