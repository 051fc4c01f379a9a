/** Rights over what the providers of payments and of fleet control know; in these tests none is set up. */

import { sql } from 'kysely';
import {
  administrators,
  at,
  deleted,
  deviceWriters,
  fresh,
  hidden,
  hiddenToWriters,
  type RightLine,
  type Scene,
  type Statuses,
  signedIn,
  writers,
} from './right-line.ts';

const seller = {
  ...{
    email: 'x@x',
    password: 'x',
    first_name: 'x',
    last_name: 'x',
    cpf_cnpj: '1',
    business_description: 'x',
  },
  ...{ birthdate: 'x', phone_number: '1', postal_code: '1', street: 'x', number: '1', complement: null },
  ...{ neighborhood: 'x', city: 'x', state: 'CE', taxpayer_id: '1', types: 'x', statement_descriptor: 'x' },
};

/** Nothing goes out for whose account names no provider. */
const withoutProvider = (statuses: Statuses): Statuses => {
  const { nobody, reader, bound, user, manager, admin } = statuses;
  const of = (status: number) => (status === 200 ? 409 : status);
  return {
    nobody: of(nobody),
    reader: of(reader),
    bound: of(bound),
    user: of(user),
    manager: of(manager),
    admin: of(admin),
  };
};
const sends = { own: withoutProvider(writers), foreign: withoutProvider(hiddenToWriters) };

export const paymentsRights: readonly RightLine[] = [
  { route: 'GET /api/payments', own: signedIn },
  { route: 'GET /api/payments/customers/:id', make: customer(), own: signedIn, foreign: hidden },
  { route: 'POST /api/payments/customers/:id', make: customer(), ...sends },
  {
    route: 'PUT /api/payments/customers/:id/link',
    make: customer('/link', { providerId: '1' }),
    ...sends,
  },
  { route: 'DELETE /api/payments/customers/:id/link', make: customer('/link'), ...sends },
  { route: 'GET /api/payments/unmatched', own: withoutProvider(writers) },
  { route: 'POST /api/payments/links', own: withoutProvider(writers) },
  {
    route: 'POST /api/payments/sellers',
    make: async () => ({ body: seller }),
    own: withoutProvider(writers),
  },
];

/** A customer is seen through his group. */
function customer(path = '', body?: object) {
  return async (scene: Scene) => {
    const id = await scene.world.customer(await scene.group());
    return { url: `/api/payments/customers/${id}${path}`, ...(body ? { body } : {}) };
  };
}

/** None is set up in these tests. */
const notSetUp: Statuses = { ...deviceWriters, user: 409, manager: 409, admin: 409 };
/** An exchange is its own person's, and not an administrator's either. */
const nobodyElses: Statuses = { ...signedIn, reader: 404, bound: 404, user: 404, manager: 404, admin: 404 };

/** The exchange with the fleet-control provider is everybody's own, of those who write devices. */
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

const simList = { type: 'text/csv', text: 'ICCID;Linha\n8955000000000000001;85999990000' };

/** What the centre finds of other systems and of money: of administrators here, since nobody else in the table works at the desk. */
export const reconciliationRights: readonly RightLine[] = [
  { route: 'GET /api/reconciliation/money-at-risk', own: administrators },
  { route: 'GET /api/reconciliation/money-at-risk/totals', own: administrators },
  {
    route: 'PUT /api/reconciliation/money-at-risk/ignored',
    make: async (scene) => ({ body: { deviceIds: [await scene.device()], reason: 'x' } }),
    own: administrators,
  },
  { route: 'GET /api/reconciliation/comparisons', own: administrators },
  { route: 'POST /api/reconciliation/comparisons', own: administrators },
  { route: 'GET /api/reconciliation/differences', own: administrators },
  {
    route: 'PUT /api/reconciliation/differences/ignored',
    make: async () => ({ body: { ids: [1], reason: 'x' } }),
    own: administrators,
  },
  {
    route: 'POST /api/reconciliation/differences/take',
    make: async () => ({ body: { side: 'here', rows: [{ id: 1, version: 1 }] } }),
    own: administrators,
  },
  { route: 'GET /api/reconciliation/sim-lists', own: administrators },
  {
    route: 'POST /api/reconciliation/sim-lists/preview',
    make: async () => ({ file: simList }),
    own: administrators,
  },
  {
    route: 'POST /api/reconciliation/sim-lists',
    make: async () => ({ url: '/api/reconciliation/sim-lists?provider=x&iccid=ICCID', file: simList }),
    own: administrators,
  },
  {
    route: 'DELETE /api/reconciliation/sim-lists/:id',
    make: async ({ kysely }) => {
      const { rows } = await sql<{ id: number }>`
        INSERT INTO sim_lists (provider, file_name, columns, user_name) VALUES (${fresh('provider')}, 'x', '{}', 'x')
        RETURNING id`.execute(kysely);
      return at('reconciliation/sim-lists', rows[0]?.id ?? 0);
    },
    own: deleted(administrators),
  },
  { route: 'GET /api/reconciliation/sim-cards', own: administrators },
  { route: 'GET /api/reconciliation/sim-cards/totals', own: administrators },
  {
    route: 'GET /api/reconciliation/customers/:id',
    make: async ({ world }) => at('reconciliation/customers', await world.customer()),
    own: administrators,
  },
  { route: 'GET /api/reconciliation/prices', own: administrators },
  { route: 'PUT /api/reconciliation/prices', make: async () => ({ body: [] }), own: administrators },
];
