import { attributes } from './pt-br/attributes.ts';
import { categories } from './pt-br/categories.ts';
import { commandTypes } from './pt-br/command-types.ts';
import { commands } from './pt-br/commands.ts';
import { dashboard } from './pt-br/dashboard.ts';
import { desk } from './pt-br/desk.ts';
import { errors } from './pt-br/errors.ts';
import { alarms, events, eventTypes } from './pt-br/events.ts';
import { general } from './pt-br/general.ts';
import { login } from './pt-br/login.ts';
import { map } from './pt-br/map.ts';
import { notices } from './pt-br/notification-messages.ts';
import { panel } from './pt-br/panel.ts';
import { reports } from './pt-br/reports.ts';
import { shell } from './pt-br/shell.ts';
import { sinisters } from './pt-br/sinisters.ts';
import { share, visitor } from './pt-br/visitor.ts';

/** Texts in Portuguese of what everybody sees: the login, the map, its windows and reports. */
export const ptBrFirst = {
  ...alarms,
  ...attributes,
  ...categories,
  ...commandTypes,
  ...commands,
  ...dashboard,
  ...desk,
  ...errors,
  ...eventTypes,
  ...events,
  ...general,
  ...login,
  ...map,
  ...notices,
  ...panel,
  ...reports,
  ...share,
  ...shell,
  ...sinisters,
  ...visitor,
};
