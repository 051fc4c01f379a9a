/** Fields of the text protocols that write places as NMEA does. */

/** Degrees and minutes with four decimals (`2332.5000`), `whole` digits of degrees. */
function degreesAndMinutes(degrees: number, whole: number): string {
  const tenThousandths = Math.round(Math.abs(degrees) * 600_000);
  const minutes = ((tenThousandths % 600_000) / 10_000).toFixed(4).padStart(7, '0');
  return `${String(Math.floor(tenThousandths / 600_000)).padStart(whole, '0')}${minutes}`;
}

/** Latitude, hemisphere, longitude, hemisphere. */
export function placeFields(
  latitude: number,
  longitude: number,
): readonly [latitude: string, north: string, longitude: string, east: string] {
  return [
    degreesAndMinutes(latitude, 2),
    latitude < 0 ? 'S' : 'N',
    degreesAndMinutes(longitude, 3),
    longitude < 0 ? 'W' : 'E',
  ];
}

/** `yyMMdd` and `HHmmss`, UTC. */
export function clockFields(timeMs: number): readonly [date: string, time: string] {
  const digits = new Date(timeMs).toISOString().replace(/\D/g, '');
  return [digits.slice(2, 8), digits.slice(8, 14)];
}

/** `ddMMyy` of `yyMMdd`. */
export function dayFirst(date: string): string {
  return `${date.slice(4)}${date.slice(2, 4)}${date.slice(0, 2)}`;
}
