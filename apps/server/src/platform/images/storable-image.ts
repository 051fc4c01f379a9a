import { AppError, fieldRefusal } from '../../errors/app-error.ts';
import { type ImageHeader, imageEndings, readImageHeader } from './image-header.ts';
import { mostPixels, smallerImage } from './smaller-image.ts';
import { isWholeImage } from './whole-image.ts';

export interface StorableImage {
  readonly type: ImageHeader['type'];
  /** Without the dot, by the content. */
  readonly ending: string;
  readonly bytes: Buffer;
}

/** Pixels of the longer edge of what is stored. */
const largestEdge = 2560;

/**
 * A PNG or JPEG as it is stored, judged by its bytes; one with a longer edge than 2,560 pixels is made smaller. Throws
 * `body-too-large`, `unsupported-media-type`, and a 400 for what is damaged, all of the field at `path`.
 */
export async function storableImage(bytes: Buffer, path: string, mostBytes: number): Promise<StorableImage> {
  if (bytes.length > mostBytes) {
    throw fieldRefusal('body-too-large', { path, message: `holds more than ${mostBytes} bytes` });
  }
  const header = readImageHeader(bytes);
  if (!header || header.type === 'image/webp') {
    throw fieldRefusal('unsupported-media-type', { path, message: 'must be a PNG or JPEG image' });
  }
  if (header.width * header.height > mostPixels) {
    throw new AppError('body-too-large', `an image may have ${mostPixels} pixels`, { mostPixels });
  }
  const stored = (await isWholeImage(bytes, header)) ? await smallerImage(bytes, largestEdge) : undefined;
  if (!stored) throw fieldRefusal('invalid-input', { path, message: 'is damaged or cut off' });
  return { type: header.type, ending: imageEndings[header.type], bytes: stored };
}
