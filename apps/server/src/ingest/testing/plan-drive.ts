/** A device's messages through the planning of batches, as the writer and the table do it, without a database. */
import type { DecodedPosition } from '@atalaia/protocols/decoded-position';
import { digestOf } from '../connection/entry-of.ts';
import type { IngestDevice } from '../ingest-device.ts';
import { noRules, type Rules } from '../rules/rules.ts';
import { emptyMemory, memoryFrom } from '../steps/device-memory.ts';
import { defaultThresholds, type Thresholds } from '../thresholds.ts';
import type { DeviceState } from '../writer/device-states.ts';
import type { Entry, PositionEntry } from '../writer/entry.ts';
import { planBatch } from '../writer/plan-batch.ts';
import type { EventRow, PositionRow } from '../writer/rows.ts';

export const startMs = Date.UTC(2026, 10, 21, 12);
export const minuteMs = 60_000;

export const testDevice: IngestDevice = {
  id: 1,
  uniqueId: '1',
  name: 'Car',
  disabled: false,
  category: 'car',
  groupId: undefined,
  speedLimitKnots: undefined,
};

export type Report = Partial<DecodedPosition> & { readonly afterMs: number };

export function entryOf({ afterMs, ...reports }: Report, device: IngestDevice = testDevice): PositionEntry {
  const position: DecodedPosition = {
    fixTimeMs: startMs + afterMs,
    valid: true,
    latitude: -23.5,
    longitude: -46.6,
    attributes: {},
    ...reports,
  };
  const receipt = { settle: () => undefined };
  const receivedMs = startMs + 24 * 60 * minuteMs;
  return {
    kind: 'position',
    device,
    protocol: 'test',
    receivedMs,
    position,
    digest: digestOf(position),
    frame: new Uint8Array(),
    receipt,
  };
}

export interface PlanDriveSettings {
  rules?: Rules;
  speedLimitKnots?: number;
  thresholds?: Partial<Thresholds>;
}

export function createPlanDrive(settings: PlanDriveSettings = {}) {
  let state: DeviceState = {
    version: 0,
    status: 'online',
    heldClaim: 0,
    heldBy: null,
    lastUpdateMs: undefined,
    memory: emptyMemory,
    newestDigests: [],
  };
  const stored = new Set<string>();
  const positions: PositionRow[] = [];
  const events: EventRow[] = [];
  let numbers = 0;
  let failedExpressions = 0;
  const take = () => ++numbers;

  return {
    positions,
    events,
    get state() {
      return state;
    },
    get failedExpressions() {
      return failedExpressions;
    },
    /** Other rules from here on. */
    change: (changed: PlanDriveSettings) => Object.assign(settings, changed),
    /** Only what the table holds is left. */
    restart() {
      const memory = memoryFrom(JSON.parse(JSON.stringify(state.memory)));
      state = { ...state, lastUpdateMs: state.lastUpdateMs, memory, newestDigests: [] };
    },
    commit(entries: readonly Entry[]): readonly EventRow[] {
      const repeats = new Set<Entry>();
      for (const entry of entries) {
        if (entry.kind !== 'position') continue;
        const key = `${entry.position.fixTimeMs} ${entry.digest}`;
        if (stored.has(key)) repeats.add(entry);
        stored.add(key);
      }
      const plan = planBatch(
        entries,
        { repeats, refused: new Map(), attempt: undefined },
        {
          states: { get: () => state },
          awaitedCommands: new Map(),
          positionNumbers: { take },
          eventNumbers: { take },
          rules: settings.rules ?? noRules,
          settings: {
            speedLimitKnots: settings.speedLimitKnots,
            thresholds: { ...defaultThresholds, ...settings.thresholds },
          },
        },
      );
      state = plan.devices.get(testDevice.id)?.state ?? state;
      positions.push(...plan.positions);
      events.push(...plan.events);
      failedExpressions += plan.failedExpressions;
      return plan.events;
    },
    /** One batch each, and the types of the events of each. */
    drive(reports: readonly Report[]): readonly (readonly string[])[] {
      return reports.map((one) => this.commit([entryOf(one)]).map(({ type }) => type));
    },
  };
}
