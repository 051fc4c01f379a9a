import { accesses } from './en/management/accesses.ts';
import { attributeForms, knownAttributes } from './en/management/attribute-forms.ts';
import { audit } from './en/management/audit.ts';
import { blocks } from './en/management/blocks.ts';
import { cockpit } from './en/management/cockpit.ts';
import { contacts } from './en/management/contacts.ts';
import { customers } from './en/management/customers.ts';
import { deskScreens } from './en/management/desk-screens.ts';
import { devices } from './en/management/devices.ts';
import { fleetControl } from './en/management/fleet-control.ts';
import { imports } from './en/management/imports.ts';
import { lists } from './en/management/lists.ts';
import { payments } from './en/management/payments.ts';
import { procedures } from './en/management/procedures.ts';
import { protocolSettings } from './en/management/protocol-settings.ts';
import { recovery } from './en/management/recovery.ts';
import { registers } from './en/management/resources.ts';
import { scheduledReports } from './en/management/scheduled-reports.ts';
import { serverForm, settings } from './en/management/settings.ts';
import { trackers } from './en/management/trackers.ts';
import { users } from './en/management/users.ts';
import { removal } from './en/removal.ts';
import type { ManagementKey } from './phrase-key.ts';

/** Texts in English of lists, forms and settings, which come with those screens. */
export const enManagement: Record<ManagementKey, string> = {
  ...accesses,
  ...attributeForms,
  ...audit,
  ...blocks,
  ...cockpit,
  ...contacts,
  ...customers,
  ...deskScreens,
  ...devices,
  ...fleetControl,
  ...imports,
  ...knownAttributes,
  ...lists,
  ...payments,
  ...procedures,
  ...protocolSettings,
  ...recovery,
  ...registers,
  ...removal,
  ...scheduledReports,
  ...serverForm,
  ...settings,
  ...trackers,
  ...users,
};
