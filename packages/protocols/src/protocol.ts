/**
 * What every tracker protocol is: a pure framer and a pure decoder, wired by the server from one object.
 *
 * Nothing in this package reads a clock, a socket or a file, and nothing in it throws on wire data, whatever the
 * bytes. Bytes go in; messages, replies or an error value come out.
 */
import type { CommandType } from '@atalaia/domain/catalog/command-types';
import type { DecodedPosition } from './decoded-position.ts';

/**
 * What a protocol's page (`docs/protocols/<name>.md`, made from the registry) says beside what code and vectors show:
 * names for people, in English. Each protocol keeps its own in `<name>/<name>.ts`.
 */
export interface ProtocolFacts {
  /** Makers with their series or models, one line each: `Concox: GT06N, GV20, X3`. Never empty. */
  readonly models: readonly string[];
  /** Kinds of messages that are read, and variants of the wire, one line each, without a full stop. Never empty. */
  readonly reads: readonly string[];
  /** Documents and public code that the layout was taken from, one line each. Never empty. */
  readonly sources: readonly string[];
}

/** How bytes reach the server. `http` is a request whose decoder sees one synthetic frame (see `osmand`). */
export type Transport = 'tcp' | 'udp' | 'http';

/** One whole message cut out of the stream, delimiters included where the decoder wants them. */
export type Frame = Uint8Array;

/** What a framer gives back for one chunk: the frames now complete, and an error once the stream cannot be followed. */
export interface Framed {
  readonly frames: readonly Frame[];
  /** Set when the bytes cannot belong to this protocol; the connection is then closed. */
  readonly error?: DecodeError;
}

/** Cuts a byte stream into frames. Holds the unfinished rest; the same bytes give the same frames however split. */
export interface Framer {
  push(chunk: Uint8Array): Framed;
  /** Bytes held of an unfinished frame, so that the server can bound them. */
  readonly pendingBytes: number;
}

export interface DecodeError {
  /** Machine word: `bad-checksum`, `bad-length`, `unknown-type`, `no-frame`, `bad-value`… */
  readonly code: string;
  /** English, for the log and the support desk. */
  readonly message: string;
}

/**
 * What a connection has reported so far. Immutable: a decoder returns the next one.
 * `memory` belongs to the protocol alone (a pending multi-part message, a codec in use…); plain JSON values.
 */
export interface TrackerSession {
  /** The tracker's own id once it has sent it (IMEI, serial); undefined before. */
  readonly uniqueId?: string;
  readonly memory?: Readonly<Record<string, unknown>>;
}

/** The tracker says who it is, in a message that carries nothing else. `uniqueIds` from most to least likely. */
export interface LoginMessage {
  readonly kind: 'login';
  readonly uniqueIds: readonly string[];
}

/** A place, or (valid false, no coordinates) a report of state without one. */
export interface PositionMessage {
  readonly kind: 'position';
  readonly uniqueIds: readonly string[];
  readonly position: DecodedPosition;
}

/** Alive, with what it reported of itself (battery, rssi, ignition…). Refreshes status, stores no position. */
export interface HeartbeatMessage {
  readonly kind: 'heartbeat';
  readonly uniqueIds: readonly string[];
  readonly attributes: DecodedPosition['attributes'];
}

/** The tracker's answer to a command, as text. */
export interface CommandResultMessage {
  readonly kind: 'commandResult';
  readonly uniqueIds: readonly string[];
  readonly result: string;
}

export type TrackerMessage = LoginMessage | PositionMessage | HeartbeatMessage | CommandResultMessage;

/**
 * Bytes for the tracker, and what must have happened first:
 * - `login`: the tracker is known and accepted (also used for heartbeats and time requests);
 * - `commit`: every position of this same frame is committed (ING-02);
 * - `refusal`: sent only when the tracker is unknown or disabled, before the connection is closed.
 */
export interface Reply {
  readonly after: 'login' | 'commit' | 'refusal';
  readonly bytes: Uint8Array;
}

export interface Decoded {
  readonly session: TrackerSession;
  readonly messages: readonly TrackerMessage[];
  readonly replies: readonly Reply[];
  readonly error?: DecodeError;
}

/**
 * Per-device settings a decoder may need, read from the device's attributes. Who speaks is known only once a frame is
 * read: the first one of a connection is read without them, and then again with them, from the same session.
 */
export interface DecodeSettings {
  /** IANA zone of trackers that send local time; UTC when absent. */
  readonly timezone?: string;
  /** Of the device's attributes those that `protocolSettings` of the domain lists, and `devicePassword`. Unchecked. */
  readonly attributes?: Readonly<Record<string, unknown>>;
}

export interface DecodeContext {
  /** Server receive time, for protocols whose messages carry no date (ms since 1970, UTC). */
  readonly receivedMs: number;
  readonly transport: Transport;
  readonly settings?: DecodeSettings;
}

/** A command as a person gave it: its type and the values of its parameters. */
export interface OutgoingCommand {
  readonly type: string;
  readonly attributes: Readonly<Record<string, unknown>>;
}

export interface CommandContext {
  /** The tracker's own id (IMEI, serial). */
  readonly uniqueId: string;
  /** What the connection reported so far; empty for a tracker that is not connected. */
  readonly session: TrackerSession;
  /** The device's attributes: `devicePassword`, `gt06.alternative`, `suntech.prefix`… */
  readonly settings: Readonly<Record<string, unknown>>;
  /** Now, ms since 1970 UTC: what a time zone is ahead of UTC depends on it. */
  readonly nowMs: number;
}

/** Where bytes go. */
export interface WireContext extends CommandContext {
  readonly transport: Transport;
  /** Rises with each command of a connection. */
  readonly sequence: number;
}

export type EncodedCommand = { readonly bytes: Uint8Array } | { readonly error: DecodeError };
export type CommandText = { readonly text: string } | { readonly error: DecodeError };

export interface CommandEncoder {
  /** What the protocol can say; never empty. */
  readonly types: readonly CommandType[];
  /** Those of them that a tracker obeys without an answer of its own. */
  readonly silentTypes: readonly CommandType[];
  /** The command as bytes for the tracker's connection. */
  encode(command: OutgoingCommand, context: WireContext): EncodedCommand;
  /** The command in the protocol's words, before they are sealed. */
  words(command: OutgoingCommand, context: CommandContext): CommandText;
  /** The command as the text of an SMS to the tracker. */
  text(command: OutgoingCommand, context: CommandContext): CommandText;
}

export interface Protocol {
  /** The field's usual name, lower case; also `position.protocol`. */
  readonly name: string;
  /** Usual port of the field (see the vocabulary), before `PORT_OFFSET`. */
  readonly port: number;
  readonly transports: readonly Transport[];
  /** Silence after which a TCP connection counts as half-open, ms. */
  readonly idleTimeoutMs: number;
  /** The largest frame this protocol can make, bytes; a stream that holds more unfinished is closed. */
  readonly maxFrameBytes: number;
  createFramer(): Framer;
  /** Never throws. A frame with a bad checksum or an unknown type answers with `error` and no messages. */
  decode(frame: Frame, session: TrackerSession, context: DecodeContext): Decoded;
  /** How commands are encoded; absent where the protocol has none. */
  readonly commands?: CommandEncoder;
  /** For people: what its page in `docs/protocols` says that nothing else says. */
  readonly facts: ProtocolFacts;
}
