/** What a scene does to a vehicle and its tracker, from its first second to its last. */
import type { Uplink } from '../tracker/uplink.ts';
import type { Vehicle } from '../vehicle/vehicle.ts';
import type { Alarm } from '../wire/report.ts';
import type { SceneKind } from './scene-plan.ts';

export interface Stage {
  readonly vehicle: Vehicle;
  readonly uplink: Uplink;
  /** Reports at once, with an alarm if given. */
  report(alarm?: Alarm): void;
}

interface Play {
  begin(stage: Stage): void;
  end(stage: Stage): void;
}

/** Times the limit: over the device's own limit on every road, and still within what a car can do. */
const speedingTimes = 1.5;
const lowBatteryPercent = 12;

const plays: Readonly<Record<SceneKind, Play>> = {
  parking: {
    begin: ({ vehicle }) => vehicle.order({ park: true }),
    end: ({ vehicle }) => vehicle.order({}),
  },
  overspeed: {
    begin: ({ vehicle }) => vehicle.order({ speeding: speedingTimes }),
    end: ({ vehicle }) => vehicle.order({}),
  },
  sos: {
    begin: ({ report }) => report('sos'),
    end: ({ report }) => report('sos'),
  },
  powerCut: {
    begin: ({ vehicle, report }) => {
      vehicle.cutPower(true);
      report('powerCut');
    },
    end: ({ vehicle, report }) => {
      vehicle.cutPower(false);
      report('powerRestored');
    },
  },
  lowBattery: {
    begin: ({ vehicle, report }) => {
      vehicle.cutPower(true);
      vehicle.drainBattery(lowBatteryPercent);
      report('lowBattery');
    },
    end: ({ vehicle, report }) => {
      vehicle.cutPower(false);
      report();
    },
  },
  linkLoss: {
    begin: ({ uplink }) => uplink.lose(),
    end: ({ uplink }) => uplink.restore(),
  },
  jamming: {
    begin: ({ uplink }) => uplink.jam(),
    // The tracker reports it when it is over: the alarm could not get out before.
    end: ({ uplink, report }) => {
      uplink.restore();
      report('jamming');
    },
  },
};

export function beginScene(kind: SceneKind, stage: Stage): void {
  plays[kind].begin(stage);
}

export function endScene(kind: SceneKind, stage: Stage): void {
  plays[kind].end(stage);
}
