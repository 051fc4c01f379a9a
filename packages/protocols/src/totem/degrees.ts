import type { AttributeDraft } from '../position-draft.ts';

/**
 * A temperature: four digits are tenths, three are whole degrees. All zeros are what a tracker without a sensor sends.
 * Source: AVL02 user guide 1.5, 3.
 */
export function setTemperature(attributes: AttributeDraft, sensor: number, field: string | undefined): void {
  if (field === undefined || !/^-?\d{3,4}$/.test(field) || /^-?0+$/.test(field)) return;
  attributes[`temp${sensor}`] = Number(field) / (field.length === 4 ? 10 : 1);
}
