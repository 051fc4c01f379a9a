/** A Traccar of the tests: its tables as its own migrations make them, with the rows of a small centre. */

type Type = 'id' | 'int' | 'text' | 'bool' | 'double' | 'time' | 'blob';
type Cell = string | number | boolean | null | Buffer;

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

export function traccarTables(hash: {
  readonly salt: string;
  readonly hash: string;
}): readonly TraccarTable[] {
  return [
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
}

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

/** The columns of these types as each engine names them. */
const types: Readonly<Record<'postgres' | 'mysql', Readonly<Record<Type, string>>>> = {
  postgres: {
    id: 'serial PRIMARY KEY',
    int: 'integer',
    text: 'varchar(4000)',
    bool: 'boolean',
    double: 'double precision',
    time: 'timestamp',
    blob: 'bytea',
  },
  mysql: {
    id: 'INT AUTO_INCREMENT PRIMARY KEY',
    int: 'INT',
    text: 'VARCHAR(500)',
    bool: 'BIT(1)',
    double: 'DOUBLE',
    time: 'timestamp(6) NULL',
    blob: 'MEDIUMBLOB',
  },
};

/** Statements that make the tables and fill them. */
export function sqlOf(tables: readonly TraccarTable[], engine: 'postgres' | 'mysql'): readonly string[] {
  const literal = (cell: Cell) => {
    if (Buffer.isBuffer(cell))
      return engine === 'mysql' ? `X'${cell.toString('hex')}'` : `'\\x${cell.toString('hex')}'`;
    if (typeof cell !== 'string')
      return engine === 'mysql' && typeof cell === 'boolean' ? `b'${cell ? 1 : 0}'` : String(cell);
    return `'${(engine === 'mysql' ? cell.replaceAll('\\', '\\\\') : cell).replaceAll("'", "''")}'`;
  };
  return tables.flatMap(({ name, columns, rows }) => [
    `CREATE TABLE ${name} (${Object.entries(columns)
      .map(([column, type]) => `${column} ${types[engine][type]}`)
      .join(', ')})`,
    ...(rows.length > 0
      ? [`INSERT INTO ${name} VALUES ${rows.map((row) => `(${row.map(literal).join(', ')})`).join(', ')}`]
      : []),
  ]);
}

/** As H2 2.x writes it: names quoted in capitals, other letters than ASCII as escapes, one statement a table. */
export function h2ScriptOf(tables: readonly TraccarTable[]): string {
  const h2: Readonly<Record<Type, string>> = {
    ...{
      id: 'INTEGER GENERATED BY DEFAULT AS IDENTITY(START WITH 1 RESTART WITH 9) NOT NULL',
      int: 'INTEGER',
    },
    ...{
      text: 'CHARACTER VARYING(4000)',
      bool: 'BOOLEAN',
      double: 'DOUBLE PRECISION',
      time: 'TIMESTAMP(6)',
      blob: 'BINARY LARGE OBJECT',
    },
  };
  const escaped = (text: string) =>
    text
      .replaceAll(/[^\x20-\x7e]/g, (letter) => `\\${letter.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .replaceAll("'", "''");
  const literal = (cell: Cell, type: Type | undefined) => {
    if (Buffer.isBuffer(cell)) return `X'${cell.toString('hex')}'`;
    if (typeof cell === 'boolean') return cell ? 'TRUE' : 'FALSE';
    if (typeof cell !== 'string') return String(cell).toUpperCase();
    if (type === 'time') return `TIMESTAMP '${cell}'`;
    return /[^\x20-\x7e]/.test(cell) ? `U&'${escaped(cell)}'` : `'${escaped(cell)}'`;
  };
  const statements = tables.flatMap(({ name, columns, rows }) => {
    const quoted = `"PUBLIC"."${name.toUpperCase()}"`;
    const defined = Object.entries(columns).map(
      ([column, type]) => `    "${column.toUpperCase()}" ${h2[type]}`,
    );
    const kinds = Object.values(columns);
    const tuples = rows.map((row) => `(${row.map((cell, index) => literal(cell, kinds[index])).join(', ')})`);
    return [
      `CREATE CACHED TABLE ${quoted}(\n${defined.join(',\n')}\n)`,
      `ALTER TABLE ${quoted} ADD CONSTRAINT "PUBLIC"."CONSTRAINT_${name}" PRIMARY KEY("ID")`,
      `-- ${rows.length} +/- SELECT COUNT(*) FROM PUBLIC.${name.toUpperCase()}`,
      ...(rows.length > 0 ? [`INSERT INTO ${quoted} VALUES\n${tuples.join(',\n')}`] : []),
    ];
  });
  const text = statements
    .map((statement) => (statement.startsWith('--') ? `${statement};` : `${statement};`))
    .join('\n');
  return `-- H2 2.1.214;\n;\nCREATE USER IF NOT EXISTS "SA" SALT 'a1' HASH 'b2' ADMIN;\n${text}\n`;
}
