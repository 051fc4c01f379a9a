import type {
  DecodeContext,
  Decoded,
  DecodeSettings,
  Frame,
  Protocol,
  TrackerSession,
  Transport,
} from '@atalaia/protocols/protocol';
import type { IngestDevice } from '../ingest-device.ts';
import type { SignIn } from '../registry/sign-in.ts';
import type { TrafficRecorder } from '../traffic/traffic-recorder.ts';

/** Decodes the frames of one conversation with the tracker's session and the settings of the device that sent last. */
export interface FrameDecoder {
  readonly session: TrackerSession;
  decode(frame: Frame, receivedMs: number): Decoded;
  /** The frame counts: the session continues from what it left. */
  accept(decoded: Decoded): void;
  /** Decodes with the settings of this device from here on; true when they are others than before. */
  useSettingsOf(device: IngestDevice): boolean;
  /** Notes the frame in the traffic log, with how to read it. */
  record(frame: Frame, receivedMs: number): void;
}

export interface FrameDecoderParts {
  readonly protocol: Protocol;
  readonly transport: Transport;
  readonly signIn: Pick<SignIn, 'version'>;
  readonly recorder: Pick<TrafficRecorder, 'readBy' | 'received'>;
}

export function createFrameDecoder({
  protocol,
  transport,
  signIn,
  recorder,
}: FrameDecoderParts): FrameDecoder {
  let session: TrackerSession = {};
  let settings: DecodeSettings | undefined;
  /** The version of the sign-in that the settings were read at. */
  let settingsVersion = 0;
  /** What the frames recorded last are read with. */
  let recordedWith: { session?: TrackerSession; settings?: DecodeSettings | undefined } = {};

  const contextAt = (receivedMs: number): DecodeContext => ({
    receivedMs,
    transport,
    ...(settings && { settings }),
  });

  return {
    get session() {
      return session;
    },
    decode(frame, receivedMs) {
      const decoded = protocol.decode(frame, session, contextAt(receivedMs));
      if (!decoded.error || !settings || settingsVersion === signIn.version) return decoded;
      // settings that make a tracker unreadable may have been corrected by now
      settings = undefined;
      return protocol.decode(frame, session, contextAt(receivedMs));
    },
    accept(decoded) {
      session = decoded.session;
    },
    useSettingsOf({ decodeSettings }) {
      if (decodeSettings === settings) return false;
      settings = decodeSettings;
      settingsVersion = signIn.version;
      return true;
    },
    record(frame, receivedMs) {
      if (session !== recordedWith.session || settings !== recordedWith.settings) {
        const before = session;
        recordedWith = { session, settings };
        const context = contextAt(receivedMs);
        recorder.readBy((bytes, atMs) => protocol.decode(bytes, before, { ...context, receivedMs: atMs }));
      }
      recorder.received(frame, receivedMs);
    },
  };
}
