import { largestOccurrenceImageBytes, occurrenceImageTypes } from '@atalaia/contract/occurrence';
import type { TextKey } from '../../lib/texts/texts.ts';
import type { ChosenImage } from './occurrence-form-schema.ts';

/** Megabytes, as its hint says them. */
export const mostImageMegabytes = largestOccurrenceImageBytes / 1024 / 1024;

/** What keeps a file from being attached, by its kind and size; undefined for nothing. */
export function imageFault({ type, size }: Pick<File, 'type' | 'size'>): TextKey | undefined {
  if (!(occurrenceImageTypes as readonly string[]).includes(type)) return 'occurrence.imageKind';
  return size > largestOccurrenceImageBytes ? 'occurrence.imageSize' : undefined;
}

/** The file as it is sent: a data URL, and the ending of its name (SIN-09). Rejects for what the browser cannot show. */
export async function readImage(file: File): Promise<ChosenImage> {
  (await createImageBitmap(file)).close();
  const dataUrl = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error ?? new Error('The file could not be read'));
    reader.readAsDataURL(file);
  });
  return { name: file.name, ext: endingOf(file), dataUrl };
}

function endingOf({ name, type }: Pick<File, 'name' | 'type'>): string {
  const [, ending] = /\.([a-z0-9]{1,8})$/i.exec(name) ?? [];
  return ending?.toLowerCase() ?? (type === 'image/png' ? 'png' : 'jpg');
}
