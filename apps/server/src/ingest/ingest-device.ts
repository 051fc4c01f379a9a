/** What ingest needs to know of a registered device. Immutable: a change of the device gives a new one. */
export interface IngestDevice {
  readonly id: number;
  readonly uniqueId: string;
  readonly name: string;
  readonly disabled: boolean;
  readonly category: string | null;
  /** Its own limit in knots; the server's counts where it has none. */
  readonly speedLimitKnots: number | undefined;
  /** IANA zone of a tracker that tells local time. */
  readonly timezone: string | undefined;
}
