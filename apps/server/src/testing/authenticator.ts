/** An authenticator as software: makes passkeys and signs questions as a phone does, or not quite so. */
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

export interface Ceremony {
  readonly origin?: string;
  readonly host?: string;
  /** Finger, face or PIN was checked. */
  readonly isVerified?: boolean;
  readonly type?: string;
}

const defaults = { origin: 'http://localhost:80', host: 'localhost', isVerified: true };

/** CBOR of what an attestation holds: whole numbers, texts, bytes, maps. */
function cbor(value: number | string | Buffer | Map<number | string, unknown>): Buffer {
  const head = (major: number, size: number) => {
    if (size < 24) return Buffer.from([(major << 5) | size]);
    if (size < 256) return Buffer.from([(major << 5) | 24, size]);
    return Buffer.from([(major << 5) | 25, size >> 8, size & 255]);
  };
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value);
  if (typeof value === 'string')
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const parts = [...value].flatMap(([key, one]) => [cbor(key), cbor(one as Buffer)]);
  return Buffer.concat([head(5, value.size), ...parts]);
}

export function createAuthenticator() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const credentialId = randomBytes(32);
  const id = credentialId.toString('base64url');
  let counter = 0;

  function dataOf({ host = defaults.host, isVerified = true }: Ceremony, credential?: Buffer): Buffer {
    const flags = 0x01 | (isVerified ? 0x04 : 0) | (credential ? 0x40 : 0);
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    const hash = createHash('sha256').update(host).digest();
    return Buffer.concat([hash, Buffer.from([flags]), count, credential ?? Buffer.alloc(0)]);
  }
  const clientDataOf = (challenge: string, type: string, { origin = defaults.origin }: Ceremony) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const answer = (response: object) => ({
    ...{ id, rawId: id, type: 'public-key', clientExtensionResults: {} },
    response,
  });

  return {
    id,
    /** What a browser answers to `navigator.credentials.create`. */
    make(challenge: string, ceremony: Ceremony = {}) {
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
      const key = cbor(
        new Map<number, unknown>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, Buffer.from(x, 'base64url')],
          [-3, Buffer.from(y, 'base64url')],
        ]),
      );
      const size = Buffer.from([0, credentialId.length]);
      const credential = Buffer.concat([Buffer.alloc(16), size, credentialId, key]);
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', dataOf(ceremony, credential)],
      ]);
      return answer({
        clientDataJSON: clientDataOf(challenge, ceremony.type ?? 'webauthn.create', ceremony).toString(
          'base64url',
        ),
        attestationObject: cbor(attestation).toString('base64url'),
        transports: ['internal'],
      });
    },
    /** What it answers to `navigator.credentials.get`. */
    sign(challenge: string, ceremony: Ceremony = {}) {
      counter += 1;
      const data = dataOf(ceremony);
      const client = clientDataOf(challenge, ceremony.type ?? 'webauthn.get', ceremony);
      const signed = Buffer.concat([data, createHash('sha256').update(client).digest()]);
      return answer({
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', signed, privateKey).toString('base64url'),
      });
    },
    /** A copy of it counts from the beginning. */
    rewind: () => {
      counter = 0;
    },
  };
}
