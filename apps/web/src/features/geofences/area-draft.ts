/** The area as the form holds it: what is typed, or was drawn and can be typed over. */
import { type AreaError, type GeofenceArea, parseArea, printArea } from '@atalaia/domain/geo/geofence-area';
import { numberIn } from '../../lib/formats/plain-number.ts';
import { printPlaces, readPlaces, type TypedPlacesFault } from './typed-places.ts';

export type AreaKind = GeofenceArea['kind'];

export interface AreaDraft {
  readonly kind: AreaKind;
  /** The centre, or the corners; see `readPlaces`. */
  readonly places: string;
  /** Of a circle, metres, as typed. */
  readonly radius: string;
}

export type DraftFault = TypedPlacesFault | Exclude<AreaError, 'bad-number'> | 'several-centres';

export type ReadDraft =
  | { readonly area: GeofenceArea; readonly fault?: undefined; readonly empty?: undefined }
  | { readonly empty: true; readonly area?: undefined; readonly fault?: undefined }
  | {
      readonly fault: DraftFault;
      /** Of what is typed, where one is to blame. */
      readonly line?: number;
      readonly area?: undefined;
      readonly empty?: undefined;
    };

export const emptyDraft: AreaDraft = Object.freeze({ kind: 'circle', places: '', radius: '' });

/** Of a stored text; one that nobody can read is empty, and drawn again. */
export function draftOfText(text: string): AreaDraft {
  const { area } = parseArea(text);
  return area ? draftOf(area) : emptyDraft;
}

export function draftOf(area: GeofenceArea): AreaDraft {
  switch (area.kind) {
    case 'circle':
      return { kind: 'circle', places: printPlaces([area.centre]), radius: String(area.radiusMetres) };
    case 'polygon':
      return { kind: 'polygon', places: printPlaces(area.corners), radius: '' };
    case 'line':
      return { kind: 'line', places: printPlaces(area.points), radius: '' };
  }
}

/** What another shape keeps of a draft: polygon and line have corners alike. */
export function draftAs(kind: AreaKind, draft: AreaDraft): AreaDraft {
  if (kind === draft.kind) return draft;
  if (kind === 'circle' || draft.kind === 'circle') return { kind, places: '', radius: '' };
  return { ...draft, kind };
}

/** The area, judged as the API judges its text. */
export function readDraft({ kind, places: typed, radius }: AreaDraft): ReadDraft {
  if (typed.trim() === '') return { empty: true };
  const read = readPlaces(typed);
  if (!read.places) return read;
  const { places } = read;
  if (kind !== 'circle') {
    return checked(kind === 'line' ? { kind, points: places } : { kind, corners: places });
  }
  const [centre, another] = places;
  if (!centre || another) return { fault: 'several-centres' };
  const radiusMetres = numberIn(radius) ?? 0;
  return Number.isFinite(radiusMetres) ? checked({ kind, centre, radiusMetres }) : { fault: 'bad-radius' };
}

/** The text that is sent; empty where there is no area. */
export function areaTextOf(draft: AreaDraft): string {
  const { area } = readDraft(draft);
  return area ? printArea(area) : '';
}

function checked(area: GeofenceArea): ReadDraft {
  const parsed = parseArea(printArea(area));
  if (!parsed.error) return { area };
  const fault = parsed.error === 'bad-number' ? 'no-pair' : parsed.error;
  return parsed.place === undefined ? { fault } : { fault, line: parsed.place };
}
