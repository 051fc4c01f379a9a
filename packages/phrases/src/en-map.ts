import { attributes } from './en/attributes.ts';
import { categories } from './en/categories.ts';
import { commandTypes } from './en/command-types.ts';
import { commands } from './en/commands.ts';
import { dashboard } from './en/dashboard.ts';
import { desk } from './en/desk.ts';
import { alarms, events, eventTypes } from './en/events.ts';
import { map } from './en/map.ts';
import { notices } from './en/notification-messages.ts';
import { panel } from './en/panel.ts';
import { reports } from './en/reports.ts';
import { sinisters } from './en/sinisters.ts';
import { share, visitor } from './en/visitor.ts';
import type { MapKey } from './phrase-key.ts';

/** Texts in English of the map, its windows and reports, and of what a link shows; they come with these screens. */
export const enMap: Record<MapKey, string> = {
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
