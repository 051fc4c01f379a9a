/** The steps after the user: his devices, and what he is told of. */
import { type Device, deviceSchema } from '@atalaia/contract/devices/device';
import { notificationSchema } from '@atalaia/contract/rules/notification';
import { mdiPlus } from '@mdi/js';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useWrite } from '../../../lib/api/use-write.ts';
import { failureText } from '../../../lib/texts/failure-text.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { Button } from '../../../ui/button/button.tsx';
import { Refusal } from '../../../ui/feedback/form-refusal.tsx';
import { toasts } from '../../../ui/feedback/toasts.ts';
import { Checkbox } from '../../../ui/field/checkbox.tsx';
import { TextField } from '../../../ui/field/text-field.tsx';
import { DialogFoot } from '../../../ui/window/dialog.tsx';
import classes from './new-customer.module.css';

interface StepFormProps {
  readonly children: ReactNode;
  readonly actLabel: string;
  readonly busy: boolean;
  readonly disabled?: boolean;
  readonly error: unknown;
  readonly onAct: () => void;
  readonly onSkip: () => void;
}

/** One step: what is to be done, or leaving it out. */
export function StepForm({
  children,
  actLabel,
  busy,
  disabled = false,
  error,
  onAct,
  onSkip,
}: StepFormProps) {
  const { text } = useTexts();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onAct();
  };
  return (
    <form className={classes.step} onSubmit={submit}>
      {children}
      {Boolean(error) && <Refusal>{failureText(error, text)}</Refusal>}
      <DialogFoot>
        <Button onClick={onSkip}>{text('newCustomer.skip')}</Button>
        <Button type="submit" kind="primary" busy={busy} disabled={disabled}>
          {actLabel}
        </Button>
      </DialogFoot>
    </form>
  );
}

export function DevicesStep({
  customerId,
  userId,
  onNext,
}: {
  readonly customerId: number | null;
  readonly userId: number | null;
  readonly onNext: () => void;
}) {
  const { text } = useTexts();
  const queries = useQueryClient();
  const [name, setName] = useState('');
  const [uniqueId, setUniqueId] = useState('');
  const [added, setAdded] = useState<readonly string[]>([]);
  /** Registered, while his user does not see it yet: tried again, it is not registered twice. */
  const [made, setMade] = useState<Device>();
  const isMade = made?.uniqueId === uniqueId.trim();
  const done = async (device: Device) => {
    setAdded([...added, device.name]);
    setName('');
    setUniqueId('');
    await queries.invalidateQueries({ queryKey: ['resource', 'devices'] });
  };
  // each a write of its own: tried again, the link is the same request as before
  const register = useWrite({
    ofForm: true,
    write: (api) =>
      api.json(
        { method: 'POST', path: 'devices', json: { name, uniqueId, customerId: customerId ?? 0 } },
        deviceSchema,
      ),
    onSuccess: setMade,
  });
  const link = useWrite({
    ofForm: true,
    write: (api, device: Device) =>
      api.send({ method: 'POST', path: 'permissions', json: { userId, deviceId: device.id } }),
    onSuccess: (_, device) => done(device),
  });
  // without a customer of his he sees it by a link
  const show = (device: Device) =>
    userId !== null && customerId === null ? link.mutate(device) : void done(device);
  const add = () => (made && isMade ? show(made) : register.mutate(undefined, { onSuccess: show }));
  const isBusy = register.isPending || link.isPending;
  const fault = isBusy ? null : (register.error ?? link.error);
  const isEmpty = name.trim() === '' && uniqueId.trim() === '';
  return (
    <form
      className={classes.step}
      onSubmit={(event) => {
        event.preventDefault();
        add();
      }}
    >
      {added.length > 0 && <p role="status">{text('newCustomer.added', { names: added.join(', ') })}</p>}
      <TextField
        dense
        label={text('device.name')}
        value={name}
        // it was registered under this name
        disabled={isMade}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <TextField
        dense
        label={text('device.uniqueId')}
        value={uniqueId}
        onChange={(event) => setUniqueId(event.currentTarget.value)}
      />
      {fault && <Refusal>{failureText(fault, text)}</Refusal>}
      <DialogFoot>
        <Button
          type="submit"
          icon={mdiPlus}
          busy={isBusy}
          disabled={name.trim() === '' || uniqueId.trim() === ''}
        >
          {text('newCustomer.addDevice')}
        </Button>
        <Button kind="primary" disabled={!isEmpty} onClick={onNext}>
          {text(added.length > 0 ? 'newCustomer.next' : 'newCustomer.skip')}
        </Button>
      </DialogFoot>
    </form>
  );
}

/** What most customers ask for. */
const offered = ['alarm', 'ignitionOn', 'geofenceExit', 'deviceOverspeed', 'deviceOffline'] as const;
const channels = ['web', 'mail', 'mobile'] as const;

export function NotificationStep({
  userId,
  onDone,
}: {
  readonly userId: number | null;
  readonly onDone: () => void;
}) {
  const { text, textOr } = useTexts();
  const [types, setTypes] = useState<readonly string[]>(['alarm']);
  const [ways, setWays] = useState<readonly string[]>(['web']);
  /** Their numbers by type: what is made already is not made twice when the next call fails; a link that exists is no error. */
  const [made, setMade] = useState<Readonly<Record<string, number>>>({});
  // each a write of its own: tried again, it is the same request as before
  const make = useWrite({
    ofForm: true,
    write: (api, type: string) =>
      api.json(
        { method: 'POST', path: 'notifications', json: { type, always: true, notificators: ways.join(',') } },
        notificationSchema,
      ),
    onSuccess: ({ id }, type) => setMade((before) => ({ ...before, [type]: id })),
  });
  const link = useWrite({
    ofForm: true,
    write: (api, notificationId: number) =>
      api.send({ method: 'POST', path: 'permissions', json: { userId, notificationId } }),
  });
  const [isBusy, setBusy] = useState(false);
  async function makeAll() {
    setBusy(true);
    try {
      for (const type of types) await link.mutateAsync(made[type] ?? (await make.mutateAsync(type)).id);
    } catch {
      // said below
      return setBusy(false);
    }
    toasts.show('success', text('newCustomer.done'));
    onDone();
  }
  // some were made as they were chosen
  const isSettled = userId === null || Object.keys(made).length > 0;
  const toggle = (list: readonly string[], one: string, isOn: boolean) =>
    isOn ? [...list, one] : list.filter((other) => other !== one);
  return (
    <StepForm
      actLabel={text('newCustomer.finish')}
      busy={isBusy}
      disabled={userId === null || types.length === 0 || ways.length === 0}
      error={isBusy ? null : (make.error ?? link.error)}
      onAct={() => void makeAll()}
      onSkip={onDone}
    >
      {userId === null && <p>{text('newCustomer.noUser')}</p>}
      <fieldset className={classes.choices} disabled={isSettled}>
        <legend>{text('newCustomer.tellOf')}</legend>
        {offered.map((type) => (
          <Checkbox
            key={type}
            label={textOr(`eventType.${type}`, type)}
            checked={types.includes(type)}
            onChange={({ currentTarget }) => setTypes(toggle(types, type, currentTarget.checked))}
          />
        ))}
      </fieldset>
      <fieldset className={classes.choices} disabled={isSettled}>
        <legend>{text('notification.notificators')}</legend>
        {channels.map((way) => (
          <Checkbox
            key={way}
            label={text(`notificator.${way}`)}
            checked={ways.includes(way)}
            onChange={({ currentTarget }) => setWays(toggle(ways, way, currentTarget.checked))}
          />
        ))}
      </fieldset>
    </StepForm>
  );
}
