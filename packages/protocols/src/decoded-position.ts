/**
 * A position as a tracker reported it. Missing is missing: a field the tracker did not send is absent, never 0.
 * Attribute keys and units are those of the field (see `docs/vocabulary` of positions): knots, metres, ms, volts, °C.
 */
export interface DecodedPosition {
  /** Time of the fix, ms since 1970 UTC. */
  readonly fixTimeMs: number;
  /** Tracker's own clock when it made the message, ms since 1970 UTC; absent when the message has only the fix time. */
  readonly deviceTimeMs?: number;
  /** The tracker claims a good fix. */
  readonly valid: boolean;
  /** The coordinates are an old fix repeated (the tracker says so). */
  readonly outdated?: boolean;
  /** WGS84 degrees, north positive; absent when the message carries no place. */
  readonly latitude?: number;
  /** WGS84 degrees, east positive. */
  readonly longitude?: number;
  /** Metres above sea level. */
  readonly altitude?: number;
  readonly speedKnots?: number;
  /** Degrees clockwise from north, 0 ≤ course < 360. */
  readonly course?: number;
  /** Radius of uncertainty, metres. */
  readonly accuracy?: number;
  /** Cell towers and Wi-Fi points heard. */
  readonly network?: NetworkInfo;
  readonly attributes: PositionAttributes;
  /**
   * The attributes as an earlier release read them, where it read them otherwise. What it stored is known by these, so
   * that a message which is sent again is not stored beside it (ING-02).
   */
  readonly formerAttributes?: PositionAttributes;
}

export type PositionAttributes = Readonly<Record<string, string | number | boolean>>;

export interface NetworkInfo {
  readonly radioType?: 'gsm' | 'wcdma' | 'lte' | 'cdma' | 'nr';
  readonly cellTowers?: readonly CellTower[];
  readonly wifiAccessPoints?: readonly WifiAccessPoint[];
}

export interface CellTower {
  readonly mobileCountryCode: number;
  readonly mobileNetworkCode: number;
  readonly locationAreaCode: number;
  readonly cellId: number;
  /** dBm, negative. */
  readonly signalStrength?: number;
}

export interface WifiAccessPoint {
  readonly macAddress: string;
  /** dBm, negative. */
  readonly signalStrength?: number;
}
