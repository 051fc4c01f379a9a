import { attributes } from './en/attributes.ts';
import { categories } from './en/categories.ts';
import { commandTypes } from './en/command-types.ts';
import { commands } from './en/commands.ts';
import { dashboard } from './en/dashboard.ts';
import { desk } from './en/desk.ts';
import { errors } from './en/errors.ts';
import { alarms, events, eventTypes } from './en/events.ts';
import { general } from './en/general.ts';
import { login } from './en/login.ts';
import { map } from './en/map.ts';
import { notices } from './en/notification-messages.ts';
import { panel } from './en/panel.ts';
import { reports } from './en/reports.ts';
import { shell } from './en/shell.ts';
import { sinisters } from './en/sinisters.ts';
import { share, visitor } from './en/visitor.ts';
import type { FirstKey } from './phrase-key.ts';

/** Texts in English of what everybody sees: the login, the map, its windows and reports. */
export const enFirst: Record<FirstKey, string> = {
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
