import { accesses } from './pt-br/management/accesses.ts';
import { attributeForms, knownAttributes } from './pt-br/management/attribute-forms.ts';
import { audit } from './pt-br/management/audit.ts';
import { blocks } from './pt-br/management/blocks.ts';
import { contacts } from './pt-br/management/contacts.ts';
import { customers } from './pt-br/management/customers.ts';
import { deskScreens } from './pt-br/management/desk-screens.ts';
import { devices, protocolSettings } from './pt-br/management/devices.ts';
import { fleetControl, payments } from './pt-br/management/fleet-control.ts';
import { imports } from './pt-br/management/imports.ts';
import { lists } from './pt-br/management/lists.ts';
import { procedures } from './pt-br/management/procedures.ts';
import { reconciliation } from './pt-br/management/reconciliation.ts';
import { cockpit, recovery } from './pt-br/management/recovery.ts';
import { registers, scheduledReports } from './pt-br/management/resources.ts';
import { serverForm, settings } from './pt-br/management/settings.ts';
import { mirrors, trackers } from './pt-br/management/trackers.ts';
import { users } from './pt-br/management/users.ts';
import { removal } from './pt-br/removal.ts';

/** Texts in Portuguese of lists, forms and settings, which come with those screens. */
export const ptBrManagement = {
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
