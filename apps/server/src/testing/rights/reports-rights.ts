/** Rights over reports and the statistics. */
import {
  insertScheduledReport,
  replaceCovered,
} from '../../modules/scheduled-reports/scheduled-reports-queries.ts';
import { calendarFile } from '../calendar-file.ts';
import {
  at,
  hidden,
  hiddenToWriters,
  type RightLine,
  removalLines,
  type Scene,
  type Statuses,
  signedIn,
  writers,
} from './right-line.ts';

const period = 'from=2026-06-01T00:00:00Z&to=2026-06-02T00:00:00Z';

/** A report of one device; mailing is refused, since no mail server is set up. */
function linesOf(kind: string): readonly RightLine[] {
  const make = (path: string) => async (scene: Scene) =>
    at('reports', `${path}?deviceId=${await scene.device()}&${period}`);
  const notSetUp = { ...signedIn, reader: 409, bound: 409, user: 409, manager: 409, admin: 409 };
  return [
    { route: `GET /api/reports/${kind}`, make: make(kind), own: signedIn, foreign: hidden },
    { route: `GET /api/reports/${kind}/csv`, make: make(`${kind}/csv`), own: signedIn, foreign: hidden },
    { route: `GET /api/reports/${kind}/xlsx`, make: make(`${kind}/xlsx`), own: signedIn, foreign: hidden },
    { route: `GET /api/reports/${kind}/mail`, make: make(`${kind}/mail`), own: notSetUp },
    { route: `POST /api/reports/${kind}/mail`, make: make(`${kind}/mail`), own: notSetUp },
  ];
}

async function scheduledBody(scene: Scene) {
  const insert = scene.kysely.insertInto('calendars').values({ name: 'x', data: calendarFile() });
  const { id } = await insert.returning('id').executeTakeFirstOrThrow();
  const calendarId = await scene.owned('calendar', id);
  return { name: 'x', type: 'trips', period: 'yesterday', deviceIds: [await scene.device()], calendarId };
}

async function scheduled(scene: Scene) {
  const { deviceIds, calendarId, ...body } = await scheduledBody(scene);
  const values = { name: body.name, type: body.type, period: body.period, calendar_id: calendarId };
  const id = await insertScheduledReport(scene.kysely, { ...values, user_id: scene.ownerId });
  await replaceCovered(scene.kysely, id, { deviceIds, groupIds: [] });
  return { ...at('scheduled-reports', id), body: { ...body, deviceIds, calendarId } };
}

const withoutBody = async (scene: Scene) => ({ url: (await scheduled(scene)).url });
const path = '/api/scheduled-reports';
/** What one does not see is no device of his report. */
const unseen: Statuses = { ...writers, bound: 400, user: 400, manager: 400 };

const scheduledLines: readonly RightLine[] = [
  { route: `GET ${path}`, own: signedIn },
  { route: `GET ${path}/:id`, make: withoutBody, own: signedIn, foreign: hidden },
  {
    route: `POST ${path}`,
    make: async (scene) => ({ body: await scheduledBody(scene) }),
    own: writers,
    foreign: unseen,
  },
  { route: `PUT ${path}/:id`, make: scheduled, own: writers, foreign: hiddenToWriters },
  ...removalLines('scheduled-reports', withoutBody),
];

/** The same in the form of the field; nothing of what it covers is named in its body. */
const fieldLines: readonly RightLine[] = [
  { route: 'GET /api/reports', own: signedIn },
  { route: 'GET /api/reports/:id', make: fieldReport('url'), own: signedIn, foreign: hidden },
  {
    route: 'POST /api/reports',
    make: async () => ({ body: { type: 'trips', calendarId: 0, attributes: {} } }),
    own: writers,
  },
  { route: 'PUT /api/reports/:id', make: fieldReport('body'), own: writers, foreign: hiddenToWriters },
  ...removalLines('reports', fieldReport('url')),
];

function fieldReport(what: 'url' | 'body') {
  return async (scene: Scene) => {
    const { url } = await scheduled(scene);
    const body = { type: 'stops', calendarId: 0, description: 'x' };
    return { url: url.replace('scheduled-reports', 'reports'), ...(what === 'body' && { body }) };
  };
}

export const reportsRights: readonly RightLine[] = [
  ...['route', 'events', 'trips', 'stops', 'summary', 'geofences', 'combined'].flatMap(linesOf),
  ...scheduledLines,
  ...fieldLines,
  { route: 'GET /api/reports/devices/xlsx', own: signedIn },
  {
    route: 'GET /api/reports/devices/mail',
    own: { ...signedIn, reader: 409, bound: 409, user: 409, manager: 409, admin: 409 },
  },
];
