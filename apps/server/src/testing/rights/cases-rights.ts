/** Rights over sinisters with their occurrences, events with their comments, shared locations and company configurations. */
import { hashToken } from '../../modules/sessions/session-token.ts';
import {
  administrators,
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

const closing = {
  closingDate: '2026-01-02T00:00:00.000Z',
  closingType: 'vehicleFound',
  vehicleDamaged: false,
  closingAddress: 'x',
  closingDescription: 'x',
};

const occurrence = {
  category: 'policeArriveAtTheScene',
  occurrenceDate: '2026-01-01T00:00:00.000Z',
  description: 'x',
};

export const casesRights: readonly RightLine[] = [
  { route: 'GET /api/sinisters', own: signedIn },
  {
    route: 'GET /api/sinisters/:id',
    make: async (scene) => at('sinisters', await sinister(scene)),
    own: signedIn,
    foreign: hidden,
  },
  {
    route: 'GET /api/sinisters/:id/trail',
    make: async (scene) => at('sinisters', `${await sinister(scene)}/trail`),
    own: signedIn,
    foreign: hidden,
  },
  {
    route: 'POST /api/sinisters/open',
    make: async (scene) => {
      const customerId = await scene.world.customer();
      const deviceId = await scene.device();
      await scene.kysely
        .updateTable('devices')
        .set({ customer_id: customerId })
        .where('id', '=', deviceId)
        .execute();
      const opening = {
        openingDate: '2026-01-01T00:00:00.000Z',
        openingType: 'theft',
        openingDescription: 'x',
      };
      return { body: { ...opening, deviceId, customerId } };
    },
    own: writers,
    // a device that is not seen is named in a field, not in the address
    foreign: { ...hiddenToWriters, bound: 400, user: 400, manager: 400 },
  },
  {
    route: 'PUT /api/sinisters/:id/close',
    make: async (scene) => {
      const id = await sinister(scene);
      return { url: `/api/sinisters/${id}/close`, body: { id, ...closing } };
    },
    own: writers,
    foreign: hiddenToWriters,
  },
  {
    route: 'GET /api/sinisters/:id/occurrences',
    make: async (scene) => at('sinisters', `${await sinister(scene)}/occurrences`),
    own: signedIn,
    foreign: hidden,
  },
  {
    route: 'POST /api/sinisters/:id/occurrences',
    make: async (scene) => ({
      ...at('sinisters', `${await sinister(scene)}/occurrences`),
      body: occurrence,
    }),
    own: writers,
    foreign: hiddenToWriters,
  },
  {
    route: 'GET /api/sinisters/:id/occurrences/:occurrenceId/image',
    make: async (scene) => {
      const id = await sinister(scene);
      return at('sinisters', `${id}/occurrences/${await occurrenceWithImage(scene, id)}/image`);
    },
    own: signedIn,
    foreign: hidden,
  },
  {
    route: 'GET /api/reports/sinister',
    make: async (scene) => ({ url: `/api/reports/sinister?sinisterId=${await sinister(scene)}` }),
    own: signedIn,
    foreign: hidden,
  },
  { route: 'GET /api/events', own: signedIn },
  { route: 'GET /api/events/open-alarms', own: signedIn },
  { route: 'GET /api/events/handled', own: administrators },
  {
    route: 'GET /api/events/:id',
    make: async (scene) => at('events', await event(scene)),
    own: signedIn,
    foreign: hidden,
  },
  {
    route: 'GET /api/events/:id/comments',
    make: async (scene) => at('events', `${await event(scene)}/comments`),
    own: signedIn,
    foreign: hidden,
  },
  {
    route: 'POST /api/events/:id/comment',
    make: async (scene) => ({ ...at('events', `${await event(scene)}/comment`), body: { comment: 'x' } }),
    own: writers,
    foreign: hiddenToWriters,
  },
  {
    route: 'POST /api/location/session',
    make: async (scene) => ({ body: { deviceUniqueIds: await uniqueId(scene) } }),
    own: writers,
    foreign: { ...hiddenToWriters, bound: 400, user: 400, manager: 400 },
  },
  { route: 'GET /api/location/sessions', own: signedIn },
  {
    route: 'DELETE /api/location/sessions/:id',
    make: async (scene) => at('location/sessions', await share(scene, fresh('token'))),
    own: deleted(writers),
    foreign: deleted(hiddenToWriters),
  },
  {
    route: 'GET /api/location/:token',
    make: async (scene) => {
      const token = fresh('token');
      await share(scene, token);
      return at('location', token);
    },
    own: everyone,
  },
  { route: 'GET /api/company/configurations', own: administrators },
  {
    route: 'POST /api/company/configurations',
    make: async (scene) => ({ body: { ...(await company(scene)), label: fresh('company') } }),
    own: administrators,
  },
  {
    route: 'PUT /api/company/configurations/:label',
    make: async (scene) => {
      const body = await company(scene);
      const values = { label: fresh('company'), logo_url: body.logoUrl };
      const insert = scene.kysely.insertInto('company_configurations').values(values).returning('id');
      const { id } = await insert.executeTakeFirstOrThrow();
      return { url: `/api/company/configurations/${values.label}`, body: { ...body, id } };
    },
    own: administrators,
  },
  { route: 'GET /api/companies', own: administrators },
  {
    route: 'GET /api/companies/:id',
    make: async (scene) => at('companies', await storedCompany(scene)),
    own: administrators,
  },
  {
    route: 'POST /api/companies',
    make: async () => ({ body: companyBody() }),
    own: administrators,
  },
  {
    route: 'PUT /api/companies/:id',
    make: async (scene) => ({ ...at('companies', await storedCompany(scene)), body: companyBody() }),
    own: administrators,
  },
  {
    route: 'GET /api/companies/:id/dependents',
    make: async (scene) => ({ url: `/api/companies/${await storedCompany(scene)}/dependents` }),
    own: administrators,
  },
  // no mail is set up here
  {
    route: 'POST /api/companies/:id/mail-trial',
    make: async (scene) => ({
      url: `/api/companies/${await storedCompany(scene)}/mail-trial`,
      body: { mail: 'reset', subject: 'x', body: '' },
    }),
    own: { ...administrators, admin: 409 },
  },
  {
    route: 'DELETE /api/companies/:id',
    make: async (scene) => at('companies', await storedCompany(scene)),
    own: { ...administrators, admin: 204 },
  },
  // a body that is not multipart is refused, but only after the right to upload was checked
  {
    route: 'POST /api/company/configurations/upload',
    make: async () => ({ body: {} }),
    own: { ...administrators, admin: 415 },
  },
  {
    route: 'GET /api/company/logos/:name',
    make: async (scene) => ({ url: (await company(scene)).logoUrl }),
    own: everyone,
  },
];

const companyBody = () => ({ label: fresh('company'), name: 'x', theme: '#123456' });

async function storedCompany({ kysely }: Scene): Promise<number> {
  const insert = kysely.insertInto('company_configurations').values({ label: fresh('company') });
  return (await insert.returning('id').executeTakeFirstOrThrow()).id;
}

async function company({ kysely }: Scene) {
  const name = `${fresh('logo')}.png`;
  await kysely
    .insertInto('company_logos')
    .values({ name, type: 'image/png', bytes: Buffer.from('x') })
    .execute();
  const appUrl = 'https://example.com';
  return {
    logoUrl: `/api/company/logos/${name}`,
    theme: '#123456',
    androidAppUrl: appUrl,
    iosAppUrl: appUrl,
  };
}

async function uniqueId(scene: Scene): Promise<string> {
  const id = await scene.device();
  const select = scene.kysely.selectFrom('devices').select('unique_id').where('id', '=', id);
  return (await select.executeTakeFirstOrThrow()).unique_id;
}

async function share(scene: Scene, token: string): Promise<number> {
  const { id } = await scene.kysely
    .insertInto('location_shares')
    .values({ token_hash: hashToken(token), user_id: scene.ownerId, expires_at: '2999-01-01T00:00:00Z' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const device = await scene.world.device();
  await scene.world.link(scene.ownerId, { device });
  await scene.kysely
    .insertInto('location_share_devices')
    .values({ share_id: id, device_id: device })
    .execute();
  return id;
}

async function event(scene: Scene): Promise<number> {
  return scene.world.event(await scene.device());
}

async function sinister(scene: Scene): Promise<number> {
  return scene.world.sinister(await scene.device());
}

async function occurrenceWithImage({ kysely }: Scene, sinister_id: number): Promise<number> {
  const { id } = await kysely
    .insertInto('occurrences')
    .values({
      sinister_id,
      category: occurrence.category,
      occurrence_date: occurrence.occurrenceDate,
      description: 'x',
      reported_by: 'x',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const image = { occurrence_id: id, type: 'image/png', bytes: Buffer.from('x') };
  await kysely.insertInto('occurrence_images').values(image).execute();
  return id;
}
