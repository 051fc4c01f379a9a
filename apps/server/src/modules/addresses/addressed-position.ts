import type { PositionFragment } from '../../platform/bus/bus.ts';

export interface Place {
  readonly latitude: number;
  readonly longitude: number;
}

/** As ingest writes it; a quotation mark inside a text is escaped, so only the member itself matches. */
const withoutAddress = '"address":null';

export function hasNoAddress({ json }: PositionFragment): boolean {
  return json.includes(withoutAddress);
}

/** Where a position that has no address yet lies; undefined when it has one, or never was anywhere. */
export function placeToAddress(fragment: PositionFragment): Place | undefined {
  if (!hasNoAddress(fragment)) return undefined;
  const { latitude, longitude }: Place = JSON.parse(fragment.json);
  return latitude === 0 && longitude === 0 ? undefined : { latitude, longitude };
}

/** The same position with its address. */
export function withAddress(fragment: PositionFragment, address: string): PositionFragment {
  const member = `"address":${JSON.stringify(address)}`;
  return { ...fragment, json: fragment.json.replace(withoutAddress, () => member) };
}
