import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import pg from 'pg';

const mark = '/* prepared */';

/**
 * At the beginning of a statement that is asked all day and takes longer to plan than to run: each connection plans it a
 * few times and keeps the plan, by a name made of its text. Not for a text of which there are very many, nor where the
 * best plan depends on the values.
 */
export const prepared = sql.raw(mark);

const names = new Map<string, string>();

function nameOf(text: string): string {
  const known = names.get(text);
  if (known !== undefined) return known;
  const name = `prepared-${createHash('sha1').update(text).digest('base64url')}`;
  names.set(text, name);
  return name;
}

/** A connection that keeps the plans of statements that begin with `prepared`. */
export class PreparingClient extends pg.Client {
  // biome-ignore lint/suspicious/noExplicitAny: one of the many ways in which `pg` is called; the others go on as they are
  override query(...args: any[]): any {
    const [text, values] = args;
    if (typeof text !== 'string' || !text.startsWith(mark)) return super.query(...(args as [never]));
    return super.query({ name: nameOf(text), text, values });
  }
}
