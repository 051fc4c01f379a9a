import { attributes } from './pt-br/attributes.ts';
import { categories } from './pt-br/categories.ts';
import { commandTypes } from './pt-br/command-types.ts';
import { commands } from './pt-br/commands.ts';
import { dashboard } from './pt-br/dashboard.ts';
import { desk } from './pt-br/desk.ts';
import { alarms, events, eventTypes } from './pt-br/events.ts';
import { map } from './pt-br/map.ts';
import { notices } from './pt-br/notification-messages.ts';
import { panel } from './pt-br/panel.ts';
import { reports } from './pt-br/reports.ts';
import { sinisters } from './pt-br/sinisters.ts';
import { share, visitor } from './pt-br/visitor.ts';

/** Texts in Portuguese of the map, its windows and reports, and of what a link shows; they come with these screens. */
export const ptBrMap = {
  ...alarms,
  ...attributes,
  ...categories,
  ...commandTypes,
  ...commands,
  ...dashboard,
  ...desk,
  ...eventTypes,
  ...events,
  ...map,
  ...notices,
  ...panel,
  ...reports,
  ...share,
  ...sinisters,
  ...visitor,
};
