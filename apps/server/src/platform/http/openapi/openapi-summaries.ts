/** What each route does, in a line, for the API's description. A test asks that no route is without one. */
const nouns: readonly (readonly [path: string, one: string, several: string])[] = [
  ['devices', 'a device', 'the devices one sees, by name'],
  ['groups', 'a group', 'the groups one sees, by name'],
  ['users', 'a user', 'oneself and the users one manages, by name'],
  ['customers', 'a customer', 'the customers one sees, by name'],
  ['geofences', 'a geofence', 'the geofences one sees, by name'],
  ['drivers', 'a driver', 'the drivers one sees, by name'],
  ['calendars', 'a calendar', 'the calendars one sees, by name'],
  ['maintenance', 'a maintenance', 'the maintenances one sees, by name'],
  ['notifications', 'a notification', 'the notifications one sees, by type'],
  ['attributes/computed', 'a computed attribute', 'the computed attributes one sees, by description'],
  ['commands', 'a saved command', 'the saved commands one sees'],
  ['scheduled-reports', 'a scheduled report', 'the scheduled reports of oneself; an administrator sees all'],
];

const reports: readonly (readonly [name: string, what: string])[] = [
  ['route', 'positions of devices in a span of time'],
  ['events', 'events of devices in a span of time'],
  ['trips', 'journeys of devices in a span of time'],
  ['stops', 'stops of devices in a span of time'],
  ['summary', 'distances, speeds and hours of devices in a span of time'],
];

const single: Readonly<Record<string, string>> = {
  'POST /api/session': 'Signs in by e-mail or login and password',
  'GET /api/session': 'Who is signed in; a token in the address signs in',
  'DELETE /api/session': 'Signs out; a token for a program lives on',
  'POST /api/session/token': 'Makes a token for another program, until a time of one’s choice',
  'GET /api/sessions': 'The open sessions of oneself',
  'DELETE /api/sessions/:id': 'Ends a session, or revokes a token for a program',
  'GET /api/server': 'Settings of the installation; less what is secret for who may not read it',
  'PUT /api/server': 'Changes the settings of the installation',
  'PUT /api/server/:id': 'The same, by the number of the one server',
  'GET /api/server/timezones': 'The names of all time zones',
  'GET /api/statistics': 'What the server did, day by day',
  'GET /api/server/geocode': 'The address of a place',
  'GET /api/postal-codes/:cep': 'The address of a postal code, from a service outside',
  'GET /api/fleet-control':
    'Whether one’s attributes name an account at the fleet-control provider, and the last exchange',
  'POST /api/fleet-control/runs': 'Starts an exchange with it, or goes on with one that did not end',
  'DELETE /api/fleet-control/runs': 'Stops the exchange that runs, where it stands',
  'GET /api/fleet-control/runs': 'One’s last exchanges',
  'GET /api/fleet-control/runs/:id/findings': 'What an exchange changed, and what it could not match and why',
  'GET /api/payments': 'Whether one’s customers go to a payment provider, and what is missing',
  'GET /api/payments/customers/:id': 'How a customer stands with the payment provider',
  'POST /api/payments/customers/:id': 'Sends a customer to the payment provider now, and tells how it ended',
  'PUT /api/payments/customers/:id/link':
    'Links a customer to one of the payment provider, of the same document',
  'DELETE /api/payments/customers/:id/link': 'Takes that link away; nothing changes at the provider',
  'GET /api/payments/unmatched': 'Customers of the payment provider without one here, and the reverse',
  'POST /api/payments/links': 'Links all whose documents agree and are borne once on each side',
  'POST /api/payments/sellers': 'Makes a seller at the payment provider',
  'GET /api/company/configurations/:label': 'How a company looks, by the first label of its host name',
  'GET /api/company/configurations': 'How all companies look',
  'POST /api/company/configurations': 'Makes a company’s look',
  'PUT /api/company/configurations/:label': 'Changes a company’s look',
  'GET /api/company/logos/:name': 'A company’s logo',
  'POST /api/company/configurations/upload': 'Uploads a logo of 350 by 350 pixels',
  'GET /api/devices/:id/accumulators': 'A device’s counts of metres and hours',
  'PUT /api/devices/:id/accumulators': 'Sets a device’s counts of metres and hours',
  'GET /api/devices/:id/traffic': 'What a tracker sent of late, raw and decoded',
  'GET /api/refused-messages': 'Messages that could not be stored and were set aside',
  'GET /api/unknown-trackers/ports': 'Where trackers find the server, protocol by protocol',
  'GET /api/unknown-trackers': 'Trackers that called and are registered nowhere',
  'POST /api/unknown-trackers/:uniqueId/register': 'Makes a device of an unknown tracker',
  'GET /api/unknown-trackers/:uniqueId/traffic': 'What an unknown tracker sent of late',
  'POST /api/attributes/computed/test': 'Tries an expression out against a device’s last position',
  'GET /api/notifications/types': 'Kinds of events that can be told',
  'GET /api/notifications/notificators': 'Ways to be told that are set up',
  'POST /api/notifications/test': 'Tells oneself something by every way',
  'POST /api/notifications/test/:notificator': 'Tells oneself something by one way',
  'GET /api/positions': 'Last positions, positions by number, or a device’s track',
  'GET /api/permissions/:kind': 'A page of what may be linked, linked first',
  'POST /api/permissions': 'Makes a link',
  'DELETE /api/permissions': 'Takes a link away',
  'POST /api/permissions/bulk': 'Makes links, all or none',
  'DELETE /api/permissions/bulk': 'Takes links away, all or none',
  'GET /api/events': 'Events of the devices one sees',
  'GET /api/events/open-alarms': 'Alarms that nobody has handled, of the devices one sees',
  'GET /api/events/:id': 'One event',
  'GET /api/events/:id/comments': 'What was said of an event',
  'POST /api/events/:id/comment': 'Says something of an event, and so handles it',
  'GET /api/commands/types': 'Commands that a device takes',
  'GET /api/commands/send': 'Saved commands that may be sent to a device',
  'GET /api/commands/sent': 'Commands that were sent, and what became of them',
  'POST /api/commands/send': 'Sends a command to a device',
  'POST /api/commands/batch': 'Sends a command to many devices and groups',
  'GET /api/sinisters': 'Open sinisters of the devices one sees; all of them with `all=true`',
  'GET /api/sinisters/:id': 'One sinister',
  'POST /api/sinisters/open': 'Opens a sinister',
  'PUT /api/sinisters/:id/close': 'Closes a sinister',
  'GET /api/sinisters/:id/trail': 'Where the vehicle of a sinister was since its opening',
  'GET /api/sinisters/:id/occurrences': 'What happened in a sinister',
  'POST /api/sinisters/:id/occurrences': 'Adds an occurrence to a sinister',
  'GET /api/sinisters/:id/occurrences/:occurrenceId/image': 'The picture of an occurrence',
  'POST /api/location/session': 'Shares a device’s place by a link, for a time',
  'GET /api/location/sessions': 'Links that share places',
  'DELETE /api/location/sessions/:id': 'Ends a link that shares a place',
  'GET /api/location/:token': 'The place that a link shares; for anybody who has it',
  'GET /api/reports/sinister': 'A sinister with its occurrences and a map, as PDF',
  'GET /api/imports/devices/template': 'A spreadsheet to fill in with devices',
  'POST /api/imports/devices':
    'Makes devices of a spreadsheet, all or none; `preview=true` tells every error and makes none',
  'GET /api/imports/customers/template': 'A spreadsheet to fill in with customers',
  'POST /api/imports/customers':
    'Makes customers of a spreadsheet, all or none; `preview=true` tells every error and makes none',
  'GET /api/audit': 'Who changed what, when and from where',
  'GET /api/live/snapshot': 'All one sees at this moment, in columns, for the live map to start from',
};

const summaries: ReadonlyMap<string, string> = new Map([
  ...nouns.flatMap(
    ([path, one, several]) =>
      [
        [`GET /api/${path}`, sentence(several)],
        [`GET /api/${path}/:id`, sentence(one)],
        [`POST /api/${path}`, `Makes ${one}`],
        [`PUT /api/${path}/:id`, `Changes ${one}`],
        [`GET /api/${path}/:id/dependents`, `What hangs on ${one}, and would be touched by its removal`],
        [`DELETE /api/${path}/:id`, `Removes ${one}`],
      ] as const,
  ),
  ...reports.flatMap(
    ([name, what]) =>
      [
        [`GET /api/reports/${name}`, sentence(what)],
        [`GET /api/reports/${name}/xlsx`, `${sentence(what)}, as a spreadsheet`],
        [`GET /api/reports/${name}/mail`, `${sentence(what)}, sent by mail`],
      ] as const,
  ),
  ...Object.entries(single),
]);

/** Of a route by its method and address, `GET /api/devices/:id`. */
export function summaryOf(method: string, url: string): string | undefined {
  return summaries.get(`${method} ${url}`);
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
