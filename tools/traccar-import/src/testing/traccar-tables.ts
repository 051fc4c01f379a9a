/** A Traccar of the tests: its tables as its own migrations make them, with the rows of a small centre. */

export type Type = 'id' | 'int' | 'text' | 'bool' | 'double' | 'time' | 'blob';
export type Cell = string | number | boolean | null | Buffer;

export interface TraccarTable {
  readonly name: string;
  readonly columns: Readonly<Record<string, Type>>;
  readonly rows: readonly (readonly Cell[])[];
}

const table = (
  name: string,
  columns: Record<string, Type>,
  rows: readonly (readonly Cell[])[],
): TraccarTable => ({
  name: `tc_${name}`,
  columns,
  rows,
});

const link = (name: string, one: string, other: string, rows: readonly (readonly number[])[]) =>
  table(name, { [one]: 'int', [other]: 'int' }, rows);

const calendar = Buffer.from(
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//t//t//EN',
    'BEGIN:VEVENT',
    'UID:1',
    'DTSTART:20260105T080000',
    'DTEND:20260105T180000',
    'RRULE:FREQ=WEEKLY;BYDAY=MO',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ].join('\r\n'),
);

/** PBKDF2 with HMAC-SHA1, 1,000 rounds and 24 bytes, of “segredo da Ana”. */
export const password = 'segredo da Ana';

export interface PasswordOfAll {
  readonly salt: string;
  readonly hash: string;
}

const objects: readonly TraccarTable[] = [
  table('calendars', { id: 'id', name: 'text', data: 'blob', attributes: 'text' }, [
    [3, 'Segundas', calendar, '{}'],
  ]),
  table('groups', { id: 'id', name: 'text', groupid: 'int', attributes: 'text' }, [
    [21, 'Motos', 20, '{}'],
    [20, 'Frota D’Ávila; "leste"', null, '{"speedLimit":48.6}'],
  ]),
  table(
    'devices',
    {
      ...{
        id: 'id',
        name: 'text',
        uniqueid: 'text',
        lastupdate: 'time',
        positionid: 'int',
        groupid: 'int',
      },
      ...{ attributes: 'text', phone: 'text', model: 'text', contact: 'text', category: 'text' },
      ...{ disabled: 'bool', expirationtime: 'time', calendarid: 'int' },
    },
    [
      [
        7,
        "Caminhão do João's",
        '860000000000007',
        null,
        null,
        20,
        '{"plate":"ABC1D23"}',
        '+5585999990007',
        'FMB920',
        'João; (85) 9',
        'truck',
        false,
        null,
        3,
      ],
      [
        8,
        'Moto',
        '860000000000008',
        null,
        null,
        21,
        '{"speedLimit":"rápido"}',
        null,
        null,
        null,
        'motorcycle',
        true,
        '2027-01-31 12:00:00',
        null,
      ],
    ],
  ),
  table(
    'geofences',
    { id: 'id', name: 'text', description: 'text', area: 'text', attributes: 'text', calendarid: 'int' },
    [
      [4, 'Pátio', null, 'CIRCLE (-3.73 -38.52, 250)', '{}', 3],
      [5, 'Torta', 'sem área', 'POLYGON ((1 1', '{}', null],
    ],
  ),
  table('drivers', { id: 'id', name: 'text', uniqueid: 'text', attributes: 'text' }, [
    [2, 'Rui', 'AB12', '{}'],
  ]),
  table(
    'maintenances',
    { id: 'id', name: 'text', type: 'text', start: 'double', period: 'double', attributes: 'text' },
    [[6, 'Óleo', 'totalDistance', 1000, 10000000, '{}']],
  ),
  table(
    'attributes',
    { id: 'id', description: 'text', type: 'text', attribute: 'text', expression: 'text', priority: 'int' },
    [[9, 'Tensão', 'Number', 'volts', 'attributes.power / 1000', 0]],
  ),
  table(
    'commands',
    { id: 'id', description: 'text', type: 'text', textchannel: 'bool', attributes: 'text' },
    [[11, 'Reiniciar', 'rebootDevice', false, '{}']],
  ),
  table(
    'notifications',
    {
      id: 'id',
      type: 'text',
      attributes: 'text',
      always: 'bool',
      calendarid: 'int',
      notificators: 'text',
      commandid: 'int',
      description: 'text',
    },
    [[12, 'alarm', '{"alarms":"sos"}', true, null, 'web,firebase,telegram', null, null]],
  ),
];

const users = (hash: PasswordOfAll): readonly TraccarTable[] => [
  table(
    'users',
    {
      ...{ id: 'id', name: 'text', email: 'text', hashedpassword: 'text', salt: 'text', readonly: 'bool' },
      ...{
        administrator: 'bool',
        latitude: 'double',
        longitude: 'double',
        zoom: 'int',
        attributes: 'text',
      },
      ...{
        disabled: 'bool',
        expirationtime: 'time',
        devicelimit: 'int',
        userlimit: 'int',
        devicereadonly: 'bool',
      },
      ...{ phone: 'text', limitcommands: 'bool', login: 'text', totpkey: 'text' },
    },
    [
      [
        1,
        'Ana',
        'ana@centro.com.br',
        hash.hash,
        hash.salt,
        false,
        false,
        0,
        0,
        0,
        '{"language":"pt_BR","speedUnit":"kmh"}',
        false,
        null,
        -1,
        5,
        false,
        null,
        false,
        null,
        'JBSWY3DP',
      ],
      [
        2,
        'Operador',
        'operador1',
        hash.hash,
        hash.salt,
        true,
        false,
        0,
        0,
        0,
        '{}',
        false,
        null,
        0,
        0,
        true,
        null,
        true,
        null,
        null,
      ],
    ],
  ),
];

const links: readonly TraccarTable[] = [
  link('user_device', 'userid', 'deviceid', [[2, 8]]),
  link('user_group', 'userid', 'groupid', [[1, 20]]),
  link('user_user', 'userid', 'manageduserid', [[1, 2]]),
  link('user_calendar', 'userid', 'calendarid', [[1, 3]]),
  link('user_notification', 'userid', 'notificationid', [[1, 12]]),
  link('group_geofence', 'groupid', 'geofenceid', [
    [20, 4],
    [20, 5],
  ]),
  link('device_driver', 'deviceid', 'driverid', [[7, 2]]),
  link('device_maintenance', 'deviceid', 'maintenanceid', [[7, 6]]),
  link('device_attribute', 'deviceid', 'attributeid', [[7, 9]]),
  link('device_command', 'deviceid', 'commandid', [[7, 11]]),
];

/** A function, since its rows are made by one that is written below. */
const history = (): readonly TraccarTable[] => [
  table(
    'positions',
    {
      ...{
        id: 'id',
        protocol: 'text',
        deviceid: 'int',
        servertime: 'time',
        devicetime: 'time',
        fixtime: 'time',
      },
      ...{ valid: 'bool', latitude: 'double', longitude: 'double', altitude: 'double', speed: 'double' },
      ...{
        course: 'double',
        address: 'text',
        attributes: 'text',
        accuracy: 'double',
        network: 'text',
        geofenceids: 'text',
      },
    },
    [
      position(
        101,
        7,
        '2026-11-01 10:00:00',
        -3.73,
        '{"totalDistance":120500.5,"hours":7200000,"motion":true,"ignition":true}',
        '[4,5]',
      ),
      position(
        102,
        7,
        '2026-11-01 10:01:00.250',
        -3.74,
        '{"totalDistance":121500.5,"hours":7260000,"motion":false,"ignition":false}',
        null,
      ),
      position(103, 7, '2026-09-30 23:59:59', -3.7, '{"motion":false}', null),
      position(104, 8, '2026-11-02 08:00:00', 97, '{"motion":false}', null),
      position(105, 99, '2026-11-02 08:00:00', -3.7, '{"motion":false}', null),
    ],
  ),
  table(
    'events',
    {
      id: 'id',
      type: 'text',
      eventtime: 'time',
      deviceid: 'int',
      positionid: 'int',
      geofenceid: 'int',
      attributes: 'text',
      maintenanceid: 'int',
    },
    [
      [31, 'geofenceEnter', '2026-11-01 10:00:00', 7, 101, 4, '{}', null],
      [32, 'alarm', '2026-11-01 10:01:00', 7, 102, null, '{"alarm":"sos"}', null],
    ],
  ),
  table('statistics', { id: 'id', capturetime: 'time' }, [[1, '2026-11-01 00:00:00']]),
];

/** A small centre whose people all have one password. */
export const traccarTables = (hash: PasswordOfAll): readonly TraccarTable[] => [
  ...objects,
  ...users(hash),
  ...links,
  ...history(),
];

function position(
  id: number,
  device: number,
  at: string,
  latitude: number,
  attributes: string,
  fences: string | null,
) {
  const network =
    '{"radioType":"gsm","cellTowers":[{"cellId":1,"locationAreaCode":2,"mobileCountryCode":724,"mobileNetworkCode":5}]}';
  return [
    id,
    'gt06',
    device,
    at,
    at,
    at,
    true,
    latitude,
    -38.52,
    12,
    32.4,
    90,
    null,
    attributes,
    0,
    network,
    fences,
  ] as const;
}
