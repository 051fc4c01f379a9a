import type { AuditLine } from '@atalaia/contract/accounts/audit-line';
import { lazy, Suspense } from 'react';
import { useNavigate } from 'react-router';
import { useCompany } from '../../../features/companies/use-company.ts';
import { remember } from '../../../features/sessions/openid-return.ts';
import { leaveGuard } from '../../../lib/leaving/leave-guard.ts';
import { useManagementTexts, useTexts } from '../../../lib/texts/texts-context.ts';
import { NounTextsContext } from '../../../resources/noun-texts.ts';
import type { SubView } from '../../../resources/sub-view.ts';
import { Spinner } from '../../../ui/feedback/spinner.tsx';
import { Widget } from '../widget.tsx';
import type { ManageView } from './manage-views.ts';
import { nounTexts } from './noun-texts.ts';

/** Where a thing that the audit refers to is kept, while it exists (SEC-03). */
interface AuditPlace {
  readonly path: string;
  /** What is open there: the form of the thing. */
  readonly state?: { readonly subView: SubView };
}

const views: Readonly<Record<string, ManageView>> = {
  attribute: 'attributes',
  calendar: 'calendars',
  campaign: 'campaigns',
  command: 'commands',
  company: 'companies',
  customer: 'customers',
  device: 'device',
  driver: 'drivers',
  geofence: 'geofences',
  group: 'groups',
  maintenance: 'maintenance',
  mirror: 'mirrors',
  notification: 'notifications',
  responder: 'responders',
  scheduledReport: 'scheduled-reports',
  session: 'users',
  token: 'users',
  user: 'users',
};

export function auditPlaceOf({ noun, objectId, names }: AuditLine): AuditPlace | undefined {
  if (noun === 'server') return { path: '/admin/manage/server' };
  if (objectId === null || names.object === undefined) return undefined;
  if (noun === 'event') return { path: `/admin/events/${objectId}` };
  if (noun === 'sinister') return { path: '/admin/manage/sinister' };
  const view = views[noun];
  return view && { path: `/admin/manage/${view}`, state: { subView: { kind: 'form', rowId: objectId } } };
}

const AuditView = lazy(async () => ({
  default: (await import('../../../features/audit/audit-view.tsx')).AuditView,
}));

/** The audit trail, whose things lead to where they are kept. */
function AuditContent() {
  const navigate = useNavigate();
  return (
    <AuditView
      opener={(line) => {
        const place = auditPlaceOf(line);
        return place && (() => void navigate(place.path, { state: place.state }));
      }}
    />
  );
}

const HandledView = lazy(async () => ({
  default: (await import('../../../features/events/handled/handled-view.tsx')).HandledView,
}));

function HandledContent() {
  const navigate = useNavigate();
  return <HandledView onOpen={(eventId) => void navigate(`/admin/events/${eventId}`)} />;
}

const AccountForm = lazy(async () => ({
  default: (await import('../../../features/account/components/account-form.tsx')).AccountForm,
}));

/** The person's account, and from it, for an administrator, the company of this host (USR-02, COM-01). */
function AccountContent({ onClose }: { readonly onClose: () => void }) {
  const navigate = useNavigate();
  const { company } = useCompany();
  // an address has no company: they are listed
  const subView: SubView | undefined = company && { kind: 'form', rowId: company.id || null };
  const toCompany = () => void navigate('/admin/manage/companies', { state: { subView } });
  return <AccountForm onClose={onClose} onCompany={() => leaveGuard.leave(toCompany)} />;
}

const ResourceView = lazy(async () => ({
  default: (await import('./resource-view.tsx')).ResourceView,
}));
const ServerView = lazy(async () => ({
  default: (await import('../../../features/server-settings/server-view.tsx')).ServerView,
}));
const UnknownTrackersView = lazy(async () => ({
  default: (await import('../../../features/unknown-trackers/unknown-trackers-view.tsx')).UnknownTrackersView,
}));
const TrafficPane = lazy(async () => ({
  default: (await import('../../../features/traffic/traffic-pane.tsx')).TrafficPane,
}));
const DeskAdministration = lazy(async () => ({
  default: (await import('../../../features/desk/admin/desk-administration.tsx')).DeskAdministration,
}));
const FleetControlView = lazy(async () => ({
  default: (await import('../../../features/fleet-control/components/fleet-control-view.tsx'))
    .FleetControlView,
}));
const ReconciliationView = lazy(async () => ({
  default: (await import('../../../features/reconciliation/reconciliation-view.tsx')).ReconciliationView,
}));
const OwnContacts = lazy(async () => ({
  default: (await import('../../../features/contacts/book/contact-book-view.tsx')).OwnContacts,
}));
const ContactRequestsView = lazy(async () => ({
  default: (await import('../../../features/contacts/requests/requests-view.tsx')).ContactRequestsView,
}));
const SinistersContent = lazy(async () => ({
  default: (await import('./sinisters-content.tsx')).SinistersContent,
}));
const ShareList = lazy(async () => ({
  default: (await import('../../../features/sharing/list/share-list.tsx')).ShareList,
}));
const SecurityView = lazy(async () => ({
  default: (await import('../../../features/security/security-view.tsx')).SecurityView,
}));
const SessionList = lazy(async () => ({
  default: (await import('../../../features/sessions/components/session-list.tsx')).SessionList,
}));

/** The browser comes back to where it is now. */
const rememberPlace = () => remember({ keepConnected: false, path: window.location.pathname });

interface ManageContentProps {
  readonly view: ManageView;
  readonly onClose: () => void;
  /** A row was chosen that the map can show. */
  readonly onDevice: (deviceId: number) => void;
}

/** What a frame or a modal of a view holds; a spinner until its files are there (SHELL-07). */
export function ManageContent(props: ManageContentProps) {
  const { text } = useTexts();
  return (
    <Widget key={props.view}>
      <Suspense fallback={<Spinner label={text('view.loading')} />}>
        <NounTextsContext value={nounTexts}>
          <Content {...props} />
        </NounTextsContext>
      </Suspense>
    </Widget>
  );
}

function Content({ view, onClose, onDevice }: ManageContentProps) {
  useManagementTexts();
  if (view === 'account') return <AccountContent onClose={onClose} />;
  if (view === 'server') return <ServerView onClose={onClose} />;
  if (view === 'sessions') return <SecurityView sessions={<SessionList />} onLeaving={rememberPlace} />;
  if (view === 'desk') return <DeskAdministration onClose={onClose} />;
  if (view === 'unknown-trackers') return <UnknownTrackersView onDevice={onDevice} Traffic={TrafficPane} />;
  if (view === 'fleet-control') return <FleetControlView />;
  if (view === 'reconciliation') return <ReconciliationView onDevice={onDevice} />;
  if (view === 'contacts') return <OwnContacts onClose={onClose} />;
  if (view === 'contact-requests') return <ContactRequestsView />;
  if (view === 'sharing') return <ShareList />;
  if (view === 'audit') return <AuditContent />;
  if (view === 'handled-events') return <HandledContent />;
  if (view === 'sinister') return <SinistersContent onDevice={onDevice} />;
  return <ResourceView noun={view} onDevice={onDevice} />;
}
