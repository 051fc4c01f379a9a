import type { Summary } from '@atalaia/contract/reports/report-rows';
import { type Tally, travelFigures } from '@atalaia/domain/travel/travel-tally';
import { inPiecesOf, readAhead } from '../../../queries/read-ahead.ts';
import { tallyDevices } from '../hours/tally-devices.ts';
import type { ReportDatabase } from './report-database-queries.ts';
import { instant, type ReportDevice, readDevices, thousandths } from './report-devices.ts';
import type { ReportRequest } from './report-request.ts';

const devicesPerPiece = 50;

/** Rows of the summary as JSON with commas between. */
export async function* summaryRows(
  database: ReportDatabase,
  { deviceIds, fromMs, toMs, dayStartsMs = [fromMs] }: ReportRequest,
): AsyncGenerator<string> {
  yield* readAhead(inPiecesOf(devicesPerPiece, deviceIds), (ids) =>
    database.read(async (client) => {
      const devices = await readDevices(client, ids);
      const days: (readonly Summary[])[] = [];
      for (const [index, startMs] of dayStartsMs.entries()) {
        const endMs = (dayStartsMs[index + 1] ?? toMs + 1) - 1;
        const tallies = await tallyDevices(client, devices, startMs, endMs);
        days.push(devices.map((device) => summaryOf(device, tallies.get(device.id), startMs, endMs)));
      }
      // device by device, and in each day by day
      const rows = devices.flatMap((_device, place) => days.flatMap((day) => day[place] ?? []));
      return rows.map((row) => JSON.stringify(row)).join(',');
    }),
  );
}

const nothing = {
  distanceMetres: 0,
  averageSpeedKnots: 0,
  maxSpeedKnots: 0,
  engineMs: 0,
  spentLitres: 0,
  startOdometerMetres: 0,
  endOdometerMetres: 0,
};

function summaryOf(
  { id, name }: ReportDevice,
  tally: Tally | undefined,
  fromMs: number,
  toMs: number,
): Summary {
  const figures = tally ? travelFigures(tally) : nothing;
  return {
    deviceId: id,
    deviceName: name,
    startTime: instant(fromMs),
    endTime: instant(toMs),
    distance: thousandths(figures.distanceMetres),
    startOdometer: thousandths(figures.startOdometerMetres),
    endOdometer: thousandths(figures.endOdometerMetres),
    averageSpeed: thousandths(figures.averageSpeedKnots),
    maxSpeed: thousandths(figures.maxSpeedKnots),
    engineHours: figures.engineMs,
    spentFuel: thousandths(figures.spentLitres),
  };
}
