/** Rights over what belongs to the recovery of a stolen vehicle: who sees the case sees these, and a writer writes them. */
import { hashToken } from '../../modules/sessions/session-token.ts';
import {
  answeredBy,
  at,
  deleted,
  everyone,
  fresh,
  hidden,
  hiddenToWriters,
  type RightLine,
  type Scene,
  signedIn,
  writers,
} from './right-line.ts';

const policeFacts = {
  ...{ factKind: null, factAt: null, place: null, narrative: null, consentBy: null, consentAt: null },
  ...{ notifierName: null, notifierDocument: null, notifierPhone: null, notifierEmail: null },
  notifierAddress: null,
};

const sinister = async ({ world, device }: Scene): Promise<number> => world.sinister(await device());
const part = (path: string, body?: object) => async (scene: Scene) => ({
  ...at('sinisters', `${await sinister(scene)}/${path}`),
  ...(body && { body }),
});

export const recoveryRights: readonly RightLine[] = [
  { route: 'GET /api/sinisters/:id/first-hour', make: part('first-hour'), own: signedIn, foreign: hidden },
  {
    route: 'PUT /api/sinisters/:id/first-hour/:step',
    make: part('first-hour/policeCalled', {}),
    own: writers,
    foreign: hiddenToWriters,
  },
  {
    route: 'DELETE /api/sinisters/:id/first-hour/:step',
    make: async (scene) => {
      const id = await sinister(scene);
      const done_at = '2026-01-01T00:00:00.000Z';
      await scene.kysely
        .insertInto('recovery_steps')
        .values({ sinister_id: id, step: 'policeCalled', done_at, noted_by: 'x' })
        .execute();
      return at('sinisters', `${id}/first-hour/policeCalled`);
    },
    own: writers,
    foreign: hiddenToWriters,
  },
  {
    route: 'GET /api/sinisters/:id/police-texts',
    make: part('police-texts'),
    own: signedIn,
    foreign: hidden,
  },
  {
    route: 'PUT /api/sinisters/:id/police-texts',
    make: part('police-texts', policeFacts),
    own: writers,
    foreign: hiddenToWriters,
  },
  { route: 'GET /api/sinisters/:id/cockpit', make: part('cockpit'), own: signedIn, foreign: hidden },
  { route: 'PUT /api/sinisters/:id/watching', make: part('watching'), own: signedIn, foreign: hidden },
  {
    route: 'DELETE /api/sinisters/:id/watching',
    make: part('watching'),
    own: deleted(signedIn),
    foreign: deleted(hidden),
  },
  {
    route: 'GET /api/sinisters/:id/police-links',
    make: part('police-links'),
    own: signedIn,
    foreign: hidden,
  },
  {
    route: 'POST /api/sinisters/:id/police-links',
    make: part('police-links', {}),
    own: writers,
    foreign: hiddenToWriters,
  },
  {
    route: 'DELETE /api/sinisters/:id/police-links/:linkId',
    make: async (scene) => {
      const id = await sinister(scene);
      return at('sinisters', `${id}/police-links/${(await policeLink(scene, id)).id}`);
    },
    own: deleted(writers),
    foreign: deleted(hiddenToWriters),
  },
  { route: 'GET /api/sinisters/:id/responders', make: part('responders'), own: signedIn, foreign: hidden },
  { route: 'GET /api/sinisters/:id/call-outs', make: part('call-outs'), own: signedIn, foreign: hidden },
  {
    route: 'POST /api/sinisters/:id/call-outs',
    make: async (scene) => {
      const { id } = await scene.kysely
        .insertInto('responders')
        .values({ name: 'x', phone: '85999990000' })
        .returning('id')
        .executeTakeFirstOrThrow();
      const body = { responderId: await scene.owned('responder', id), approvedBy: 'x' };
      return { ...at('sinisters', `${await sinister(scene)}/call-outs`), body };
    },
    own: writers,
    foreign: hiddenToWriters,
  },
  {
    route: 'PUT /api/sinisters/:id/call-outs/:callOutId',
    make: async (scene) => {
      const id = await sinister(scene);
      return { ...at('sinisters', `${id}/call-outs/${(await callOut(scene, id)).id}`), body: { km: 3 } };
    },
    own: writers,
    foreign: hiddenToWriters,
  },
  {
    route: 'POST /api/sinisters/:id/call-outs/:callOutId/link',
    make: async (scene) => {
      const id = await sinister(scene);
      return at('sinisters', `${id}/call-outs/${(await callOut(scene, id)).id}/link`);
    },
    own: writers,
    foreign: hiddenToWriters,
  },
  {
    route: 'POST /api/sinisters/:id/call-outs/:callOutId/sms',
    make: async (scene) => {
      const id = await sinister(scene);
      const made = await callOut(scene, id);
      return { ...at('sinisters', `${id}/call-outs/${made.id}/sms`), body: { token: made.token } };
    },
    own: writers,
    foreign: hiddenToWriters,
  },
  {
    route: 'GET /api/reports/call-outs',
    make: async () => ({
      url: '/api/reports/call-outs?from=2026-01-01T00:00:00.000Z&to=2026-02-01T00:00:00.000Z',
    }),
    own: signedIn,
  },
  {
    route: 'POST /api/police/:token/visits',
    make: async (scene) => ({
      url: `/api/police/${(await policeLink(scene, await linkedSinister(scene))).token}/visits`,
      body: { name: 'x', unit: 'x', phone: 'x' },
    }),
    own: everyone,
  },
  { route: 'GET /api/police/visits/:visit', make: async (scene) => visit(scene, ''), own: everyone },
  {
    route: 'GET /api/police/visits/:visit/trail',
    make: async (scene) => visit(scene, '/trail'),
    own: everyone,
  },
  {
    route: 'GET /api/call-outs/:token',
    make: async (scene) => ({
      url: `/api/call-outs/${(await callOut(scene, await linkedSinister(scene))).token}`,
    }),
    own: everyone,
  },
  {
    route: 'POST /api/call-outs/:token/answers',
    make: async (scene) => ({
      url: `/api/call-outs/${(await callOut(scene, await linkedSinister(scene))).token}/answers`,
      body: { answer: 'onTheWay' },
    }),
    own: everyone,
  },
  // before he said that he goes his phone is no tracker
  {
    route: 'POST /api/call-outs/:token/places',
    make: async (scene) => ({
      url: `/api/call-outs/${(await callOut(scene, await linkedSinister(scene))).token}/places`,
      body: { latitude: -3.7, longitude: -38.5, at: '2026-01-01T00:00:00.000Z' },
    }),
    own: answeredBy(410),
  },
];

/** Of a device that its owner sees in any case, also where nobody asks. */
async function linkedSinister({ world, ownerId }: Scene): Promise<number> {
  const device = await world.device();
  await world.link(ownerId, { device });
  return world.sinister(device);
}

/** Whoever asks: the link looks through the eyes of the person who made it. */
async function policeLink({ kysely, ownerId }: Scene, sinister_id: number) {
  const token = fresh('police');
  const values = { sinister_id, user_id: ownerId, created_by: 'x', expires_at: '2999-01-01T00:00:00Z' };
  const { id } = await kysely
    .insertInto('police_links')
    .values({ ...values, token_hash: hashToken(token) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, token };
}

async function visit(scene: Scene, more: string) {
  const { id } = await policeLink(scene, await linkedSinister(scene));
  const token = fresh('visit');
  await scene.kysely
    .insertInto('police_visits')
    .values({ link_id: id, token_hash: hashToken(token), name: 'x', unit: 'x', phone: 'x' })
    .execute();
  return { url: `/api/police/visits/${token}${more}` };
}

async function callOut({ kysely, ownerId }: Scene, sinister_id: number) {
  const token = fresh('call-out');
  const values = { sinister_id, user_id: ownerId, name: 'x', phone: 'x', created_by: 'x', approved_by: 'x' };
  const { id } = await kysely
    .insertInto('call_outs')
    .values({ ...values, token_hash: hashToken(token) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, token };
}
