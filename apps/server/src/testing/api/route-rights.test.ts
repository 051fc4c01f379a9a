/**
 * Every route × every kind of person × his own and a foreign thing (SEC-02). A route that is registered and not in this
 * table fails the test, and so does a line of the table without a route.
 */
import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { createOpenIdProvider } from '../../modules/openid/openid-provider.ts';
import { loadConfig } from '../../platform/config/config.ts';
import { createOutboundMetrics } from '../../platform/outbound/outbound-metrics.ts';
import { blocksRights } from '../rights/blocks-rights.ts';
import { casesRights } from '../rights/cases-rights.ts';
import { commandsRights } from '../rights/commands-rights.ts';
import { contactsRights } from '../rights/contacts-rights.ts';
import { coreRights } from '../rights/core-rights.ts';
import {
  deskAdministrationRights,
  deskListsRights,
  deskRights,
  proceduresRights,
} from '../rights/desk-rights.ts';
import { ingestRights } from '../rights/ingest-rights.ts';
import { notificationsRights } from '../rights/notifications-rights.ts';
import { operationsRights } from '../rights/operations-rights.ts';
import { fleetControlRights, paymentsRights, reconciliationRights } from '../rights/providers-rights.ts';
import { recoveryRights } from '../rights/recovery-rights.ts';
import { reportsRights } from '../rights/reports-rights.ts';
import { importsRights, resourcesRights } from '../rights/resources-rights.ts';
import type { RightLine, Scene } from '../rights/right-line.ts';
import { createTestApp } from '../test-app.ts';

const { openId } = loadConfig({ OIDC_ISSUER: 'http://127.0.0.1:9', OIDC_CLIENT_ID: 'nobody-answers' });
const { ask, world, routes, kysely } = await createTestApp({
  channels: { sendSms: async () => undefined },
  ...(openId && {
    openId: createOpenIdProvider({
      ...{ settings: openId, log: { warn: () => undefined } },
      metrics: createOutboundMetrics(new Registry()),
    }),
  }),
});

const table: readonly RightLine[] = [
  ...coreRights,
  ...blocksRights,
  ...commandsRights,
  ...ingestRights,
  ...resourcesRights,
  ...casesRights,
  ...recoveryRights,
  ...contactsRights,
  ...deskRights,
  ...deskListsRights,
  ...deskAdministrationRights,
  ...proceduresRights,
  ...operationsRights,
  ...paymentsRights,
  ...notificationsRights,
  ...reportsRights,
  ...importsRights,
  ...fleetControlRights,
  ...reconciliationRights,
];

const people = {
  nobody: () => undefined,
  reader: () => world.person({ readonly: true, device_limit: -1, user_limit: -1 }),
  bound: () => world.person({ device_readonly: true, device_limit: -1 }),
  user: () => world.person({ device_limit: -1 }),
  manager: () => world.person({ device_limit: -1, user_limit: -1 }),
  admin: () => world.administrator(),
} as const;

/** Things made in it belong to the owner; nobody owns what nobody requests. */
function sceneFor(callerId: number, ownerId: number | undefined): Scene {
  const owned: Scene['owned'] = async (kind, id) => {
    if (ownerId !== undefined) await world.link(ownerId, { [kind]: id });
    return id;
  };
  return {
    world,
    kysely,
    callerId,
    ownerId: ownerId ?? callerId,
    owned,
    device: async () => owned('device', await world.device()),
    group: async () => owned('group', await world.group()),
    user: async () => owned('user', (await world.person()).id),
  };
}

test('[SEC-02] every route of the server stands in the table, and every line of the table has its route', () => {
  const registered = routes
    .filter(({ method }) => method !== 'HEAD')
    .map(({ method, url }) => `${method} ${url}`);
  expect([...new Set(registered)].toSorted()).toEqual(table.map(({ route }) => route).toSorted());
});

/** A document takes a second of the processor, in a thread of its own, and a line asks for five: a busy machine needs longer. */
const patient = { timeout: 60_000 };

for (const { route, make, own, foreign } of table) {
  const [method = '', path = ''] = route.split(' ');
  for (const [kind, statuses] of [
    ['own', own],
    ['foreign', foreign],
  ] as const) {
    if (!statuses) continue;
    test(
      `[SEC-02] [ROLE-01] ${route} of ${kind} things answers each kind of person as it should`,
      patient,
      async () => {
        const answers: Record<string, number> = {};
        for (const [who, come] of Object.entries(people)) {
          const person = await come();
          const stranger = await world.person();
          const owner = kind === 'own' ? person?.id : stranger.id;
          const made = await make?.(sceneFor(person?.id ?? stranger.id, owner));
          const { url = path, body, file } = made ?? {};
          const answer = await ask(method as 'GET', url, {
            ...(person ? { token: person.token } : {}),
            ...(body ? { body } : {}),
            ...(file ? { body: file.text, headers: { 'content-type': file.type } } : {}),
            address: '10.9.9.9',
          });
          answers[who] = answer.status;
        }
        expect(answers).toEqual(statuses);
      },
    );
  }
}
