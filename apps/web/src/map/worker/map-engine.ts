/** Everything the map's worker knows and can be asked, without the worker around it. */
import { type DeviceColour, deviceColours } from '@atalaia/domain/devices/device-status';
import type { FleetFigures } from '@atalaia/domain/travel/fleet-figures';
import type { FleetFilter, FleetListing } from '../../lib/fleet/fleet-list.ts';
import type { SirenChange } from '../../live/live-feed.ts';
import type { MapDevice } from '../map-api.ts';
import { resolutionOf } from '../mercator.ts';
import { type Clusters, createClusterGrid } from './cluster-grid.ts';
import { applyDeviceChanges, type DeviceChange } from './device-change.ts';
import {
  createDeviceColumns,
  type DeviceColumns,
  hasPosition,
  removeDevice,
  rowsInIdOrder,
} from './device-columns.ts';
import { createNameIndex, lookupDevices, type NameIndex, searchDevices } from './device-search.ts';
import { countFleet, listFleet } from './fleet-members.ts';
import type { Staleness } from './frame-pacer.ts';
import type { MapFrame, MapViewport } from './map-frame.ts';
import { applyPositions, type PositionBatch } from './position-batch.ts';
import { countColours, countsAs, recolour } from './row-colour.ts';
import { readSnapshot } from './snapshot-columns.ts';
import { createSpreads, spotOf } from './spread.ts';
import { contains, cutFrame, emptyItems, widened } from './view-frame.ts';

export interface MapEngine {
  /** Replaces all devices. Gives the reason when the bytes are no snapshot; then what was there stays. */
  loadSnapshot(bytes: ArrayBuffer): string | null;
  /** Gives how many of the positions change what the screen shows. */
  applyPositions(batch: PositionBatch): number;
  applyDevices(changes: readonly DeviceChange[]): void;
  applySirens(changes: readonly SirenChange[]): void;
  removeDevices(deviceIds: readonly number[]): void;
  setViewport(viewport: MapViewport): void;
  /** The device that no cluster swallows. */
  select(deviceId: number | null): void;
  /**
   * Lays the vehicles of the cluster that a device is in out round their spot, and gives whether they are: not where a
   * closer look takes them apart. Null puts them together again.
   */
  spread(deviceId: number | null): boolean;
  setLabels(on: boolean): void;
  /** Draws only devices that count under these colours of the legend, and the selected one; all when there is none. */
  setColours(shown: readonly DeviceColour[]): void;
  staleness(): Staleness;
  buildFrame(): MapFrame;
  lookup(deviceIds: readonly number[]): MapDevice[];
  search(text: string, limit: number): MapDevice[];
  listFleet(filter: FleetFilter, nowMs: number): FleetListing;
  countFleet(nowMs: number): FleetFigures;
}

export function createMapEngine(): MapEngine {
  const grid = createClusterGrid();
  let columns = createDeviceColumns(0);
  let order: Int32Array = new Int32Array(0);
  let viewport: MapViewport | null = null;
  let selectedId: number | null = null;
  const spreads = createSpreads();
  let labels = false;
  /** Indices of the legend's colours that are drawn; all when there is none. */
  let colours: readonly number[] = [];
  let loaded = false;
  let stale: Staleness = 'none';
  /** Clusters that still fit the columns, the zoom and the selection. */
  let clusters: Clusters | null = null;
  /** Still fits the names. */
  let nameIndex: NameIndex | null = null;

  function changed(): void {
    clusters = null;
    stale = 'onScreen';
  }

  function rowsChanged(): void {
    order = rowsInIdOrder(columns);
    nameIndex = null;
    changed();
  }

  const shownRows = (): Int32Array => {
    if (colours.length === 0) return order;
    const lone = selectedRow();
    return order.filter((row) => row === lone || colours.some((colour) => countsAs(columns, row, colour)));
  };

  const selectedRow = (): number => (selectedId === null ? -1 : (columns.rowOfId.get(selectedId) ?? -1));

  const currentNames = (): NameIndex => (nameIndex ??= createNameIndex(columns));

  const currentClusters = (zoom: number): Clusters =>
    (clusters ??= grid.cluster({
      columns,
      order: shownRows(),
      resolution: resolutionOf(zoom),
      loneRow: selectedRow(),
    }));

  return {
    loadSnapshot(bytes) {
      const result = readSnapshot(bytes);
      if (!result.ok) return result.reason;
      columns = result.columns;
      loaded = true;
      rowsChanged();
      return null;
    },
    applyPositions(batch) {
      // the selected device counts wherever it is: the view may follow it
      const selected = selectedRow();
      let visibleCount = 0;
      applyPositions(columns, batch, (row, x, y) => {
        if (row === selected || isInView(columns, row, x, y, viewport)) visibleCount++;
        clusters = null;
        if (stale === 'none') stale = 'offScreen';
      });
      if (visibleCount > 0) stale = 'onScreen';
      return visibleCount;
    },
    applyDevices(changes) {
      const renames = changes.some((change) => isRenamed(columns, change));
      if (applyDeviceChanges(columns, changes)) order = rowsInIdOrder(columns);
      if (renames) nameIndex = null;
      changed();
    },
    applySirens(changes) {
      if (changes.filter((change) => setSiren(columns, change)).length > 0) changed();
    },
    removeDevices(deviceIds) {
      for (const deviceId of deviceIds) removeDevice(columns, deviceId);
      rowsChanged();
    },
    setViewport(next) {
      if (viewport?.zoom !== next.zoom) clusters = null;
      viewport = next;
      stale = 'onScreen';
    },
    select(deviceId) {
      selectedId = deviceId;
      changed();
    },
    spread(deviceId) {
      stale = 'onScreen';
      return spreads.choose(deviceId, columns, viewport && currentClusters(viewport.zoom), viewport?.zoom);
    },
    setLabels(on) {
      labels = on;
      stale = 'onScreen';
    },
    setColours(shown) {
      colours = shown.map((colour) => deviceColours.indexOf(colour));
      changed();
    },
    staleness: () => (viewport ? stale : 'none'),
    buildFrame() {
      stale = 'none';
      const shown = viewport && currentClusters(viewport.zoom);
      const spread = viewport && shown && spreads.at(columns, shown, viewport.zoom);
      const items =
        viewport && shown ? cutFrame(columns, shown, widened(viewport.extent), spread) : emptyItems(0);
      const names = labels ? namesOf(columns, items.deviceIds) : null;
      const selected = placeOfRow(columns, selectedRow());
      const zoom = viewport?.zoom ?? 0;
      return { items, names, selected, spread: spread && spotOf(spread), zoom, loaded, ...countsOf(columns) };
    },
    lookup: (deviceIds) => lookupDevices(columns, deviceIds),
    search: (text, limit) => searchDevices(columns, currentNames(), text, limit),
    listFleet: (filter, nowMs) => listFleet(columns, currentNames(), filter, nowMs),
    countFleet: (nowMs) => countFleet(columns, nowMs),
  };
}

const countsOf = (columns: DeviceColumns) => ({
  deviceCount: columns.rowCount,
  colourCounts: countColours(columns),
});

function namesOf(columns: DeviceColumns, deviceIds: Int32Array): string[] {
  return Array.from(deviceIds, (id) => columns.names[columns.rowOfId.get(id) ?? -1] ?? '');
}

/** Where the device of a row is; null for row -1 and for one that never had a position. */
function placeOfRow(columns: DeviceColumns, row: number): MapFrame['selected'] {
  if (row < 0 || !hasPosition(columns, row)) return null;
  return { deviceId: columns.ids[row] ?? 0, x: columns.xs[row] ?? 0, y: columns.ys[row] ?? 0 };
}

/** Whether a device is drawn now or was before it moved to a place; without a viewport all are. */
function isInView(
  columns: DeviceColumns,
  row: number,
  x: number,
  y: number,
  viewport: MapViewport | null,
): boolean {
  if (!viewport) return true;
  const extent = widened(viewport.extent);
  return contains(extent, x, y) || contains(extent, columns.xs[row] ?? 0, columns.ys[row] ?? 0);
}

/** False for a device that is not there. */
function setSiren(columns: DeviceColumns, { deviceId, on }: SirenChange): boolean {
  const row = columns.rowOfId.get(deviceId);
  if (row === undefined) return false;
  columns.sirens[row] = on ? 1 : 0;
  recolour(columns, row);
  return true;
}

/** Whether a change brings a text that the index does not hold. */
function isRenamed(columns: DeviceColumns, { id, name, uniqueId, plate, model }: DeviceChange): boolean {
  const row = columns.rowOfId.get(id) ?? -1;
  const { names, uniqueIds, plates, models } = columns;
  return names[row] !== name || uniqueIds[row] !== uniqueId || plates[row] !== plate || models[row] !== model;
}
