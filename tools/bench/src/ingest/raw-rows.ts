/** Rows as the server's pipeline makes them of a gt06 position, without the pipeline. */

import type { NumberBlocks } from '@atalaia/server/src/ingest/writer/number-blocks.ts';
import { otherAttributes, positionJson } from '@atalaia/server/src/ingest/writer/position-row.ts';
import type { PositionRow, StateRow } from '@atalaia/server/src/ingest/writer/rows.ts';
import type { BatchRows } from '@atalaia/server/src/ingest/writer/store-batch.ts';

const attributes = otherAttributes({ sat: 10, event: 0, archive: false, odometer: 1_000_000 }, undefined);

export interface RawRows {
  /** The next positions, in turn over the devices, with the state that follows for each device. */
  next(count: number, numbers: Pick<NumberBlocks, 'take'>): BatchRows;
}

const networkJson =
  '{"cellTowers":[{"cellId":15228,"locationAreaCode":10769,"mobileCountryCode":724,"mobileNetworkCode":5}]}';

/** `versions` has the version of each device's state, where it has one; it follows what is written. */
export function createRawRows(
  deviceIds: readonly number[],
  firstFixMs: number,
  versions: Map<number, number>,
): RawRows {
  let round = 0;
  let turn = 0;

  function nextVersion(deviceId: number): number {
    const version = (versions.get(deviceId) ?? 0) + 1;
    versions.set(deviceId, version);
    return version;
  }

  function position(deviceId: number, id: number): PositionRow {
    const fixTimeMs = firstFixMs + round * 1000;
    const totalDistanceMetres = 1_000_000 + round * 11;
    return {
      id,
      deviceId,
      digest: id.toString(16).padStart(32, '0'),
      protocol: 'gt06',
      type: '34',
      receivedMs: Date.now(),
      position: {
        fixTimeMs,
        deviceTimeMs: fixTimeMs,
        valid: true,
        outdated: false,
        latitude: -20 + round * 0.0001,
        longitude: -50,
        altitude: 0,
        speedKnots: 21.598,
        course: 0,
        accuracy: 0,
        hasFix: true,
        placed: true,
        late: false,
        corrected: false,
      },
      travel: {
        motion: true,
        ignition: true,
        approximate: false,
        distanceMetres: 11,
        totalDistanceMetres,
        hoursMs: round * 1000,
      },
      motion: true,
      ignition: true,
      alarm: null,
      fuel: null,
      networkJson,
      geofenceIdsJson: null,
      cellJson: '[724,5,10769,15228]',
      ...attributes,
    };
  }

  function state(newest: PositionRow): StateRow {
    const { fixTimeMs, latitude, longitude } = newest.position;
    return {
      deviceId: newest.deviceId,
      version: nextVersion(newest.deviceId),
      status: 'online',
      lastUpdateMs: newest.receivedMs,
      overdueMs: null,
      newest,
      positionJson: positionJson(newest),
      heldClaim: 0,
      heldBy: null,
      sirenEventId: null,
      memoryJson:
        `{"fixTimeMs":${fixTimeMs},"place":{"latitude":${latitude},"longitude":${longitude},"course":0,` +
        `"timeMs":${fixTimeMs}},"motion":true,"ignition":true,"totalDistanceMetres":${round * 11},` +
        `"hoursMs":${round * 1000},"overspeed":false,"alarms":[],"told":[],"corrected":[]}`,
    };
  }

  return {
    next(count, numbers) {
      const newest = new Map<number, PositionRow>();
      const positions = Array.from({ length: count }, () => {
        if (turn === deviceIds.length) {
          turn = 0;
          round += 1;
        }
        const row = position(deviceIds[turn++] ?? 0, numbers.take());
        newest.set(row.deviceId, row);
        return row;
      });
      return {
        positions,
        odd: [],
        events: [],
        answered: [],
        states: [...newest.values()].map(state).sort((one, other) => one.deviceId - other.deviceId),
        effective: positions.map(({ id }) => id),
      };
    },
  };
}
