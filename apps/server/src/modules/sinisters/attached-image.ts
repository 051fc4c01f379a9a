import { largestOccurrenceImageBytes } from '@atalaia/contract/sinisters/occurrence';
import { AppError, fieldRefusal } from '../../errors/app-error.ts';
import { type ImageHeader, imageEndings, readImageHeader } from '../../platform/images/image-header.ts';
import { mostPixels, smallerImage } from '../../platform/images/smaller-image.ts';
import { isWholeImage } from '../../platform/images/whole-image.ts';

export interface AttachedImage {
  readonly type: ImageHeader['type'];
  /** Without the dot, by the content. */
  readonly ending: string;
  readonly bytes: Buffer;
}

const path = 'attributes.file';
/** Pixels of the longer edge of what is stored. */
const largestEdge = 2560;

const dataUrl = /^data:([a-z0-9.+-]+\/[a-z0-9.+-]+)?(?:;[a-z0-9=-]+)*;base64,/i;

/**
 * The image of a data URL, judged by its bytes. PNG and JPEG alone: the report prints every image of a case (SIN-13), and
 * a PDF holds these two. One with a longer edge than 2,560 pixels is made smaller. Throws a 400 for what is no data URL or a damaged image, `unsupported-media-type` and `body-too-large`.
 */
export async function readAttachedImage(file: string): Promise<AttachedImage> {
  const head = dataUrl.exec(file);
  const base64 = file.slice(head?.[0].length ?? 0);
  if (!head) {
    throw fieldRefusal('invalid-input', { path, message: 'must be a data URL in base64' });
  }
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length > largestOccurrenceImageBytes) {
    throw fieldRefusal('body-too-large', {
      path,
      message: `holds more than ${largestOccurrenceImageBytes} bytes`,
    });
  }
  const header = readImageHeader(bytes);
  if (!header || header.type === 'image/webp') {
    throw fieldRefusal('unsupported-media-type', { path, message: 'must be a PNG or JPEG image' });
  }
  if (header.width * header.height > mostPixels) {
    throw new AppError('body-too-large', `an image may have ${mostPixels} pixels`, { mostPixels });
  }
  if (!(await isWholeImage(bytes, header))) {
    throw fieldRefusal('invalid-input', { path, message: 'is damaged or cut off' });
  }
  const stored = await smallerImage(bytes, largestEdge);
  if (!stored) throw fieldRefusal('invalid-input', { path, message: 'is damaged or cut off' });
  return { type: header.type, ending: imageEndings[header.type], bytes: stored };
}
