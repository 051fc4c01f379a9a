/** Colours of the shipped map, as the theme's tokens resolve them. */
export interface BaseMapColours {
  readonly land: string;
  readonly brazil: string;
  readonly water: string;
  /** Along the coast, towards the sea. */
  readonly shallows: string;
  readonly coast: string;
  readonly border: string;
  readonly stateBorder: string;
  readonly road: string;
  readonly roadEdge: string;
  readonly motorway: string;
  readonly park: string;
  /** Ground that is built over. */
  readonly built: string;
  readonly building: string;
  readonly grid: string;
  readonly gridName: string;
  readonly name: string;
  readonly faintName: string;
  /** Round a name, so that lines do not cross it. */
  readonly halo: string;
}

/** The tokens (or mixes of them) behind each colour; `map-colours.ts` resolves them for the theme in force. */
export const baseMapColourTokens: Readonly<Record<keyof BaseMapColours, string>> = Object.freeze({
  land: 'var(--map-land)',
  brazil: 'color-mix(in oklab, var(--map-land) 96%, white)',
  water: 'var(--map-water)',
  shallows: 'color-mix(in oklab, var(--map-water) 72%, var(--map-land))',
  coast: 'color-mix(in oklab, var(--map-water) 80%, var(--text))',
  border: 'color-mix(in oklab, var(--map-land) 68%, var(--text))',
  stateBorder: 'color-mix(in oklab, var(--map-land) 80%, var(--text))',
  road: 'var(--map-road)',
  roadEdge: 'var(--map-road-edge)',
  motorway: 'color-mix(in oklab, var(--map-road) 78%, #e0a030)',
  park: 'var(--map-park)',
  built: 'color-mix(in oklab, var(--map-land) 96%, var(--text))',
  building: 'color-mix(in oklab, var(--map-land) 91%, var(--text))',
  grid: 'color-mix(in oklab, var(--text) 6%, transparent)',
  gridName: 'color-mix(in oklab, var(--muted) 62%, var(--map-land))',
  name: 'color-mix(in oklab, var(--text) 78%, var(--map-land))',
  faintName: 'color-mix(in oklab, var(--muted) 78%, var(--map-land))',
  halo: 'color-mix(in oklab, var(--map-land) 85%, transparent)',
});
