/** Rights over what the payment provider knows; in these tests none is set up. */
import {
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
