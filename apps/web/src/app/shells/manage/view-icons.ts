/** Apart from the views' names: the titles of pages need no icons before somebody signs in. */
import {
  mdiAccessPointNetwork,
  mdiAccountCircleOutline,
  mdiAccountMultipleOutline,
  mdiAccountOutline,
  mdiBellOutline,
  mdiCalendarBlankOutline,
  mdiCarOutline,
  mdiClipboardTextClockOutline,
  mdiCogOutline,
  mdiDevices,
  mdiKeyVariant,
  mdiShareVariantOutline,
  mdiShieldAlertOutline,
  mdiSitemapOutline,
  mdiVectorPolygon,
  mdiWrenchOutline,
} from '@mdi/js';
import type { ManageView } from './manage-views.ts';

export const viewIcons: Readonly<Record<ManageView, string>> = Object.freeze({
  sinister: mdiShieldAlertOutline,
  customers: mdiAccountMultipleOutline,
  device: mdiCarOutline,
  users: mdiAccountOutline,
  groups: mdiSitemapOutline,
  geofences: mdiVectorPolygon,
  drivers: mdiKeyVariant,
  notifications: mdiBellOutline,
  calendars: mdiCalendarBlankOutline,
  maintenance: mdiWrenchOutline,
  'unknown-trackers': mdiAccessPointNetwork,
  sharing: mdiShareVariantOutline,
  audit: mdiClipboardTextClockOutline,
  server: mdiCogOutline,
  account: mdiAccountCircleOutline,
  sessions: mdiDevices,
});
