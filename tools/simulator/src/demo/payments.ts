/** The payment provider of the demonstration: a stand-in that runs beside the server, and one firm linked to it. */
import type { Customer } from '@atalaia/contract/accounts/customer';
import type { User } from '@atalaia/contract/accounts/user';
import type { PaymentLink } from '@atalaia/contract/providers/payment-link';
import { type PaymentProvider, startPaymentProvider } from '@atalaia/fakes/payments/payment-provider';
import { type ApiClient, signIn } from './api-client.ts';
import { demoCustomers } from './customers.ts';

/** Whose account names the provider. */
const operator = 'central@atalaia.local';

/** It keeps what it is sent until it ends, and begins with two of our firms and one that is not registered here. */
export function startDemoProvider(port: number): Promise<PaymentProvider> {
  const { haulage, delivery } = demoCustomers;
  const customers = [haulage, delivery].map((customer) => ({
    cc_email: '',
    email: customer.notificationEmail,
    full_name: customer.name,
    cpf_cnpj: customer.cpfCnpj,
    phone_number: customer.phone,
    postal_code: customer.postalCode,
    number: customer.number,
    neighborhood: customer.neighborhood,
    complement: null,
    street: customer.street,
    city: customer.city,
    state: customer.state,
    type: customer.type,
    notes: '',
  }));
  const stranger = {
    ...customers[0],
    full_name: 'Autopeças Vale Verde Ltda.',
    cpf_cnpj: '11222333000181',
    email: 'financeiro@example.com',
  };
  const options = { customers: [...customers, stranger] };
  // the place decides which links are its own; where it is taken, another will do
  return startPaymentProvider({ ...options, port }).catch(() => startPaymentProvider(options));
}

/** Gives the operator the provider's key, and links the first firm; what stands already stays. */
export async function seedPayments(
  api: ApiClient,
  baseUrl: string,
  password: string,
  provider: Pick<PaymentProvider, 'key' | 'customers'>,
): Promise<void> {
  const user = (await api.get<User[]>('users')).find(({ email }) => email === operator);
  if (!user) return;
  if (user.attributes.payment_provider === undefined) {
    const attributes = { ...user.attributes, payment_provider: 'Pagador Demo', apiKeySeller: provider.key };
    await api.put(`users/${user.id}`, { ...user, attributes });
  }
  const [remote] = provider.customers.values();
  const local = (await api.get<Customer[]>('customers')).find(({ cpfCnpj }) => cpfCnpj === remote?.cpf_cnpj);
  const own = await signIn(baseUrl, operator, password).catch(() => undefined);
  if (!remote || !local || !own) return;
  const { state } = await own.get<PaymentLink>(`payments/customers/${local.id}`);
  if (state === 'none')
    await own.put(`payments/customers/${local.id}/link`, { providerId: String(remote.id) });
}
