import type { PhraseKey } from '@atalaia/phrases/phrase-key';

/** Pixels of both edges (COM-01). */
const logoEdge = 350;

/** What stands in the way of an image as logo; undefined for one that may be uploaded. */
export async function logoFaultOf(file: File): Promise<PhraseKey | undefined> {
  let image: ImageBitmap;
  try {
    image = await createImageBitmap(file);
  } catch {
    return 'company.logoType'; // No image, or of a kind that the browser does not draw.
  }
  const { width, height } = image;
  image.close();
  return width === logoEdge && height === logoEdge ? undefined : 'company.logoSize';
}
