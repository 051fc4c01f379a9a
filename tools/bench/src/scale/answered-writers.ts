/**
 * Preloaded into a server: its writers are answered after 2 ms as if their batch were stored, and nothing of it goes to the
 * database. All other statements do.
 */
import pg from 'pg';

const answerMs = 2;
const statement = 'ingest-store-batch';

interface Named {
  readonly name?: string;
  readonly values?: readonly unknown[];
}

const { query } = pg.Client.prototype;
pg.Client.prototype.query = new Proxy(query, {
  apply(target, self, args: readonly [Named?, ...unknown[]]) {
    const [asked] = args;
    if (asked?.name !== statement) return Reflect.apply(target, self, args);
    // the last parameter is how many positions must be new
    const rows = [{ positions: asked.values?.at(-1), odd: 0 }];
    return new Promise((resolve) => setTimeout(resolve, answerMs, { rows, rowCount: 1 }));
  },
});
