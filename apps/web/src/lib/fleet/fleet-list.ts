/** The whole fleet as lists: only numbers travel, in the order of names; what a row shows is fetched when it is seen. */
import type { DeviceColour } from '@atalaia/domain/devices/device-status';
import type { FleetChart, FleetFigures } from '@atalaia/domain/travel/fleet-figures';

export interface FleetFilter {
  /** Contained in name or unique id, case and accents apart; empty fits all. */
  readonly text: string;
  readonly colour?: DeviceColour | undefined;
  /** A bar of the dashboard. */
  readonly group?: { readonly chart: FleetChart; readonly name: string } | undefined;
}

/** Who knows every device a person sees. */
export interface Fleet {
  /** Numbers of the devices that fit, by name. */
  list(filter: FleetFilter): Promise<Int32Array>;
  figures(): Promise<FleetFigures>;
  /** Called when devices came, went or changed what a filter looks at; at most once in two seconds. */
  onChange(listener: () => void): () => void;
}
