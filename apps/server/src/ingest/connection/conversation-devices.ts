import type { TrackerMessage } from '@atalaia/protocols/protocol';
import type { IngestDevice } from '../ingest-device.ts';
import type { Origin, SignIn } from '../registry/sign-in.ts';

/** The devices of a conversation. Nearly always one tracker; a gateway may forward many. */
export interface ConversationDevices {
  /**
   * The devices of these messages, in their order; `refused` when one of them may not speak. A promise when one must be
   * requested first: after it, asking again gives the answer at once.
   */
  of(messages: readonly TrackerMessage[]): readonly IngestDevice[] | 'refused' | Promise<unknown>;
  /** Somebody was admitted, so the other side is no stranger. */
  readonly known: boolean;
}

export function createConversationDevices(signIn: SignIn, origin: Origin): ConversationDevices {
  /** By each id they were found under: a tracker may later name only one of those it signed in with. */
  const found = new Map<string, IngestDevice | null>();
  let version = signIn.version;
  let known = false;

  const learn = (uniqueIds: readonly string[], device: IngestDevice | null) => {
    for (const id of uniqueIds) found.set(id, device);
    if (device) known = true;
  };
  /** An id comes alone after a sign-in that gave several. */
  const remembered = (uniqueIds: readonly string[]) => {
    const [first] = uniqueIds;
    return first === undefined ? null : found.get(first);
  };

  return {
    of(messages) {
      if (version !== signIn.version) {
        version = signIn.version;
        found.clear();
      }
      const devices: IngestDevice[] = [];
      for (const { uniqueIds } of messages) {
        let device = remembered(uniqueIds);
        if (device === undefined) {
          const admitted = signIn.admit(uniqueIds, origin);
          if (admitted instanceof Promise) return admitted.then((answer) => learn(uniqueIds, answer));
          learn(uniqueIds, admitted);
          device = admitted;
        }
        if (!device) return 'refused';
        devices.push(device);
      }
      return devices;
    },
    get known() {
      return known;
    },
  };
}
