import { accesses } from './en/management/accesses.ts';
import { attributeForms, knownAttributes } from './en/management/attribute-forms.ts';
import { audit } from './en/management/audit.ts';
import { blocks } from './en/management/blocks.ts';
import { contacts } from './en/management/contacts.ts';
import { customers } from './en/management/customers.ts';
import { deskScreens } from './en/management/desk-screens.ts';
import { devices, protocolSettings } from './en/management/devices.ts';
import { fleetControl, payments } from './en/management/fleet-control.ts';
import { imports } from './en/management/imports.ts';
import { lists } from './en/management/lists.ts';
import { procedures } from './en/management/procedures.ts';
import { reconciliation } from './en/management/reconciliation.ts';
import { cockpit, recovery } from './en/management/recovery.ts';
import { registers, scheduledReports } from './en/management/resources.ts';
import { serverForm, settings } from './en/management/settings.ts';
import { mirrors, trackers } from './en/management/trackers.ts';
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
  ...mirrors,
  ...payments,
  ...procedures,
  ...protocolSettings,
  ...reconciliation,
  ...recovery,
  ...registers,
  ...removal,
  ...scheduledReports,
  ...serverForm,
  ...settings,
  ...trackers,
  ...users,
};
