import { createHash } from 'node:crypto';
import { AppError } from '../../app-error.ts';
import { imageEndings, readImageHeader } from '../../reading/image-header.ts';
import type { StoredLogo } from './logos-queries.ts';

export const logoAddress = '/api/company/logos/';
/** Pixels of both edges (COM-01). */
const logoEdge = 350;

/**
 * An uploaded logo as it is stored: a PNG, JPEG or WebP by its bytes, exactly 350 × 350, named by what it was called and
 * by its content. Throws `unsupported-media-type` and `logo-dimensions`.
 */
export function logoOf(called: string, bytes: Buffer): StoredLogo {
  const header = readImageHeader(bytes);
  if (!header) throw new AppError('unsupported-media-type', 'a logo must be a PNG, JPEG or WebP image');
  const { type, width, height } = header;
  if (width !== logoEdge || height !== logoEdge) {
    throw new AppError('logo-dimensions', `a logo must be ${logoEdge} × ${logoEdge} pixels`, {
      width,
      height,
    });
  }
  const digest = createHash('sha256').update(bytes).digest('hex').slice(0, 16);
  return { name: `${slugOf(called)}-${digest}.${imageEndings[type]}`, type, bytes };
}

/** Letters and digits with hyphens between: `Águia Azul.png` → `aguia-azul`. */
function slugOf(called: string): string {
  const bare = called.replace(/\.[a-z0-9]+$/i, '').normalize('NFD');
  const slug = bare
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '');
  return slug.slice(0, 60).replace(/-+$/, '') || 'logo';
}
