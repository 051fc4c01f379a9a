import type { Position } from '@atalaia/contract/devices/position';
import type { RouteRow } from '@atalaia/contract/reports/report-rows';

const fixTime = '2026-11-21T06:58:08.000Z';

/** A position as the live socket sends it; give the fields a test is about. */
export function aPosition(part: Partial<Position> = {}): Position {
  return {
    id: 1,
    deviceId: 1,
    protocol: 'gt06',
    type: null,
    serverTime: fixTime,
    deviceTime: fixTime,
    fixTime,
    outdated: false,
    valid: true,
    latitude: -3.73,
    longitude: -38.52,
    altitude: 0,
    speed: 0,
    course: 0,
    accuracy: 0,
    address: null,
    network: null,
    attributes: {},
    ...part,
  };
}

/** A row of a route report; give the fields a test is about. */
export function aRouteRow(part: Partial<RouteRow> = {}): RouteRow {
  return { ...aPosition(), name: 'Strada 7', ...part };
}
