/** The nouns that have a list, as `/admin/manage/{view}` writes them. */
export const resourceNouns = [
  'sinister',
  'customers',
  'device',
  'users',
  'groups',
  'geofences',
  'drivers',
  'notifications',
  'calendars',
  'maintenance',
  'attributes',
  'commands',
  'responders',
  'scheduled-reports',
] as const;

export type ResourceNoun = (typeof resourceNouns)[number];
