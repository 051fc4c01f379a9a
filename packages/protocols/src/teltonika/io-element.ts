/** One AVL element of Teltonika's lists: its id, the key of the vocabulary, and how its value is read. */
export interface IoElement {
  readonly id: number;
  readonly key: string;
  /**
   * - `flag`: not 0; `unsigned`, `signed`: a number, by `factor` and `divisor`;
   * - `knots`: km/h; `text`: a number that is a name (an operator, a card);
   * - `temperature`: tenths of a degree, where codes above the sensor's range mean that there is no reading;
   * - `driver`: eight bytes, least significant first, in hexadecimal, 0 for nobody;
   * - `characters`: eight bytes of text.
   */
  readonly kind: 'flag' | 'unsigned' | 'signed' | 'knots' | 'text' | 'temperature' | 'driver' | 'characters';
  readonly divisor?: number;
  /** What an unsigned number is multiplied with. */
  readonly factor?: number;
  /** The end of the maker's range, as it is sent; beyond it (FFFF, mostly) nothing was measured. */
  readonly most?: number;
  /** Only in this width (bytes): families give the same id different meanings, and then different widths. */
  readonly width?: 1 | 2 | 4 | 8;
}

/** An element of no key, which keeps its number. */
export interface PlainElement {
  readonly id: number;
  readonly width: 1 | 2 | 4 | 8;
}

/** Element 24 repeats the speed of the record; it becomes the position's, not an attribute. */
export const gnssSpeed = 'gnssSpeedKnots';

/** The number of a tachograph's card comes in two elements. */
export const driverCardHead = 'driverCardHead';
export const driverCardTail = 'driverCardTail';

/** That of a card comes in three. */
export const iccidParts = ['iccidPart1', 'iccidPart2', 'iccidPart3'] as const;

/** An element whose value, in an eventual record, is an alarm of the vocabulary. */
export interface AlarmElement {
  readonly id: number;
  /** By value; `any` for every value above 0. */
  readonly alarms: Readonly<Record<number, string>> | { readonly any: string };
  /** In more bytes the id means something else. */
  readonly oneByte?: boolean;
  /** One byte, and only in a record that was made because of it: elsewhere the id means something else. */
  readonly eventOnly?: boolean;
}
