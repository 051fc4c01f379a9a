import type { Pool, PoolClient } from 'pg';

/** One connection of the pool, a writer's own for as long as it lives, with its statements prepared. */
export interface HeldConnection {
  /** The connection, a new one when the last was lost. Rejects when none can be had. */
  get(): Promise<PoolClient>;
  /** Closes it: the writer ends, or whatever failed on it may still be under way. */
  discard(): void;
}

export function createHeldConnection(pool: Pool): HeldConnection {
  let held: PoolClient | undefined;
  const discard = () => {
    const client = held;
    held = undefined;
    client?.release(true);
  };
  return {
    async get() {
      if (held) return held;
      const client = await pool.connect();
      // While it is held, nobody but us hears that it was lost; unheard, that would end the process.
      client.on('error', () => {
        if (held === client) discard();
      });
      held = client;
      return client;
    },
    discard,
  };
}
