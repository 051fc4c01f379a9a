import { accesses } from './pt-br/accesses.ts';
import { attributeForms } from './pt-br/attribute-forms.ts';
import { audit } from './pt-br/audit.ts';
import { customers } from './pt-br/customers.ts';
import { devices } from './pt-br/devices.ts';
import { fleetControl } from './pt-br/fleet-control.ts';
import { imports } from './pt-br/imports.ts';
import { knownAttributes } from './pt-br/known-attributes.ts';
import { lists } from './pt-br/lists.ts';
import { payments } from './pt-br/payments.ts';
import { protocolSettings } from './pt-br/protocol-settings.ts';
import { registers } from './pt-br/registers.ts';
import { scheduledReports } from './pt-br/scheduled-reports.ts';
import { serverForm } from './pt-br/server-form.ts';
import { settings } from './pt-br/settings.ts';
import { states } from './pt-br/states.ts';
import { trackers } from './pt-br/trackers.ts';
import { users } from './pt-br/users.ts';

/** Texts in Portuguese of lists, forms and settings, which come with those screens. */
export const ptBrManagement = {
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
