/** The nouns that have a list, as `/admin/manage/{view}` writes them. */
export const registerNouns = [
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
  'scheduled-reports',
] as const;

export type RegisterNoun = (typeof registerNouns)[number];
