/** Images made smaller, in one thread of the library at a time, so that memory does not grow with how many come. */
import sharp from 'sharp';
import { createLimiter } from '../limiter/limiter.ts';
import { type ImageHeader, readImageHeader } from './image-header.ts';

sharp.cache(false);
sharp.concurrency(1);
const limiter = createLimiter(1);

/** What a phone's camera makes, with room to spare; more is never unpacked. */
export const mostPixels = 50_000_000;

/**
 * The image as it came where its longer edge is no more than `edge` pixels, else one that is: of the same type, upright,
 * with what the camera noted in it. Undefined when it cannot be unpacked.
 */
export async function smallerImage(bytes: Buffer, edge: number): Promise<Buffer | undefined> {
  const header = readImageHeader(bytes);
  if (!header || header.width * header.height > mostPixels) return undefined;
  if (Math.max(header.width, header.height) <= edge) return bytes;
  return limiter.run(() => shrink(bytes, header, edge));
}

async function shrink(bytes: Buffer, { type }: ImageHeader, edge: number): Promise<Buffer | undefined> {
  const image = sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error', sequentialRead: true })
    .autoOrient()
    .resize({ width: edge, height: edge, fit: 'inside' })
    .keepExif();
  const typed = type === 'image/png' ? image.png({ compressionLevel: 9 }) : image.jpeg({ quality: 85 });
  return typed.toBuffer().catch(() => undefined);
}
