import type { Pool, PoolClient } from 'pg';

/** One connection of the pool, held for as long as it lives: a writer's statement stays prepared on it. */
export interface HeldConnection {
  /** The connection, a new one when the last was lost. Rejects when none can be had. */
  get(): Promise<PoolClient>;
  /** Throws it away: whatever failed on it may still be under way. */
  discard(): void;
  /** Gives it back. */
  release(): void;
}

export function createHeldConnection(pool: Pool): HeldConnection {
  let held: PoolClient | undefined;
  const letGo = (broken: boolean) => {
    const client = held;
    held = undefined;
    if (!client) return;
    client.off('error', discard);
    // Whatever the thrown-away socket still says is of no interest; unheard, it would end the process.
    if (broken) client.on('error', () => undefined);
    client.release(broken);
  };
  const discard = () => letGo(true);
  return {
    async get() {
      if (held) return held;
      held = await pool.connect();
      held.on('error', discard);
      return held;
    },
    discard,
    release: () => letGo(false),
  };
}
