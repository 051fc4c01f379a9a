import { lazy, Suspense } from 'react';
import { useManagementTexts, useTexts } from '../../../lib/texts/texts-context.ts';
import { Spinner } from '../../../ui/feedback/spinner.tsx';
import { Widget } from '../widget.tsx';
import { AccountContent } from './account-content.tsx';
import { AuditContent } from './audit-content.tsx';
import type { ManageView } from './manage-views.ts';

const RegisterView = lazy(async () => ({
  default: (await import('../../../features/registers/components/register-view.tsx')).RegisterView,
}));
const ServerView = lazy(async () => ({
  default: (await import('../../../features/registers/server/server-view.tsx')).ServerView,
}));
const UnknownTrackersView = lazy(async () => ({
  default: (await import('../../../features/registers/unknown-trackers/unknown-trackers-view.tsx'))
    .UnknownTrackersView,
}));
const FleetControlView = lazy(async () => ({
  default: (await import('../../../features/fleet-control/components/fleet-control-view.tsx'))
    .FleetControlView,
}));
const SinistersContent = lazy(async () => ({
  default: (await import('./sinisters-content.tsx')).SinistersContent,
}));
const ShareList = lazy(async () => ({
  default: (await import('../../../features/sharing/list/share-list.tsx')).ShareList,
}));
const SessionList = lazy(async () => ({
  default: (await import('../../../features/sessions/components/session-list.tsx')).SessionList,
}));

interface ManageContentProps {
  readonly view: ManageView;
  readonly onClose: () => void;
  /** A row that stands for a device was chosen. */
  readonly onDevice: (deviceId: number) => void;
}

/** What a frame or a modal of a view holds; a spinner until its files are there (SHELL-07). */
export function ManageContent(props: ManageContentProps) {
  const { text } = useTexts();
  return (
    <Widget key={props.view}>
      <Suspense fallback={<Spinner label={text('view.loading')} />}>
        <Content {...props} />
      </Suspense>
    </Widget>
  );
}

function Content({ view, onClose, onDevice }: ManageContentProps) {
  useManagementTexts();
  if (view === 'account') return <AccountContent onClose={onClose} />;
  if (view === 'server') return <ServerView onClose={onClose} />;
  if (view === 'sessions') return <SessionList />;
  if (view === 'unknown-trackers') return <UnknownTrackersView />;
  if (view === 'fleet-control') return <FleetControlView />;
  if (view === 'sharing') return <ShareList />;
  if (view === 'audit') return <AuditContent />;
  if (view === 'sinister') return <SinistersContent onDevice={onDevice} />;
  return <RegisterView noun={view} onDevice={onDevice} />;
}
