import { alarms } from './pt-br/alarms.ts';
import { attributeForms } from './pt-br/attribute-forms.ts';
import { attributes } from './pt-br/attributes.ts';
import { audit } from './pt-br/audit.ts';
import { categories } from './pt-br/categories.ts';
import { commandTypes } from './pt-br/command-types.ts';
import { commands } from './pt-br/commands.ts';
import { customers } from './pt-br/customers.ts';
import { dashboard } from './pt-br/dashboard.ts';
import { devices } from './pt-br/devices.ts';
import { errors } from './pt-br/errors.ts';
import { eventTypes } from './pt-br/event-types.ts';
import { events } from './pt-br/events.ts';
import { general } from './pt-br/general.ts';
import { knownAttributes } from './pt-br/known-attributes.ts';
import { lists } from './pt-br/lists.ts';
import { login } from './pt-br/login.ts';
import { map } from './pt-br/map.ts';
import { notices } from './pt-br/notices.ts';
import { panel } from './pt-br/panel.ts';
import { registers } from './pt-br/registers.ts';
import { reports } from './pt-br/reports.ts';
import { serverForm } from './pt-br/server-form.ts';
import { settings } from './pt-br/settings.ts';
import { share } from './pt-br/share.ts';
import { shell } from './pt-br/shell.ts';
import { sinisters } from './pt-br/sinisters.ts';
import { states } from './pt-br/states.ts';
import { time } from './pt-br/time.ts';
import { trackers } from './pt-br/trackers.ts';
import { users } from './pt-br/users.ts';

/** Every text in Portuguese, the source of the keys. */
export const ptBr = {
  ...alarms,
  ...attributeForms,
  ...attributes,
  ...audit,
  ...categories,
  ...commandTypes,
  ...commands,
  ...customers,
  ...dashboard,
  ...devices,
  ...errors,
  ...eventTypes,
  ...events,
  ...general,
  ...knownAttributes,
  ...lists,
  ...login,
  ...map,
  ...notices,
  ...panel,
  ...registers,
  ...reports,
  ...serverForm,
  ...settings,
  ...share,
  ...shell,
  ...sinisters,
  ...states,
  ...time,
  ...trackers,
  ...users,
};
