/**
 * Every path and method of the field's API document, asked as it describes them. What is answered is the table of
 * `docs/api-compatibility.md`; `npx vitest run apps/server/src/testing/field -u` writes it anew.
 */
import { expect, test } from 'vitest';
import { calendarFile } from '../calendar-file.ts';
import { storePositions } from '../stored-positions.ts';
import { createTestApp } from '../test-app.ts';
import { type FieldCall, type FieldScene, fieldCalls, fieldNouns, misfits } from './field-api.ts';

const { ask, app, world, pool, services } = await createTestApp();
await pool.query(
  `CREATE TABLE positions_test PARTITION OF positions FOR VALUES FROM ('2026-10-01') TO ('2026-12-01')`,
);
const password_hash = await services.passwords.hash('segredo1');
const admin = await world.person({ administrator: true, email: 'field@example.com', password_hash });
const deviceId = await world.device();
const scene: FieldScene = { deviceId, groupId: await world.group(), calendarData: calendarFile() };
await world.event(deviceId, 'alarm', '2026-11-01T10:00:00.000Z');
const beganMs = Date.UTC(2026, 10, 1, 10);
await storePositions(
  pool,
  Array.from({ length: 30 }, (_, minute) => ({
    ...{ deviceId, timeMs: beganMs + minute * 60_000, latitude: -3.7 + minute / 200 },
    ...{ speedKnots: minute < 20 ? 20 : 0, motion: minute < 20, ignition: minute < 20 },
    ...{ odometerMetres: minute * 500, fuelLitres: 40, attributes: {} },
  })),
);

interface Line {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly answer: string;
}

async function lineOf({ method, path, url, body, form, shape, stated }: FieldCall): Promise<Line> {
  const headers: Record<string, string> = form ? { 'content-type': 'application/x-www-form-urlencoded' } : {};
  const { status, body: returned } = await ask(method, `/api${url?.(scene) ?? path}`, {
    ...(form ? {} : { token: admin.token }),
    headers: { accept: 'application/json', ...headers },
    ...(form ? { body: new URLSearchParams(form).toString() } : {}),
    ...(body ? { body: body(scene) } : {}),
  });
  const faults = shape && status < 300 ? misfits(returned, shape) : [];
  const answer =
    status >= 400 ? `${returned.code}: ${stated ?? returned.message}` : faults.join('; ') || 'as described';
  return { method, path, status, answer };
}

async function linesOfNoun({ path, shape, body }: (typeof fieldNouns)[number]): Promise<Line[]> {
  const line = async (method: FieldCall['method'], at: string, url: string, sent?: object) => {
    const { status, body: returned } = await ask(method, `/api${url}`, {
      token: admin.token,
      ...(sent ? { body: sent } : {}),
    });
    const answer =
      status >= 400 ? returned.code : (returned ? misfits(returned, shape).join('; ') : '') || 'as described';
    return { row: { method, path: at, status, answer }, returned };
  };
  const made = await line('POST', path, path, body(scene));
  const one = `${path}/${made.returned.id}`;
  const listed = await line('GET', path, `${path}?all=true&refresh=true`);
  const changed = await line('PUT', `${path}/{id}`, one, made.returned);
  const removed = await line('DELETE', `${path}/{id}`, one);
  return [listed.row, made.row, changed.row, removed.row];
}

/** As the formatter of this repository writes a table. */
function tableOf(lines: readonly Line[]): string {
  const rows = lines.map(({ method, path, status, answer }) => [
    method,
    `\`${path}\``,
    String(status),
    answer,
  ]);
  const head = ['method', 'path', 'status', 'answer'];
  const widths = head.map((title, at) => Math.max(title.length, ...rows.map((row) => row[at]?.length ?? 0)));
  const written = (row: readonly string[]) =>
    row.map((cell, at) => (at === 2 ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0)));
  const rule = widths.map((width, at) => (at === 2 ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width)));
  return [written(head), rule, ...rows.map(written)].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

const page = (lines: readonly Line[]) => `# Compatibility with the field's API

Every path and method of the field's OpenAPI document (6.6), asked of this server as the document describes them, and what
is answered. \`npx vitest run apps/server/src/testing/field -u\` writes this page; a test compares it.

${tableOf(lines)}

Where this server's manners are its own:

- \`POST session\` of an account with a second factor is 401 with \`WWW-Authenticate: TOTP\` until it bears \`code\`; Basic is refused
  for it, tokens go on.
- One's own password or e-mail changes with \`currentPassword\` alone (403 \`current-password-needed\`).
- \`POST session/token\` makes no token without \`expiration\`; a token may have a name and scopes.
- \`DELETE positions\` is for administrators, keeps the last position, and takes at most 200,000 at a time.
- \`positions\` with \`from\` and \`to\` and no device is over all that one sees, at most 200,000; reports without devices are
  over all that one sees, within each report's limit of rows.
- \`positions\` and its files take several \`deviceId\`, one way after the other. \`events\` of a report take \`type=%\` for all.
- \`password/reset\` and \`password/update\` take forms, and answer 204; the token is that of the mail.
- 401 says \`Basic\` beside \`Bearer\` to whom no browser is, for programs that wait for the word.
- \`share/device\` and \`share/group\` answer a token that opens \`/shared/{token}\`, and no account.
- Lists by \`userId\`, \`groupId\` or \`deviceId\` mean own links; \`inherited=true\` adds the rest. A link that is only inherited
  is not deleted: 404 says where it comes from.
- \`POST commands/send\` of \`engineStop\` above the limits is answered 202 and waits until the vehicle stops; \`message\` says so.
  One that needs a second person waits for him. \`engineResume\` of a vehicle that is blocked here needs a reason
  (\`description\` will do) and a supervisor: 422 and 403.
- The socket sends an app of the field what it sees: \`{"positions":"all"}\` or \`?positions=all\` every stored position, late ones
  too, at the pace at which it reads (over 100,000 behind it is closed with 1013); \`{"logs":true}\` the frames of trackers.
  Events carry \`attributes.message\`; a device comes each time it was heard, at most once a second.
- \`POST commands/send?groupId\` answers a list, of up to 200 devices; a refused one has \`state\` \`refused\` and a code.
- \`commandId\` of a notification is sent to the event’s device once, by the right of who made the notification; a block goes through
  the same rules as his own. The result of a command carries out none. Word of the field: \`notificators\` \`command\`.
- \`reports\` are our scheduled reports: \`attributes.period\` (\`yesterday\` when absent) is what each is made of as an event of its
  calendar begins; devices and groups are linked by \`permissions\` with \`reportId\`; it belongs to who made it, who is mailed.
- \`devices/{id}/image\` takes PNG and JPEG and answers \`device.png\` or \`device.jpg\`; \`media/{uniqueId}/{name}\` shows it.
- \`totpKey\` of a user is refused: a second factor is confirmed by its first code.
- \`POST notifications/send/{notificator}\` is for who manages users, five a minute; 409 names those whom it did not reach.
- An instant of an address has \`Z\` or an offset, or is ms since 1970; one without is 400 with a sentence, since nobody can say in
  whose zone it was meant; in a body it is UTC. A period that ends before it begins is 400 too. Bodies may come as \`Content-Encoding: gzip\`, within the limit
  of the route once they are unfolded.
- A field of a body that nobody knows is kept nowhere, and \`Warning: 299\` of the answer names it.
- A device is turned away from its \`expirationTime\` on. Positions of times outside its \`calendarId\` are not kept; their alarms
  are raised. A notification of alarms without a list is for every alarm. A maintenance of type \`fixTime\` is by time, in ms.
- Computed attributes take the field's words (\`math:round\`, \`attributes.x\`, \`device.name\`, \`and\`, \`=~ [...]\`); no regular
  expressions, and \`3 / 2\` is 1.5.
- \`session/openid/auth\` and \`session/openid/callback\` lead to the provider and back where one is set up (\`OIDC_ISSUER\`);
  \`server\` says so by \`openIdEnabled\` and \`openIdForce\`. A refusal leads to \`/login\`, which says why.
- What is not there (\`orders\`, \`server/file\`) is 404 with the one body of all refusals.
`;

test('[API-02] every path and method of the field’s document is answered in its shape, or with a stated 404', async () => {
  const lines: Line[] = [];
  for (const noun of fieldNouns) lines.push(...(await linesOfNoun(noun)));
  for (const call of fieldCalls) lines.push(await lineOf(call));
  const wrong = lines.filter(
    ({ status, answer }) => status >= 500 || (status < 300 && answer !== 'as described'),
  );
  expect(wrong).toEqual([]);
  const refused = lines.filter(({ status }) => status >= 400);
  expect(refused.map(({ path, status }) => [path, status])).toEqual([
    ['/session/openid/auth', 404],
    ['/session/openid/callback', 404],
  ]);
  await expect(page(lines)).toMatchFileSnapshot('../../../../../docs/api-compatibility.md');
});

test('[API-02] what the field has and this server has not is 404 in the one body', async () => {
  for (const path of ['orders', 'server/file/x', 'session/openid/auth']) {
    const { status, body } = await ask('GET', `/api/${path}`, { token: admin.token });
    expect([path, status, body.code]).toEqual([path, 404, 'not-found']);
  }
});

interface Step {
  readonly say: string;
  readonly status: number;
  readonly headers?: Record<string, string>;
  readonly body?: string;
  /** Fields that the client reads of the answer, or of its first row. */
  readonly reads?: readonly string[];
}

const basic = `Basic ${Buffer.from('field@example.com:segredo1').toString('base64')}`;
const form = { 'content-type': 'application/x-www-form-urlencoded' };
const signIn = 'email=field%40example.com&password=segredo1';
const json = { 'content-type': 'application/json', accept: 'application/json' };

/** What public clients send, by their own source or documents; the cookie of a sign-in goes with what follows. */
const conversations: Readonly<Record<string, readonly Step[]>> = {
  'pytraccar (Home Assistant)': [
    {
      say: 'GET /server',
      status: 200,
      headers: { authorization: basic, ...json },
      reads: ['id', 'version', 'attributes'],
    },
    {
      say: 'GET /devices',
      status: 200,
      headers: { authorization: basic, ...json },
      reads: ['id', 'uniqueId', 'status', 'lastUpdate', 'category'],
    },
    { say: 'GET /geofences', status: 200, headers: { authorization: basic, ...json } },
    { say: 'GET /positions', status: 200, headers: { authorization: basic, ...json } },
    {
      say: `GET /reports/events?to=2026-11-02T03:00:00.123456Z&from=2026-11-01T00:00:00.123456Z&deviceId=${deviceId}&type=alarm`,
      status: 200,
      headers: { authorization: basic, ...json },
      reads: [
        'id',
        'type',
        'eventTime',
        'deviceId',
        'positionId',
        'geofenceId',
        'maintenanceId',
        'attributes',
      ],
    },
    { say: 'POST /session', status: 200, headers: { authorization: basic, ...form }, body: signIn },
    { say: 'DELETE /session', status: 204, headers: { authorization: basic } },
  ],
  'traccar-api-php': [
    {
      say: 'POST /session',
      status: 200,
      headers: form,
      body: signIn,
      reads: ['id', 'name', 'email', 'administrator'],
    },
    { say: 'GET /devices?', status: 200, headers: json, reads: ['id', 'name', 'uniqueId', 'positionId'] },
    { say: 'GET /positions?', status: 200, headers: json },
    {
      say: `GET /reports/summary?deviceId=${deviceId}&from=2026-11-01T00:00:00Z&to=2026-11-02T00:00:00Z`,
      status: 200,
      headers: json,
      reads: ['deviceId', 'distance', 'averageSpeed', 'engineHours'],
    },
    {
      say: `GET /reports/trips?deviceId=${deviceId}&from=2026-11-01T00:00:00Z&to=2026-11-02T00:00:00Z`,
      status: 200,
      headers: json,
      reads: ['startTime', 'endTime', 'distance', 'startLat', 'endLon'],
    },
    { say: 'GET /notifications/types', status: 200, headers: json, reads: ['type'] },
    { say: 'DELETE /session', status: 204, headers: form },
  ],
  'an app with a cookie jar that looks for JSESSIONID': [
    { say: 'POST /session', status: 200, headers: form, body: signIn },
    { say: 'GET /session', status: 200, reads: ['id', 'email', 'attributes'] },
    { say: 'GET /devices', status: 200, reads: ['id', 'name', 'attributes'] },
    {
      say: `GET /positions?deviceId=${deviceId}&from=2026-11-01T00:00:00.000Z&to=2026-11-01T23:59:59.000Z`,
      status: 200,
      reads: ['id', 'latitude', 'longitude', 'speed', 'fixTime'],
    },
    { say: 'DELETE /session', status: 204 },
    { say: 'GET /session', status: 401 },
  ],
  'a Node-RED flow of two requests with a password': [
    { say: 'GET /devices', status: 200, headers: { authorization: basic }, reads: ['id', 'name', 'status'] },
    { say: 'GET /positions', status: 200, headers: { authorization: basic } },
  ],
  'the web client, by the calls that the API’s document describes': [
    { say: 'GET /server', status: 200, reads: ['registration', 'readonly', 'attributes'] },
    { say: 'GET /session', status: 401 },
    { say: 'POST /session', status: 200, headers: form, body: signIn, reads: ['id', 'attributes'] },
    { say: 'GET /devices', status: 200 },
    { say: 'GET /geofences', status: 200 },
    { say: 'GET /groups', status: 200 },
    { say: 'GET /drivers', status: 200 },
    { say: 'GET /maintenance', status: 200 },
    { say: 'GET /calendars', status: 200 },
    { say: 'GET /notifications/types', status: 200 },
    { say: `GET /geofences?deviceId=${deviceId}`, status: 200 },
    {
      say: `GET /reports/stops?deviceId=${deviceId}&from=2026-11-01T00:00:00Z&to=2026-11-02T00:00:00Z`,
      status: 200,
      headers: { accept: 'application/json' },
    },
    {
      say: 'POST /session/token',
      status: 200,
      headers: form,
      body: `expiration=${encodeURIComponent(new Date(Date.now() + 86_400_000).toISOString())}`,
    },
    { say: 'DELETE /session', status: 204 },
  ],
};

test.each(Object.entries(conversations))('[API-02] the conversation of %s replays', async (name, steps) => {
  let cookie = '';
  for (const { say, status, headers = {}, body, reads = [] } of steps) {
    const [method, path] = say.split(' ');
    const answer = await app.inject({
      method: method as 'GET',
      url: `/api${path}`,
      headers: { ...headers, ...(cookie ? { cookie } : {}) },
      ...(body === undefined ? {} : { payload: body }),
      remoteAddress: '10.1.2.3',
    });
    expect([name, say, answer.statusCode, answer.statusCode < 400 ? '' : answer.body]).toEqual([
      name,
      say,
      status,
      status < 400 ? '' : expect.any(String),
    ]);
    const set = answer.cookies.find((one) => one.name === 'JSESSIONID');
    if (set) cookie = set.value ? `JSESSIONID=${set.value}` : cookie;
    if (reads.length) {
      const [row] = [answer.json()].flat();
      expect(Object.keys(row)).toEqual(expect.arrayContaining([...reads]));
    }
  }
});
