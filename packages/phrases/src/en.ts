import { alarms } from './en/alarms.ts';
import { attributeForms } from './en/attribute-forms.ts';
import { attributes } from './en/attributes.ts';
import { audit } from './en/audit.ts';
import { categories } from './en/categories.ts';
import { commandTypes } from './en/command-types.ts';
import { commands } from './en/commands.ts';
import { customers } from './en/customers.ts';
import { dashboard } from './en/dashboard.ts';
import { devices } from './en/devices.ts';
import { errors } from './en/errors.ts';
import { eventTypes } from './en/event-types.ts';
import { events } from './en/events.ts';
import { general } from './en/general.ts';
import { knownAttributes } from './en/known-attributes.ts';
import { lists } from './en/lists.ts';
import { login } from './en/login.ts';
import { map } from './en/map.ts';
import { notices } from './en/notices.ts';
import { panel } from './en/panel.ts';
import { registers } from './en/registers.ts';
import { reports } from './en/reports.ts';
import { serverForm } from './en/server-form.ts';
import { settings } from './en/settings.ts';
import { share } from './en/share.ts';
import { shell } from './en/shell.ts';
import { sinisters } from './en/sinisters.ts';
import { states } from './en/states.ts';
import { time } from './en/time.ts';
import { trackers } from './en/trackers.ts';
import { users } from './en/users.ts';
import type { PhraseKey } from './phrase-key.ts';

/** Every text in English. */
export const en: Record<PhraseKey, string> = {
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
