import type { Position } from '@atalaia/contract/devices/position';
import { csvCell } from '../../platform/http/csv-cell.ts';

/** A way as other programs read it (OUT-03). */
export const trackFormats = ['csv', 'gpx', 'kml', 'geojson'] as const;

export type TrackFormat = (typeof trackFormats)[number];

interface TrackWriter {
  readonly type: string;
  readonly head: string;
  readonly tail: string;
  /** Between two positions. */
  readonly between: string;
  write(position: Position): string;
}

const csvFields = [
  ...['id', 'deviceId', 'protocol', 'serverTime', 'deviceTime', 'fixTime', 'outdated', 'valid', 'latitude'],
  ...['longitude', 'altitude', 'speed', 'course', 'accuracy', 'address', 'attributes'],
] as const satisfies readonly (keyof Position)[];

const knotsToMetresPerSecond = 1852 / 3600;

const escaped = (text: string) => text.replaceAll(/[&<>"]/g, (sign) => `&#${sign.codePointAt(0)};`);

/** Each from its format's own definition: RFC 4180, GPX 1.1, KML 2.2, RFC 7946. */
export const trackWriters: Readonly<Record<TrackFormat, TrackWriter>> = {
  csv: {
    type: 'text/csv; charset=utf-8',
    head: `${csvFields.join(',')}\r\n`,
    tail: '',
    between: '',
    write: (position) => `${csvFields.map((field) => csvCell(position[field])).join(',')}\r\n`,
  },
  gpx: {
    type: 'application/gpx+xml',
    head: '<?xml version="1.0" encoding="UTF-8"?>\n<gpx version="1.1" creator="Atalaia" xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg>\n',
    tail: '</trkseg></trk></gpx>\n',
    between: '',
    write: ({ latitude, longitude, altitude, fixTime }) =>
      `<trkpt lat="${latitude}" lon="${longitude}"><ele>${altitude}</ele><time>${fixTime}</time></trkpt>\n`,
  },
  kml: {
    type: 'application/vnd.google-earth.kml+xml',
    head: '<?xml version="1.0" encoding="UTF-8"?>\n<kml xmlns="http://www.opengis.net/kml/2.2"><Document><name>Atalaia</name>\n',
    tail: '</Document></kml>\n',
    between: '',
    write: ({ latitude, longitude, altitude, fixTime, address }) =>
      `<Placemark><TimeStamp><when>${fixTime}</when></TimeStamp>${address ? `<description>${escaped(address)}</description>` : ''}<Point><coordinates>${longitude},${latitude},${altitude}</coordinates></Point></Placemark>\n`,
  },
  geojson: {
    type: 'application/geo+json',
    head: '{"type":"FeatureCollection","features":[',
    tail: ']}',
    between: ',',
    write: ({ latitude, longitude, altitude, id, deviceId, fixTime, speed, course, address }) =>
      JSON.stringify({
        type: 'Feature',
        geometry: { type: 'Point', coordinates: [longitude, latitude, altitude] },
        properties: {
          ...{ id, deviceId, time: fixTime, course, address },
          speedMetresPerSecond: Math.round(speed * knotsToMetresPerSecond * 1000) / 1000,
        },
      }),
  },
};

/** Positions as they come, in pieces of JSON with commas between. */
export async function* trackFile(
  pieces: AsyncIterable<string>,
  format: TrackFormat,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const { head, tail, between, write } = trackWriters[format];
  const encoder = new TextEncoder();
  // with the first rows, since a refusal comes instead of them
  let before = head;
  for await (const piece of pieces) {
    const rows = (JSON.parse(`[${piece}]`) as Position[]).map(write);
    if (rows.length === 0) continue;
    yield encoder.encode(before + rows.join(between));
    before = between;
  }
  yield encoder.encode((before === head ? head : '') + tail);
}
