import { openH2Script } from './h2-script.ts';
import { openMysql } from './mysql.ts';
import { openPostgres } from './postgres.ts';
import { SourceRefused, type TraccarSource } from './source.ts';

/**
 * Opens what an address names: `postgresql://…`, `mysql://…`, `mariadb://…`, the `jdbc:` form of these with `user` and
 * `password` as parameters, or the path of a script that H2 wrote (`SCRIPT TO`), also compressed with gzip. Throws
 * `SourceRefused` for anything else.
 */
export async function openSource(address: string): Promise<TraccarSource> {
  const url = address.replace(/^jdbc:/i, '');
  if (/^postgres(ql)?:/i.test(url)) return openPostgres(withAccount(url));
  if (/^(mysql|mariadb):/i.test(url)) return openMysql(withAccount(url.replace(/^mariadb/i, 'mysql')));
  if (/^h2:/i.test(url)) {
    throw new SourceRefused(
      'an H2 database is read from its script: stop Traccar, run\n' +
        '  java -cp lib/h2-*.jar org.h2.tools.Script -url jdbc:h2:./data/database -user sa -script traccar.sql\n' +
        'in its folder, and give traccar.sql here',
    );
  }
  return openH2Script(address);
}

/** JDBC carries the account among the parameters. */
function withAccount(address: string): URL {
  const url = URL.parse(address);
  if (!url) throw new SourceRefused(`${address.replace(/:[^:@/]*@/, ':…@')} is no address of a database`);
  const user = url.searchParams.get('user');
  const password = url.searchParams.get('password');
  if (user !== null) url.username = encodeURIComponent(user);
  if (password !== null) url.password = encodeURIComponent(password);
  return url;
}
