/** Lists that are narrowed by something of the caller's: what he does not see, and what there is not, is said and not passed over. */
import { expect, test } from 'vitest';
import { createTestApp } from '../test-app.ts';

const { ask, world } = await createTestApp({
  channels: { mailer: { send: async () => undefined, close: () => undefined } },
});
const person = await world.person({ user_limit: -1, desk_role: 'operator' });
const foreign: Readonly<Record<string, number>> = {
  deviceId: await world.device(),
  groupId: await world.group(),
  userId: (await world.person()).id,
};
const period = 'from=2026-01-01T00:00:00Z&to=2026-01-02T00:00:00Z';

/**
 * The audit is an administrator's, who may ask for users who no longer exist; a case and an alarm outlive their device; a colleague
 * at the desk is nobody's to see or not.
 */
const others: ReadonlySet<string> = new Set([
  '/api/audit?userId',
  '/api/sinisters?deviceId',
  '/api/reports/alarms?deviceId',
  '/api/reports/alarms?userId',
  '/api/no-communication?userId',
  '/api/events/handled?userId',
]);

interface Description {
  readonly parameters?: readonly { readonly in: string; readonly name: string }[];
}
const { paths } = (await ask('GET', '/api/openapi.json')).body as {
  paths: Record<string, Record<string, Description>>;
};
const requested = Object.entries(paths).flatMap(([path, methods]) =>
  (methods.get?.parameters ?? [])
    .filter((one) => one.in === 'query' && one.name in foreign)
    .filter(({ name }) => !others.has(`${path}?${name}`))
    .map(({ name }) => ({ path, name })),
);

test('[ROLE-01] [API-03] the filters that are asked here are those of the API', () => {
  expect(requested.length).toBeGreaterThan(30);
  expect(requested).toContainEqual({ path: '/api/calendars', name: 'deviceId' });
});

test.for(requested)(
  '[ROLE-01] [API-03] GET $path?$name= refuses what is not seen, what there is not and what no number is',
  async ({ path, name }) => {
    const at = path.replace('{kind}', 'driver').replaceAll(/\{\w+\}/g, '1');
    const statuses: number[] = [];
    for (const value of [foreign[name], 2_000_000_000, 'x', 0, -1, '9'.repeat(30)]) {
      const { status } = await ask('GET', `${at}?${name}=${value}&${period}`, { token: person.token });
      statuses.push(status);
    }
    // 0 is none, as in the field: what needs one says so, and what needs none answers
    expect(statuses.toSpliced(3, 1)).toEqual([404, 404, 400, 400, 400]);
    expect([200, 202, 204, 400, 409]).toContain(statuses[3]);
  },
);
