/** Rights over the exchange with the fleet-control provider: everybody's own, of those who write devices. */
import { sql } from 'kysely';
import { deviceWriters, type RightLine, type Statuses, signedIn } from './right-line.ts';

/** None is set up in these tests. */
const notSetUp: Statuses = { ...deviceWriters, user: 409, manager: 409, admin: 409 };
/** An exchange is its own person's, and not an administrator's either. */
const nobodyElses: Statuses = { ...signedIn, reader: 404, bound: 404, user: 404, manager: 404, admin: 404 };

export const fleetControlRights: readonly RightLine[] = [
  { route: 'GET /api/fleet-control', own: signedIn },
  { route: 'POST /api/fleet-control/runs', make: async () => ({ body: {} }), own: notSetUp },
  { route: 'DELETE /api/fleet-control/runs', own: deviceWriters },
  { route: 'GET /api/fleet-control/runs', own: signedIn },
  {
    route: 'GET /api/fleet-control/runs/:id/findings',
    make: async ({ kysely, ownerId }) => {
      const { rows } = await sql<{ id: number }>`
        INSERT INTO fleet_control_runs (user_id, account, started_by, state, sends_new, step)
        VALUES (${ownerId}, 'x', 'hand', 'done', false, 'done') RETURNING id`.execute(kysely);
      return { url: `/api/fleet-control/runs/${rows[0]?.id}/findings` };
    },
    own: signedIn,
    foreign: nobodyElses,
  },
];
