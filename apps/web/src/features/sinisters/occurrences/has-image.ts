import type { Occurrence } from '@atalaia/contract/sinisters/occurrence';

/** Whether an image was attached: an answer names it by its address. */
export function hasImage({ attributes }: Pick<Occurrence, 'attributes'>): boolean {
  return attributes.file !== undefined;
}
