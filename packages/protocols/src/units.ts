/** Speeds as trackers send them, in the product's own unit (knots). */

/** km/h to knots; one knot is 1.852 km/h by definition. */
export function knotsFromKph(speedKph: number): number {
  return speedKph / 1.852;
}

/** Metres a second to knots. */
export function knotsFromMps(speedMps: number): number {
  return (speedMps * 3.6) / 1.852;
}
