/** Where a thing that the audit speaks of is kept, while it exists (SEC-03). */
import type { AuditLine } from '@atalaia/contract/audit-line';
import type { SubView } from '../../../features/registers/sub-view/sub-view.ts';
import type { ManageView } from './manage-views.ts';

interface AuditPlace {
  readonly path: string;
  /** What is open there: the form of the thing. */
  readonly state?: { readonly subView: SubView };
}

const views: Readonly<Record<string, ManageView>> = {
  attribute: 'attributes',
  calendar: 'calendars',
  command: 'commands',
  customer: 'customers',
  device: 'device',
  driver: 'drivers',
  geofence: 'geofences',
  group: 'groups',
  maintenance: 'maintenance',
  notification: 'notifications',
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
