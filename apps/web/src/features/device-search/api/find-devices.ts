import { type Device, deviceSchema } from '@atalaia/contract/device';
import { z } from 'zod';
import type { ApiClient } from '../../../lib/api/api-client.ts';

/** What a list under a search box holds without becoming a page of its own. */
const mostOffered = 12;

/** Devices whose id, name, plate, group, customer or customer's document contains the text (SHELL-02). */
export function findDevices(
  api: ApiClient,
  keyword: string,
  signal: AbortSignal,
): Promise<readonly Device[]> {
  return api.json({ path: 'devices', query: { keyword, limit: mostOffered }, signal }, z.array(deviceSchema));
}
