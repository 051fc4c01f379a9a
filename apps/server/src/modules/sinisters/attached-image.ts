import { largestOccurrenceImageBytes } from '@atalaia/contract/sinisters/occurrence';
import { fieldRefusal } from '../../errors/app-error.ts';
import { type StorableImage, storableImage } from '../../platform/images/storable-image.ts';

export type AttachedImage = StorableImage;

const path = 'attributes.file';

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
  return storableImage(bytes, path, largestOccurrenceImageBytes);
}
