/**
 * What is linked to users, groups and devices: one word for each kind. Links name it with `Id` behind it (`geofenceId`),
 * tables too (`user_geofences.geofence_id`), and audit and removal use the word itself. In the order of the tabs.
 */
export const linkedKinds = [
  'notification',
  'driver',
  'geofence',
  'maintenance',
  'attribute',
  'command',
  'responder',
] as const;

export type LinkedKind = (typeof linkedKinds)[number];
