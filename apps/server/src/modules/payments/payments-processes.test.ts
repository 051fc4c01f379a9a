/** Two processes on one database that send one customer to the provider. */
import { startPaymentProvider } from '@atalaia/fakes/payments/payment-provider';
import { Registry } from 'prom-client';
import { afterAll, expect, test, vi } from 'vitest';
import { createOutboundMetrics } from '../../platform/outbound/outbound-metrics.ts';
import { createTestApp } from '../../testing/test-app.ts';
import { createPayments } from './provider/payments.ts';

const provider = await startPaymentProvider();
afterAll(() => provider.close());
const payments = createPayments({
  config: {
    payments: {
      url: provider.url,
      authorization: 'ApiKey {key}',
      updateMethod: 'PUT',
      timeoutMs: 5_000,
      customerPage: undefined,
    },
  },
  metrics: createOutboundMetrics(new Registry()),
});
const { ask, world, pool, secrets, services, anotherProcess } = await createTestApp({ payments });
const other = anotherProcess();
afterAll(() => other.payments.stop());
const attributes = JSON.stringify({ payment_provider: 'pagador', apiKeySeller: secrets.seal(provider.key) });
const { token } = await world.person({ administrator: true, attributes });

test('[SCALE-04] [PAY-01] a customer whom one process is sending is not sent by another, and is made once', async () => {
  provider.manners.slowMs = 400;
  const body = {
    ...{ cpfCnpj: '10000000001', type: 'F', name: 'Maria', street: 'Rua A', number: '10', city: 'Fortaleza' },
    ...{ neighborhood: 'Centro', state: 'CE', postalCode: '60311-280', phone: '(85) 99999-0000' },
    ...{ notificationEmail: 'maria@example.com', category: 'client', status: 'active' },
  };
  const saved = await ask('POST', '/api/customers', { token, body });
  expect(saved.status, saved.text).toBe(200);
  const begun = 'SELECT FROM payment_links JOIN job_leases ON true WHERE attempts = 1';
  await vi.waitFor(async () => expect((await pool.query(begun)).rowCount).toBe(1));
  // as if it had been ordered long ago
  await pool.query(`UPDATE payment_links SET changed_at = now() - interval '1 hour'`);
  await Promise.all([services.payments.sendForgotten(), other.payments.sendForgotten()]);
  expect(provider.customers.size).toBe(1);
  const { rows } = await pool.query('SELECT state, attempts FROM payment_links');
  expect(rows).toEqual([{ state: 'linked', attempts: 1 }]);
});
