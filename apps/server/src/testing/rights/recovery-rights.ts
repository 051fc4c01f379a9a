/** Rights over what belongs to the recovery of a stolen vehicle: who sees the case sees these, and a writer writes them. */
import { at, hidden, hiddenToWriters, type RightLine, type Scene, signedIn, writers } from './right-line.ts';

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
];
