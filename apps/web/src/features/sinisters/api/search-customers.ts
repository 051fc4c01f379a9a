import { z } from 'zod';
import type { ApiClient } from '../../../lib/api/api-client.ts';

const choiceSchema = z.object({ id: z.number(), name: z.string() });

export type CustomerChoice = z.infer<typeof choiceSchema>;

/** As many as a list that is read by eye should have. */
const most = 50;

/** Customers whose name or document contains the text, by name. */
export function searchCustomers(
  api: ApiClient,
  keyword: string,
  signal: AbortSignal,
): Promise<readonly CustomerChoice[]> {
  const query = { limit: most, ...(keyword !== '' && { keyword }) };
  return api.json({ path: 'customers', query, signal }, z.array(choiceSchema));
}

/** One customer, for who knows only his number. */
export function getCustomer(
  api: ApiClient,
  customerId: number,
  signal: AbortSignal,
): Promise<CustomerChoice> {
  return api.json({ path: `customers/${customerId}`, signal }, choiceSchema);
}
