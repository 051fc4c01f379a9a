import type { Sinister } from '@atalaia/contract/sinisters/sinister';
import { mdiCrosshairsGps } from '@mdi/js';
import { createContext, use } from 'react';
import { ReportButton, SinisterPane } from '../../../features/sinisters/components/sinister-pane.tsx';
import { sinisters } from '../../../features/sinisters/sinisters.tsx';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { ResourceScreen } from '../../../resources/list/resource-screen.tsx';
import type { Resource, RowViewProps } from '../../../resources/resource.ts';
import { IconButton } from '../../../ui/button/icon-button.tsx';

type GoToDevice = (deviceId: number) => void;

const GoToDeviceContext = createContext<GoToDevice>(() => {});

interface SinistersContentProps {
  /** The device of an open sinister is to be shown. */
  readonly onDevice: GoToDevice;
}

/** The table of sinisters, open and closed: open ones lead to their device's events, closed ones to their report (SIN-06). */
export function SinistersContent({ onDevice }: SinistersContentProps) {
  return (
    <GoToDeviceContext value={onDevice}>
      <ResourceScreen resource={resource} />
    </GoToDeviceContext>
  );
}

const resource: Resource<Sinister> = {
  ...sinisters,
  columns: [
    ...sinisters.columns,
    {
      key: 'act',
      title: 'sinister.act',
      width: 56,
      icon: true,
      cell: (sinister) => <RowAct sinister={sinister} />,
    },
  ],
  rowView: 'details',
  views: [{ key: 'details', label: 'sinister.details', writes: false, View: SinisterBesideTable }],
};

function RowAct({ sinister: { id, number, status, deviceId } }: { readonly sinister: Sinister }) {
  const { text } = useTexts();
  const goToDevice = use(GoToDeviceContext);
  const name = text('sinister.number', { number });
  if (status === 'closed') return <ReportButton sinisterId={id} name={name} />;
  return (
    <IconButton
      size={28}
      name={`${text('sinister.goToEvents')}: ${name}`}
      icon={mdiCrosshairsGps}
      onClick={() => goToDevice(deviceId)}
    />
  );
}

function SinisterBesideTable({ row, onDone }: RowViewProps<Sinister>) {
  return <SinisterPane sinister={row} onDevice={use(GoToDeviceContext)} onBack={onDone} />;
}
