import { byteText, hexText, isPrintable, withoutControls } from '../byte-text.ts';
import type { AttributeDraft } from '../position-draft.ts';
import { readBeacons, readTags } from './beacon-list.ts';

const vinIds: ReadonlySet<number> = new Set([256, 325]);
const faultCodesId = 281;
const plainBeaconsId = 385;
const tagListIds: ReadonlySet<number> = new Set([548, 10828, 10829, 10831, 11317]);

/** Sets what a codec 8 extended element of any length tells; one that cannot be read is kept as hexadecimal. */
export function setVariableElement(attributes: AttributeDraft, id: number, value: Uint8Array): void {
  if (value.length === 0) return;
  if (vinIds.has(id)) setText(attributes, 'vin', value);
  else if (id === faultCodesId) setText(attributes, 'dtcs', value);
  else if (id === plainBeaconsId && readBeacons(value, attributes)) return;
  else if (tagListIds.has(id) && readTags(value, attributes)) return;
  else attributes[`io${id}`] = hexText(value);
}

function setText(attributes: AttributeDraft, key: string, value: Uint8Array): void {
  const text = withoutControls(byteText(value)).replace(/,/g, ' ');
  if (text !== '' && isPrintable(value.filter((byte) => byte !== 0))) attributes[key] = text;
}
