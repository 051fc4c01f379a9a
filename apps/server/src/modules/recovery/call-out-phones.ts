/** Apps of the stores on the phones of who was called out. */
import { type CallOutPlace, callOutTrackerPrefix } from '@atalaia/contract/sinisters/call-out';
import { decodeOsmandRequest } from '@atalaia/protocols/osmand/osmand';

/** A phone's report over HTTP, as far as it is read here. */
interface HttpReport {
  readonly method: string;
  readonly url: string;
  readonly contentType: string | undefined;
  readonly body: string;
  readonly remoteAddress: string;
}

interface HttpAnswer {
  readonly status: number;
  readonly body: string;
}

/** True where the report is one of a call-out. */
interface TakesReports {
  takeReport(
    report: { readonly uniqueId: string | undefined; readonly place: CallOutPlace | undefined },
    address: string,
  ): Promise<boolean>;
}

type HandleReport = (report: HttpReport) => Promise<HttpAnswer>;

/** Apps of the stores report to one address: those of call-outs are no devices, and are taken before the trackers (APP-03). */
export function withCallOutPhones(handle: HandleReport, calledOut: TakesReports): HandleReport {
  return async (report) => {
    // most are trackers: their reports are not read twice
    if (!`${report.url} ${report.body.slice(0, 2_000)}`.includes(callOutTrackerPrefix)) return handle(report);
    const request = { ...report, contentType: report.contentType ?? '', body: Buffer.from(report.body) };
    const decoded = decodeOsmandRequest(request, { receivedMs: Date.now(), transport: 'http' });
    const message = decoded.messages.at(-1);
    const position = message?.kind === 'position' ? message.position : undefined;
    const isPlaced = typeof position?.latitude === 'number' && typeof position.longitude === 'number';
    const place = isPlaced
      ? {
          latitude: position.latitude,
          longitude: position.longitude,
          at: new Date(position.fixTimeMs).toISOString(),
        }
      : undefined;
    const uniqueId = message?.uniqueIds[0];
    if (await calledOut.takeReport({ uniqueId, place }, report.remoteAddress))
      return { status: 200, body: '' };
    return handle(report);
  };
}
