/** Rights over saved commands, sending and the history of what was sent. */
import {
  at,
  hidden,
  hiddenToWriters,
  makers,
  type RightLine,
  removalLines,
  type Scene,
  type Statuses,
  signedIn,
  writers,
} from './right-line.ts';

/** A device that is away takes what is sent later. */
const queued = (statuses: Statuses): Statuses => {
  const { nobody, reader, bound, user, manager, admin } = statuses;
  const of = (status: number) => (status === 200 ? 202 : status);
  return { nobody, reader, bound: of(bound), user: of(user), manager: of(manager), admin: of(admin) };
};

const body = { type: 'rebootDevice', description: 'x' };

export const commandsRights: readonly RightLine[] = [
  { route: 'GET /api/commands', own: signedIn },
  {
    route: 'GET /api/commands/:id',
    make: async (scene) => at('commands', await savedCommand(scene)),
    own: signedIn,
    foreign: hidden,
  },
  { route: 'POST /api/commands', make: async () => ({ body }), own: writers },
  {
    route: 'PUT /api/commands/:id',
    make: async (scene) => ({ ...at('commands', await savedCommand(scene)), body }),
    own: makers,
    foreign: hiddenToWriters,
  },
  ...removalLines('commands', async (scene) => at('commands', await savedCommand(scene)), makers),
  {
    route: 'GET /api/commands/types',
    make: async (scene) => ({ url: `/api/commands/types?deviceId=${await scene.device()}` }),
    own: signedIn,
    foreign: hidden,
  },
  {
    route: 'GET /api/commands/send',
    make: async (scene) => ({ url: `/api/commands/send?deviceId=${await scene.device()}` }),
    own: signedIn,
    foreign: hidden,
  },
  {
    route: 'GET /api/commands/sent',
    make: async (scene) => ({ url: `/api/commands/sent?deviceId=${await scene.device()}` }),
    own: signedIn,
    foreign: hidden,
  },
  {
    route: 'POST /api/commands/send',
    make: async (scene) => ({ body: { deviceId: await scene.device(), type: 'rebootDevice' } }),
    own: queued(writers),
    foreign: queued(hiddenToWriters),
  },
  {
    route: 'POST /api/commands/batch',
    make: async (scene) => ({
      body: { devicesId: [await scene.device()], groupsId: [], commandType: 'rebootDevice' },
    }),
    own: writers,
    foreign: hiddenToWriters,
  },
];

async function savedCommand({ kysely, owned }: Scene): Promise<number> {
  const insert = kysely.insertInto('commands').values({ type: 'rebootDevice' }).returning('id');
  return owned('command', (await insert.executeTakeFirstOrThrow()).id);
}
