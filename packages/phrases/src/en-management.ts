import { accesses } from './en/accesses.ts';
import { attributeForms } from './en/attribute-forms.ts';
import { audit } from './en/audit.ts';
import { customers } from './en/customers.ts';
import { devices } from './en/devices.ts';
import { fleetControl } from './en/fleet-control.ts';
import { imports } from './en/imports.ts';
import { knownAttributes } from './en/known-attributes.ts';
import { lists } from './en/lists.ts';
import { payments } from './en/payments.ts';
import { protocolSettings } from './en/protocol-settings.ts';
import { registers } from './en/registers.ts';
import { scheduledReports } from './en/scheduled-reports.ts';
import { serverForm } from './en/server-form.ts';
import { settings } from './en/settings.ts';
import { states } from './en/states.ts';
import { trackers } from './en/trackers.ts';
import { users } from './en/users.ts';
import type { ManagementKey } from './phrase-key.ts';

/** Texts in English of lists, forms and settings, which come with those screens. */
export const enManagement: Record<ManagementKey, string> = {
  ...accesses,
  ...attributeForms,
  ...audit,
  ...customers,
  ...devices,
  ...fleetControl,
  ...imports,
  ...knownAttributes,
  ...lists,
  ...payments,
  ...protocolSettings,
  ...registers,
  ...scheduledReports,
  ...serverForm,
  ...settings,
  ...states,
  ...trackers,
  ...users,
};
