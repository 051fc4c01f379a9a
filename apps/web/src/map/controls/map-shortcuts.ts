/** What the keys do while the map has the focus; the help overlay lists the same. */
import type { PhraseKey } from '@atalaia/phrases/phrase-key';
import type { MapCore } from '../map-api.ts';

export interface MapShortcut {
  /** As written on the keys, any of them. */
  readonly keys: readonly string[];
  readonly phrase: PhraseKey;
}

interface ActingShortcut extends MapShortcut {
  readonly act: (core: MapCore) => void;
}

const acting: readonly ActingShortcut[] = [
  {
    keys: ['D'],
    phrase: 'mapTool.devices',
    act: (core) => core.setDevicesVisible(!core.state.get().devices),
  },
  {
    keys: ['G'],
    phrase: 'mapTool.geofences',
    act: (core) => core.setGeofencesVisible(!core.state.get().geofences),
  },
  { keys: ['A'], phrase: 'mapTool.alarms', act: (core) => core.setAlarmsVisible(!core.state.get().alarms) },
  { keys: ['L'], phrase: 'mapTool.labels', act: (core) => core.setLabels(!core.state.get().labels) },
  { keys: ['T'], phrase: 'mapTool.traces', act: (core) => core.setTraces(!core.state.get().traces) },
  { keys: ['F'], phrase: 'mapTool.follow', act: (core) => core.setFollow(!core.state.get().follow) },
  {
    keys: ['M'],
    phrase: 'mapTool.measure',
    act: (core) => core.measure({ kind: 'set', on: core.measured.get().phase === 'off' }),
  },
];

/** Every key of the map, those of moving and zooming first. */
export const mapShortcuts: readonly MapShortcut[] = Object.freeze([
  { keys: ['←', '↑', '→', '↓'], phrase: 'mapKey.move' },
  { keys: ['+'], phrase: 'mapTool.zoomIn' },
  { keys: ['−'], phrase: 'mapTool.zoomOut' },
  ...acting.map(({ keys, phrase }) => ({ keys, phrase })),
]);

type PressedKey = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'altKey' | 'metaKey'>;

/** What a key does, null for keys of others: with Ctrl, Alt or the system's key it is the browser's. */
export function mapActionOf({ key, ctrlKey, altKey, metaKey }: PressedKey): ((core: MapCore) => void) | null {
  if (ctrlKey || altKey || metaKey) return null;
  return acting.find(({ keys }) => keys.includes(key.toUpperCase()))?.act ?? null;
}
