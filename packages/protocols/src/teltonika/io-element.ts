/** One AVL element of Teltonika's lists: its id, the key of the vocabulary, and how its value is read. */
export interface IoElement {
  readonly id: number;
  readonly key: string;
  /**
   * - `flag`: not 0; `unsigned`, `signed`: a number, divided by `divisor`;
   * - `knots`: km/h; `text`: a number that is a name (an operator, a card);
   * - `temperature`: tenths of a degree, where codes above the sensor's range mean that there is no reading;
   * - `driver`: eight bytes, least significant first, in hexadecimal, 0 for nobody.
   */
  readonly kind: 'flag' | 'unsigned' | 'signed' | 'knots' | 'text' | 'temperature' | 'driver';
  readonly divisor?: number;
  /** Only in this width (bytes): families give the same id different meanings, and then different widths. */
  readonly width?: 1 | 2 | 4 | 8;
}

/** Element 24 repeats the speed of the record; it becomes the position's, not an attribute. */
export const gnssSpeed = 'gnssSpeedKnots';

/** An element whose value, in an eventual record, is an alarm of the vocabulary. */
export interface AlarmElement {
  readonly id: number;
  /** By value; `any` for every value above 0. */
  readonly alarms: Readonly<Record<number, string>> | { readonly any: string };
}
