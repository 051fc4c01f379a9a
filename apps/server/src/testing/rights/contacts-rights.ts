/** Rights over contacts of customers, and over phrases and calls while one works at the desk. */
import { sql } from 'kysely';
import {
  administrators,
  at,
  deleted,
  hidden,
  hiddenToWriters,
  type RightLine,
  type Scene,
  signedIn,
  writers,
} from './right-line.ts';

const customer = async ({ world, owned }: Scene) => world.customer(await owned('group', await world.group()));

/** An alarm that who asks holds, of a vehicle with a customer. */
async function alarm(scene: Scene): Promise<{ readonly alarmId: number; readonly deviceId: number }> {
  const deviceId = await scene.device();
  const customerId = await customer(scene);
  const { rows } = await sql<{ id: number }>`
    WITH owner AS (UPDATE devices SET customer_id = ${customerId} WHERE id = ${deviceId}),
    claim AS (
      INSERT INTO alarm_claims (subject, user_id, user_name, claimed_at) VALUES (${deviceId}, ${scene.callerId}, 'x', now())
    )
    INSERT INTO alarms (kind, subject, rule_id, severity, device_id, customer_id, first_event_at, last_event_at, claim_seconds,
      close_seconds, claim_due_at, close_due_at, due_at)
    VALUES ('event', ${deviceId}, 4, 1, ${deviceId}, ${customerId}, now(), now(), 60, 60, now(), now(), now())
    RETURNING id`.execute(scene.kysely);
  return { alarmId: rows[0]?.id ?? 0, deviceId };
}

const spoken = { spoken: 'x' };
const call = { name: 'Ana', phone: '85 99999-0000', outcome: 'answered' };
const acts = [
  { verb: 'POST', path: 'phrases', body: {}, own: administrators },
  { verb: 'POST', path: 'phrase-checks', body: spoken, own: administrators },
  { verb: 'POST', path: 'phrase-answers', body: { answer: 'right' }, own: deleted(administrators) },
  { verb: 'GET', path: 'contacts', body: undefined, own: administrators },
  { verb: 'POST', path: 'duress', body: {}, own: deleted(administrators) },
  { verb: 'GET', path: 'tries', body: undefined, own: administrators },
  { verb: 'POST', path: 'tries', body: call, own: administrators },
] as const;

const request = async (scene: Scene) => {
  const customer_id = await customer(scene);
  const change = 'x';
  const insert = scene.kysely.insertInto('contact_requests').values({ customer_id, user_name: 'x', change });
  return (await insert.returning('id').executeTakeFirstOrThrow()).id;
};
/** One that was decided already waits no more. */
const decided = (statuses: RightLine['own']): RightLine['own'] =>
  Object.fromEntries(
    Object.entries(statuses).map(([who, status]) => [who, status === 200 ? 404 : status]),
  ) as RightLine['own'];

export const contactsRights: readonly RightLine[] = [
  {
    route: 'GET /api/customers/:id/contacts',
    make: async (scene) => at('customers', `${await customer(scene)}/contacts`),
    own: signedIn,
    foreign: hidden,
  },
  {
    route: 'PUT /api/customers/:id/contacts',
    make: async (scene) => ({
      ...at('customers', `${await customer(scene)}/contacts`),
      body: { contacts: [{ name: 'Ana', phones: [] }] },
    }),
    own: writers,
    foreign: hiddenToWriters,
  },
  { route: 'GET /api/contact-requests', own: signedIn },
  ...(['accept', 'refuse'] as const).map((verb) => ({
    route: `POST /api/contact-requests/:id/${verb}`,
    make: async (scene: Scene) => {
      const id = await request(scene);
      await sql`UPDATE contact_requests SET state = 'refused' WHERE id = ${id}`.execute(scene.kysely);
      return { ...at('contact-requests', `${id}/${verb}`), body: { note: 'x' } };
    },
    own: decided(writers),
    foreign: decided(hiddenToWriters),
  })),
  ...acts.flatMap(({ verb, path, body, own }): RightLine[] => [
    {
      route: `${verb} /api/alarms/:id/${path}`,
      make: async (scene) => ({
        ...at('alarms', `${(await alarm(scene)).alarmId}/${path}`),
        ...(body && { body }),
      }),
      own,
    },
    {
      route: `${verb} /api/sinisters/:id/${path}`,
      make: async (scene) => {
        const id = await scene.world.sinister((await alarm(scene)).deviceId);
        return { ...at('sinisters', `${id}/${path}`), ...(body && { body }) };
      },
      own,
    },
  ]),
  {
    route: 'GET /api/alarms/:id/document',
    make: async (scene) => at('alarms', `${(await alarm(scene)).alarmId}/document`),
    own: administrators,
  },
  {
    route: 'PUT /api/contact-tries/:id/recording',
    make: async ({ kysely, callerId }) => {
      const insert = kysely
        .insertInto('contact_tries')
        .values({ contact_name: 'x', phone: '1', outcome: 'answered', user_id: callerId, user_name: 'x' });
      const { id } = await insert.returning('id').executeTakeFirstOrThrow();
      return { ...at('contact-tries', `${id}/recording`), body: { recordingUrl: 'https://example.com/1' } };
    },
    own: administrators,
  },
];
