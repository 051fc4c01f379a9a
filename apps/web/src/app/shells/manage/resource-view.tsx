import type { Device } from '@atalaia/contract/devices/device';
import { type ComponentType, lazy, Suspense, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { useSession } from '../../../lib/session/session-context.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { ResourceScreen } from '../../../resources/list/resource-screen.tsx';
import type { BulkProps, Resource, RowView, RowViewProps } from '../../../resources/resource.ts';
import { Button } from '../../../ui/button/button.tsx';
import { Spinner } from '../../../ui/feedback/spinner.tsx';
import { Dialog } from '../../../ui/window/dialog.tsx';
import type { ResourceNoun } from './manage-views.ts';

interface ScreenProps {
  /** A row was chosen that the map can show. */
  readonly onDevice: ((deviceId: number) => void) | undefined;
}

/** A noun's own files come when it is opened. */
const screenOf = <Row extends { readonly id: number }, Values extends FieldValues>(
  load: () => Promise<Resource<Row, Values>>,
) =>
  lazy(async () => {
    const resource = await load();
    return {
      default: ({ onDevice }: ScreenProps) => <ResourceScreen resource={resource} onShowOnMap={onDevice} />,
    };
  });

const TrafficPane = lazy(async () => ({
  default: (await import('../../../features/traffic/traffic-pane.tsx')).TrafficPane,
}));

function DeviceTraffic({ row: { id, name }, onDone }: RowViewProps<Device>) {
  return <TrafficPane of={{ deviceId: id }} name={name} onDone={onDone} />;
}

/** What a device and the server say to each other: for everybody who sees the device (ING-09). */
const deviceTraffic: RowView<Device> = {
  key: 'traffic',
  label: 'traffic.trackerData',
  writes: false,
  wide: true,
  View: DeviceTraffic,
};

const MarkedCommand = lazy(async () => ({
  default: (await import('../../../features/commands/components/batch-form.tsx')).MarkedCommand,
}));

/** One command to all marked devices, for who works at a central (CMD-04). */
function CommandToMarked({ selection }: BulkProps) {
  const { text } = useTexts();
  const session = useSession();
  const [isOpen, setOpen] = useState(false);
  const isCentral =
    session.phase === 'signed-in' && (session.profile === 'admin' || session.profile === 'monitor');
  if (!isCentral) return null;
  return (
    <>
      <Button onClick={() => setOpen(true)}>{text('command.sendToMarked')}</Button>
      {isOpen && (
        <Dialog
          opened
          width={560}
          title={text('command.title')}
          closeLabel={text('action.close')}
          onClose={() => setOpen(false)}
        >
          <Suspense fallback={<Spinner label={text('view.loading')} />}>
            <MarkedCommand selection={selection} onClose={() => setOpen(false)} />
          </Suspense>
        </Dialog>
      )}
    </>
  );
}

/** The list of devices with what other features show of one of them. */
async function devicesWithViews() {
  const [{ devices }, { accumulatorsView }, { deviceRecord }] = await Promise.all([
    import('../../../features/devices/devices.tsx'),
    import('../../../features/accumulators/accumulators-view.tsx'),
    import('./records.tsx'),
  ]);
  const bulk = { ...devices.bulk, More: CommandToMarked };
  return { ...devices, bulk, views: [deviceRecord, accumulatorsView, deviceTraffic] };
}

const screens: Readonly<Record<ResourceNoun, ComponentType<ScreenProps>>> = {
  attributes: screenOf(
    async () =>
      (await import('../../../features/computed-attributes/computed-attributes.ts')).computedAttributes,
  ),
  calendars: screenOf(async () => (await import('../../../features/calendars/calendars.tsx')).calendars),
  campaigns: screenOf(async () => (await import('../../../features/campaigns/campaigns.tsx')).campaigns),
  commands: screenOf(
    async () => (await import('../../../features/commands/saved/saved-commands.ts')).savedCommands,
  ),
  companies: screenOf(async () => (await import('../../../features/companies/companies.tsx')).companies),
  customers: screenOf(async () => (await import('./customers-with-devices.tsx')).customersWithDevices),
  device: screenOf(devicesWithViews),
  drivers: screenOf(async () => (await import('../../../features/drivers/drivers.ts')).drivers),
  geofences: screenOf(async () => (await import('../../../features/geofences/geofences.tsx')).geofences),
  groups: screenOf(async () => (await import('../../../features/groups/groups.tsx')).groups),
  maintenance: screenOf(
    async () => (await import('../../../features/maintenances/maintenances.tsx')).maintenances,
  ),
  mirrors: screenOf(async () => (await import('../../../features/mirrors/mirrors.tsx')).mirrors),
  notifications: screenOf(
    async () => (await import('../../../features/notifications/notifications.tsx')).notifications,
  ),
  responders: screenOf(async () => (await import('../../../features/responders/responders.ts')).responders),
  'scheduled-reports': screenOf(
    async () => (await import('../../../features/scheduled-reports/scheduled-reports.tsx')).scheduledReports,
  ),
  sinister: screenOf(async () => (await import('../../../features/sinisters/sinisters.tsx')).sinisters),
  users: screenOf(async () => (await import('../../../features/users/users.tsx')).users),
};

interface ResourceViewProps extends ScreenProps {
  readonly noun: ResourceNoun;
}

/** The list of a noun that is chosen at run time. */
export function ResourceView({ noun, onDevice }: ResourceViewProps) {
  const Screen = screens[noun];
  return <Screen onDevice={onDevice} />;
}
