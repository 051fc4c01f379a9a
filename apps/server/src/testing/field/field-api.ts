/** The field's OpenAPI document, version 6.6: every path and method, what it takes and the shape of its answer. */

type FieldType = 'integer' | 'number' | 'string' | 'boolean' | 'object' | 'array';
type Shape = Readonly<Record<string, FieldType>>;

const all = (type: FieldType, ...names: string[]): Shape =>
  Object.fromEntries(names.map((name) => [name, type]));

const position: Shape = {
  ...all('integer', 'id', 'deviceId'),
  ...all('string', 'protocol', 'deviceTime', 'fixTime', 'serverTime', 'address'),
  ...all('boolean', 'outdated', 'valid'),
  ...all('number', 'latitude', 'longitude', 'altitude', 'speed', 'course', 'accuracy'),
  ...all('object', 'network', 'attributes'),
  geofenceIds: 'array',
};
const user: Shape = {
  ...all('integer', 'id', 'zoom', 'deviceLimit', 'userLimit'),
  ...all(
    'string',
    'name',
    'email',
    'phone',
    'map',
    'password',
    'coordinateFormat',
    'expirationTime',
    'poiLayer',
  ),
  ...all('boolean', 'readonly', 'administrator', 'disabled', 'deviceReadonly', 'limitCommands', 'fixedEmail'),
  ...all('number', 'latitude', 'longitude'),
  attributes: 'object',
};
const server: Shape = {
  ...all('integer', 'id', 'zoom'),
  ...all('string', 'map', 'bingKey', 'mapUrl', 'poiLayer', 'version', 'coordinateFormat'),
  ...all(
    'boolean',
    'registration',
    'readonly',
    'deviceReadonly',
    'limitCommands',
    'forceSettings',
    'openIdEnabled',
    'openIdForce',
  ),
  ...all('number', 'latitude', 'longitude'),
  attributes: 'object',
};
const command: Shape = {
  ...all('integer', 'id', 'deviceId'),
  ...all('string', 'description', 'type'),
  attributes: 'object',
};
const device: Shape = {
  ...all('integer', 'id', 'positionId', 'groupId'),
  ...all('string', 'name', 'uniqueId', 'status', 'lastUpdate', 'phone', 'model', 'contact', 'category'),
  disabled: 'boolean',
  attributes: 'object',
};
const group: Shape = { ...all('integer', 'id', 'groupId'), name: 'string', attributes: 'object' };
const geofence: Shape = {
  ...all('integer', 'id', 'calendarId'),
  ...all('string', 'name', 'description', 'area'),
  attributes: 'object',
};
const notification: Shape = {
  ...all('integer', 'id', 'calendarId'),
  type: 'string',
  ...all('boolean', 'always', 'web', 'mail', 'sms'),
  attributes: 'object',
};
const event: Shape = {
  ...all('integer', 'id', 'deviceId', 'positionId', 'geofenceId', 'maintenanceId'),
  ...all('string', 'type', 'eventTime'),
  attributes: 'object',
};
const summary: Shape = {
  ...all('integer', 'deviceId', 'engineHours'),
  deviceName: 'string',
  ...all('number', 'maxSpeed', 'averageSpeed', 'distance', 'spentFuel'),
};
const trip: Shape = {
  ...all('integer', 'deviceId', 'duration'),
  ...all('string', 'deviceName', 'startTime', 'startAddress', 'endTime', 'endAddress', 'driverName'),
  ...all(
    'number',
    'maxSpeed',
    'averageSpeed',
    'distance',
    'spentFuel',
    'startLat',
    'startLon',
    'endLat',
    'endLon',
  ),
};
const stop: Shape = {
  ...all('integer', 'deviceId', 'duration', 'engineHours'),
  ...all('string', 'deviceName', 'startTime', 'address', 'endTime'),
  ...all('number', 'lat', 'lon', 'spentFuel'),
};
const statistics: Shape = {
  captureTime: 'string',
  ...all('integer', 'activeUsers', 'activeDevices', 'requests', 'messagesReceived', 'messagesStored'),
};
const calendar: Shape = { id: 'integer', ...all('string', 'name', 'data'), attributes: 'object' };
const attribute: Shape = {
  id: 'integer',
  ...all('string', 'description', 'attribute', 'expression', 'type'),
};
const driver: Shape = { id: 'integer', ...all('string', 'name', 'uniqueId'), attributes: 'object' };
const maintenance: Shape = {
  id: 'integer',
  ...all('string', 'name', 'type'),
  ...all('number', 'start', 'period'),
  attributes: 'object',
};

export interface FieldScene {
  readonly deviceId: number;
  readonly groupId: number;
  readonly calendarData: string;
}

/** A noun with its list and its changes, as the document has them. */
export interface FieldNoun {
  readonly path: string;
  readonly shape: Shape;
  readonly body: (scene: FieldScene) => Readonly<Record<string, unknown>>;
}

const unique = () => `f${crypto.randomUUID().slice(0, 8)}`;

export const fieldNouns: readonly FieldNoun[] = [
  {
    path: '/commands',
    shape: command,
    body: () => ({ id: 0, deviceId: 0, description: 'x', type: 'custom', attributes: { data: 'x' } }),
  },
  {
    path: '/devices',
    shape: device,
    body: () => ({ id: 0, name: 'x', uniqueId: unique(), groupId: 0, attributes: {} }),
  },
  { path: '/groups', shape: group, body: () => ({ id: 0, name: 'x', groupId: 0, attributes: {} }) },
  {
    path: '/users',
    shape: user,
    body: () => ({ name: 'x', email: `${unique()}@example.com`, password: 'segredo1', attributes: {} }),
  },
  {
    path: '/notifications',
    shape: notification,
    body: () => ({ type: 'alarm', always: true, notificators: 'web', attributes: { alarms: 'sos' } }),
  },
  {
    path: '/geofences',
    shape: geofence,
    body: () => ({ name: 'x', area: 'CIRCLE (0 0, 10)', calendarId: 0, attributes: {} }),
  },
  {
    path: '/calendars',
    shape: calendar,
    body: ({ calendarData }) => ({ name: 'x', data: calendarData, attributes: {} }),
  },
  {
    path: '/attributes/computed',
    shape: attribute,
    body: () => ({ description: 'x', attribute: 'x', expression: 'speed * 2', type: 'number' }),
  },
  { path: '/drivers', shape: driver, body: () => ({ name: 'x', uniqueId: unique(), attributes: {} }) },
  {
    path: '/maintenance',
    shape: maintenance,
    body: () => ({ name: 'x', type: 'totalDistance', start: 0, period: 1000, attributes: {} }),
  },
];

export interface FieldCall {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  /** What is in the address instead, where the path alone requests nothing. */
  readonly url?: (scene: FieldScene) => string;
  readonly body?: (scene: FieldScene) => object;
  readonly form?: Readonly<Record<string, string>>;
  /** Of the answer or of each row; absent where it has no body. */
  readonly shape?: Shape;
  /** Why it is answered otherwise than there. */
  readonly stated?: string;
}

const period = 'from=2026-11-01T00:00:00Z&to=2026-11-02T00:00:00Z';
const report = (kind: string, shape: Shape): FieldCall => ({
  method: 'GET',
  path: `/reports/${kind}`,
  url: ({ deviceId }) => `/reports/${kind}?deviceId=${deviceId}&${period}`,
  shape,
});

export const fieldCalls: readonly FieldCall[] = [
  {
    method: 'GET',
    path: '/commands/send',
    url: ({ deviceId }) => `/commands/send?deviceId=${deviceId}`,
    shape: command,
  },
  {
    method: 'POST',
    path: '/commands/send',
    body: ({ deviceId }) => ({ deviceId, type: 'engineResume', attributes: {} }),
    shape: command,
  },
  {
    method: 'GET',
    path: '/commands/types',
    url: ({ deviceId }) => `/commands/types?deviceId=${deviceId}`,
    shape: { type: 'string' },
  },
  {
    method: 'PUT',
    path: '/devices/{id}/accumulators',
    url: ({ deviceId }) => `/devices/${deviceId}/accumulators`,
    body: ({ deviceId }) => ({ deviceId, totalDistance: 1, hours: 1 }),
  },
  { method: 'POST', path: '/permissions', body: ({ groupId }) => ({ userId: 1, groupId }) },
  { method: 'DELETE', path: '/permissions', body: ({ groupId }) => ({ userId: 1, groupId }) },
  { method: 'GET', path: '/positions', shape: position },
  {
    method: 'DELETE',
    path: '/positions',
    url: ({ deviceId }) =>
      `/positions?deviceId=${deviceId}&from=2026-10-10T00:00:00Z&to=2026-10-11T00:00:00Z`,
  },
  { method: 'GET', path: '/server', shape: server },
  { method: 'PUT', path: '/server', body: () => ({ id: 1, attributes: {} }), shape: server },
  { method: 'GET', path: '/session', shape: user },
  {
    method: 'POST',
    path: '/session',
    form: { email: 'field@example.com', password: 'segredo1' },
    shape: user,
  },
  { method: 'GET', path: '/session/openid/auth', stated: 'no OpenID Connect provider is set up' },
  { method: 'GET', path: '/session/openid/callback', stated: 'no OpenID Connect provider is set up' },
  { method: 'GET', path: '/notifications/types', shape: { type: 'string' } },
  { method: 'POST', path: '/notifications/test' },
  { method: 'GET', path: '/events/{id}', url: () => '/events/1', shape: event },
  report('route', position),
  report('events', event),
  report('summary', summary),
  report('trips', trip),
  report('stops', stop),
  { method: 'GET', path: '/statistics', url: () => `/statistics?${period}`, shape: statistics },
  { method: 'DELETE', path: '/session' },
];

/** What of a value does not fit its shape: fields that are there with another type. `null` means absent. */
export function misfits(value: unknown, shape: Shape): string[] {
  const rows = (Array.isArray(value) ? value : [value]) as Readonly<Record<string, unknown>>[];
  const faults = rows.flatMap((row) =>
    Object.entries(shape).flatMap(([name, type]) =>
      row[name] === undefined || row[name] === null || isOf(row[name], type) ? [] : [`${name} is no ${type}`],
    ),
  );
  return [...new Set(faults)];
}

function isOf(value: unknown, type: FieldType): boolean {
  if (type === 'integer') return Number.isInteger(value);
  if (type === 'array') return Array.isArray(value);
  return typeof value === type;
}
