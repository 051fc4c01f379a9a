import { uploadedLogoSchema } from '@atalaia/contract/company';
import type { ApiClient } from '../../../lib/api/api-client.ts';

/** Uploads an image of 350 × 350; answers its address, under which it waits for a configuration that takes it. */
export async function uploadLogo(api: ApiClient, file: File): Promise<string> {
  const parts = new FormData();
  parts.set('name', file.name);
  parts.set('file', file);
  const path = 'company/configurations/upload';
  return (await api.json({ method: 'POST', path, parts }, uploadedLogoSchema)).logoUrl;
}
