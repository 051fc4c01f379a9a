import { type Argon2Parameters, argon2, pbkdf2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { AppError } from '../../errors/app-error.ts';
import { createFairLimiter, type Turn } from '../../platform/limiter/fair-limiter.ts';

const derive = promisify(argon2) as (algorithm: 'argon2id', parameters: Argon2Parameters) => Promise<Buffer>;

const derivePbkdf2 = promisify(pbkdf2);

export interface PasswordCost {
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
}

/** OWASP's second choice for argon2id: 19 MiB, two passes, one lane; about 40 ms on one core. */
const owaspCost: PasswordCost = { memory: 19_456, passes: 2, parallelism: 1 };
const hashBytes = 32;

/** Beside the one that is worked on; whoever comes then is asked to come again: at 40 ms each, a wait of some two seconds. */
const bounds = { most: 49, mostOfOne: 6 };

/** Of who is signed in already. */
const own: Turn = { isFirst: true, key: '' };

/**
 * Passwords in and out of their argon2id form (SEC-01). One is worked on at a time: each takes a core and 19 MiB. Turns go round
 * among those who ask, and who is known comes before who is not.
 */
export interface PasswordHasher {
  /** In the PHC form: `$argon2id$v=19$m=19456,t=2,p=1$salt$hash`. */
  hash(password: string): Promise<string>;
  /** False after the same work when there is no such user (`encoded` undefined), or he has no password. */
  verify(password: string, encoded: string | undefined, turn?: Turn): Promise<boolean>;
}

/** In the place of the hash of who has no password: no password is his. */
export const noPassword = 'none';

/**
 * A hash that came from Traccar (BACK-04), which makes it by PBKDF2 with HMAC-SHA1 in 1,000 rounds; `salt` and `hash` as
 * its table `tc_users` holds them, in hexadecimal digits. It holds until its owner signs in.
 */
export const importedPassword = (salt: string, hash: string) => `$pbkdf2-sha1$1000$${salt}$${hash}`;

const importedForm = /^\$pbkdf2-sha1\$1000\$((?:[\da-f]{2})+)\$((?:[\da-f]{2}){16,64})$/i;

/** Another form than the one that passwords get here. */
export const isImported = (encoded: string) => importedForm.test(encoded);

/** Throws `too-many-requests` when too many wait already. */
export function createPasswordHasher(cost = owaspCost): PasswordHasher {
  const limiter = createFairLimiter({
    ...bounds,
    refusal: () => new AppError('too-many-requests', 'too many sign-ins at once', { retryAfterSeconds: 2 }),
  });
  const decoyHash = encode(randomBytes(16), randomBytes(hashBytes), cost);

  async function compute(password: string, salt: Buffer, costs: PasswordCost, turn: Turn) {
    const { memory, passes, parallelism } = costs;
    // one form of what keyboards write in two: é as one character, or as e and an accent
    const message = password.normalize('NFC');
    return limiter.run(turn, () =>
      derive('argon2id', { message, nonce: salt, memory, passes, parallelism, tagLength: hashBytes }),
    );
  }

  return {
    async hash(password) {
      const salt = randomBytes(16);
      return encode(salt, await compute(password, salt, cost, own), cost);
    },
    async verify(password, encoded, turn = own) {
      const imported = importedForm.exec(encoded ?? '');
      const isSet = encoded !== undefined && encoded !== noPassword;
      const known = decode(isSet && !imported ? encoded : decoyHash);
      const hash = await compute(password, known.salt, known.cost, turn);
      // after the same work as for any other, so that time does not tell whose password came from elsewhere
      if (imported) return isImportedPassword(password, imported);
      return hash.length === known.hash.length && timingSafeEqual(hash, known.hash);
    },
  };
}

async function isImportedPassword(password: string, [, salt = '', hash = '']: RegExpExecArray) {
  const expected = Buffer.from(hash, 'hex');
  const found = await derivePbkdf2(password, Buffer.from(salt, 'hex'), 1000, expected.length, 'sha1');
  return timingSafeEqual(found, expected);
}

function encode(salt: Buffer, hash: Buffer, { memory, passes, parallelism }: PasswordCost): string {
  const text = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '');
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${text(salt)}$${text(hash)}`;
}

function decode(encoded: string): { salt: Buffer; hash: Buffer; cost: PasswordCost } {
  const parts = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(encoded);
  if (!parts) throw new Error('a stored password is not in the form of argon2id');
  const [, memory, passes, parallelism, salt = '', hash = ''] = parts;
  return {
    salt: Buffer.from(salt, 'base64'),
    hash: Buffer.from(hash, 'base64'),
    cost: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
  };
}
