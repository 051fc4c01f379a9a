/** Places as a person types them: one a line, latitude before longitude, in degrees. */
import { isPlace, type Place } from '@atalaia/domain/geo/geometry';
import { numberIn } from '../../lib/formats/plain-number.ts';

export type TypedPlacesFault = 'no-pair' | 'off-earth';

export type TypedPlaces =
  | { readonly places: readonly Place[]; readonly fault?: undefined }
  | {
      readonly fault: TypedPlacesFault;
      /** From 1, empty ones counted. */
      readonly line: number;
      readonly places?: undefined;
    };

/** Empty lines say nothing. */
export function readPlaces(text: string): TypedPlaces {
  const places: Place[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const place = readPlace(line);
    if (!place) return { fault: 'no-pair', line: index + 1 };
    if (!isPlace(place)) return { fault: 'off-earth', line: index + 1 };
    places.push(place);
  }
  return { places };
}

/** Every decimal, and none as a power of ten: what was stored is read again as it was. */
const digits = new Intl.NumberFormat('en', { useGrouping: false, maximumFractionDigits: 20 });

export function printPlaces(places: readonly Place[]): string {
  return places
    .map(({ latitude, longitude }) => `${digits.format(latitude)}, ${digits.format(longitude)}`)
    .join('\n');
}

/** Two numbers, whatever parts them; with a comma as the decimal sign, a blank or a semicolon must. */
export function readPlace(line: string): Place | undefined {
  const text = line.trim().replaceAll('−', '-');
  const pair = text.includes(';')
    ? text.split(';')
    : /\s/.test(text)
      ? text.split(/\s*,\s+|\s+,\s*|\s+/)
      : text.split(',');
  const [latitude, longitude, ...rest] = pair.map(numberIn);
  if (!isNumber(latitude) || !isNumber(longitude) || rest.length > 0) return undefined;
  return { latitude, longitude };
}

const isNumber = (value: number | undefined): value is number => value !== undefined && !Number.isNaN(value);
