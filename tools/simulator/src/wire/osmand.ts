/** osmand: a report is the query of an HTTP request (OsmAnd and the Traccar client app); 200 means that it is stored. */
import type { Report } from './report.ts';

export const osmandPort = 5055;

/** Path and query. Speed in knots, time in seconds, `batt` in percent; names that the field does not know are attributes. */
export function osmandPath(uniqueId: string, report: Report): string {
  const query = new URLSearchParams({
    id: uniqueId,
    timestamp: String(Math.round(report.fixTimeMs / 1000)),
    lat: report.latitude.toFixed(6),
    lon: report.longitude.toFixed(6),
    speed: (report.speedKph / 1.852).toFixed(2),
    bearing: report.courseDegrees.toFixed(1),
    altitude: report.altitudeMetres.toFixed(0),
    accuracy: (report.hdop * 5).toFixed(1),
    hdop: report.hdop.toFixed(1),
    sat: String(report.satellites),
    batt: report.batteryPercent.toFixed(0),
    charge: String(report.powerVolts > 0),
    ignition: String(report.ignition),
    odometer: report.odometerMetres.toFixed(0),
    ...(report.alarm && { alarm: report.alarm }),
  });
  return `/?${query}`;
}
