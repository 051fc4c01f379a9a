import {
  type ContactBook,
  contactBookSchema,
  contactRequestDecidedSchema,
  contactRequestSchema,
} from '@atalaia/contract/accounts/contact';
import { z } from 'zod';
import type { ApiClient, ApiWriter } from '../../../lib/api/api-client.ts';

export const requestsKey = ['contact-requests'] as const;

export const listRequests = (api: ApiClient, signal: AbortSignal) =>
  api.json({ path: 'contact-requests', signal }, z.array(contactRequestSchema));

export const readBook = (api: ApiClient, customerId: number, signal: AbortSignal): Promise<ContactBook> =>
  api.json({ path: `customers/${customerId}/contacts`, signal }, contactBookSchema);

export const acceptRequest = (api: ApiWriter, id: number) =>
  api.json({ method: 'POST', path: `contact-requests/${id}/accept`, json: {} }, contactRequestDecidedSchema);

export const refuseRequest = (api: ApiWriter, id: number, note: string) =>
  api.json({ method: 'POST', path: `contact-requests/${id}/refuse`, json: { note } }, contactBookSchema);
