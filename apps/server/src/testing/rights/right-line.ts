/** One line of the table of rights (SEC-02): a route, and what it answers each kind of person about own and foreign things. */
import type { BulkNounWord } from '@atalaia/contract/bulk-change';
import type { Kysely } from 'kysely';
import type { Schema } from '../../platform/db/schema.ts';
import type { createWorld, Linkable } from '../world.ts';

/** `bound` has deviceReadonly; `manager` manages others; `admin` sees everything. */
export type Who = 'nobody' | 'reader' | 'bound' | 'user' | 'manager' | 'admin';
export type Statuses = Readonly<Record<Who, number>>;

/** A body that is a file. */
export interface SentFile {
  readonly type: string;
  readonly text: string | Buffer;
}

export interface RightLine {
  readonly route: string;
  /** What the request is about, made anew for each asking. */
  readonly make?: (scene: Scene) => Promise<{ url?: string; body?: object; file?: SentFile }>;
  readonly own: Statuses;
  /** Absent where nothing is anybody's. */
  readonly foreign?: Statuses;
}

/** What a line makes its request of. Things belong to the person who asks, or to somebody he does not see. */
export interface Scene {
  readonly world: ReturnType<typeof createWorld>;
  readonly kysely: Kysely<Schema>;
  /** Who asks; a stranger where nobody does. */
  readonly callerId: number;
  /** Whose the things are: his who asks, or a stranger's. */
  readonly ownerId: number;
  device(): Promise<number>;
  group(): Promise<number>;
  user(): Promise<number>;
  /** Links a thing that was just made to its owner: the person who asks, or the stranger. */
  owned(kind: Linkable, id: number): Promise<number>;
}

export const answeredBy = (status: number): Statuses => ({
  nobody: status,
  reader: status,
  bound: status,
  user: status,
  manager: status,
  admin: status,
});
export const everyone = answeredBy(200);
export const signedIn: Statuses = { ...everyone, nobody: 401 };
export const writers: Statuses = { ...signedIn, reader: 403 };
export const deviceWriters: Statuses = { ...writers, bound: 403 };
/** Of what others made. */
export const makers: Statuses = { ...deviceWriters };
export const hidden: Statuses = {
  nobody: 401,
  reader: 404,
  bound: 404,
  user: 404,
  manager: 404,
  admin: 200,
};
export const hiddenToWriters: Statuses = { ...hidden, reader: 403 };
export const hiddenToDeviceWriters: Statuses = { ...hiddenToWriters, bound: 403 };
export const administrators: Statuses = {
  nobody: 401,
  reader: 403,
  bound: 403,
  user: 403,
  manager: 403,
  admin: 200,
};

/** 200 means success; removing and linking answer it with 204. */
export function deleted(statuses: Statuses): Statuses {
  const { nobody, reader, bound, user, manager, admin } = statuses;
  const of = (status: number) => (status === 200 ? 204 : status);
  return {
    nobody: of(nobody),
    reader: of(reader),
    bound: of(bound),
    user: of(user),
    manager: of(manager),
    admin: of(admin),
  };
}

let made = 0;
/** A word that no other thing of the test has. */
export const fresh = (word: string) => `${word}-${++made}`;

/** The address of one thing. */
export const at = (path: string, id: number | string) => ({ url: `/api/${path}/${id}` });

/**
 * Removing a thing of this path, by its address, and what that would touch: whoever may do the one may read the other.
 */
export function removalLines(
  path: string,
  make: (scene: Scene) => Promise<{ readonly url: string }>,
  own: Statuses = writers,
  foreign: Statuses = hiddenToWriters,
): readonly RightLine[] {
  const dependents = async (scene: Scene) => ({ url: `${(await make(scene)).url}/dependents` });
  return [
    { route: `GET /api/${path}/:id/dependents`, make: dependents, own, foreign },
    { route: `DELETE /api/${path}/:id`, make, own: deleted(own), foreign: deleted(foreign) },
  ];
}

/** Changing many rows at once: a row of somebody else's refuses all. A removal, which every noun has. */
export function bulkLines(
  noun: BulkNounWord,
  make: (scene: Scene) => Promise<number>,
  own: Statuses = writers,
  foreign: Statuses = hiddenToWriters,
): readonly RightLine[] {
  const path = `/api/${noun}s/bulk`;
  const made = async ({ kysely, ownerId }: Scene) => {
    const until = new Date(Date.now() + 30_000);
    const values = { user_id: ownerId, address: '::1', noun, act: 'remove', row_ids: [], until };
    const row = await kysely
      .insertInto('bulk_changes')
      .values(values)
      .returning('id')
      .executeTakeFirstOrThrow();
    return { url: `${path}/${row.id}/undo` };
  };
  return [
    { route: `GET ${path}`, own },
    {
      route: `POST ${path}`,
      make: async (scene) => ({ url: path, body: { ids: [await make(scene)], change: { remove: true } } }),
      own,
      foreign,
    },
    // another's change is nobody's but his
    {
      route: `POST ${path}/:change/undo`,
      make: made,
      own,
      foreign: { ...foreign, admin: 404 },
    },
  ];
}
