import type { Transport } from '@atalaia/protocols/protocol';

/** Where a protocol is listened for. */
export interface ListenAddress {
  readonly protocol: string;
  readonly transport: Transport;
  readonly host: string;
  readonly port: number;
}

export interface Listener {
  readonly address: ListenAddress;
  /** Closes what was silent for too long; to be asked every second or so. */
  check(nowMs: number): void;
  /** Accepts nothing more, and ends its connections one after the other within about so long, each when it was answered. */
  leave(overMs: number): Promise<void>;
  /** Accepts and reads nothing more; what was read is still answered. */
  pause(): void;
  /** Ends every connection, after what was sent to it is delivered. */
  close(): Promise<void>;
}
