/** Which packages of a lock file have known faults: by the list that ships, or by what `npm audit` says. */
import semver from 'semver';

export interface Advisory {
  readonly id: string;
  readonly package: string;
  /** A range of versions, as npm writes it. */
  readonly vulnerable: string;
  readonly severity: 'low' | 'moderate' | 'high' | 'critical';
  readonly title: string;
}

/** `stated`: the day on which the list was last looked through. `newest`: the month of its newest advisory. */
export interface AdvisoryList {
  readonly stated: string;
  readonly newest: string;
  readonly advisories: readonly Advisory[];
}

export interface Hit {
  readonly advisory: Advisory;
  readonly version: string;
  /** Where it lies: a package may be there in several versions. */
  readonly path: string;
}

export interface LockFile {
  readonly packages: Readonly<
    Record<string, { readonly version?: string; readonly name?: string; readonly link?: boolean }>
  >;
}

const folder = 'node_modules/';

/** Every installed version that an advisory names. Throws for a range that cannot be read: it would find nothing. */
export function hitsIn(lock: LockFile, { advisories }: AdvisoryList): Hit[] {
  for (const { id, vulnerable } of advisories)
    if (semver.validRange(vulnerable) === null)
      throw new Error(`${id}: ${vulnerable} is no range of versions`);
  const byName = Map.groupBy(advisories, (advisory) => advisory.package);
  return Object.entries(lock.packages).flatMap(([path, { version, name, link }]) => {
    const at = path.lastIndexOf(folder);
    if (version === undefined || link || at < 0) return [];
    // an alias lies below another name than its own
    const known = byName.get(name ?? path.slice(at + folder.length)) ?? [];
    return known
      .filter(({ vulnerable }) => semver.satisfies(version, vulnerable, { includePrerelease: true }))
      .map((advisory) => ({ advisory, version, path }));
  });
}

/**
 * What `npm audit --json` found: a line each. Undefined where it says nothing of packages, as where the registry has no such
 * service.
 */
export function findingsOf(output: string): readonly string[] | undefined {
  let report: { readonly vulnerabilities?: Readonly<Record<string, AuditFinding>> };
  try {
    report = JSON.parse(output);
  } catch {
    return undefined;
  }
  if (typeof report?.vulnerabilities !== 'object') return undefined;
  return Object.values(report.vulnerabilities).map(
    ({ name, severity, range }) => `${name} ${range}: ${severity}`,
  );
}

interface AuditFinding {
  readonly name: string;
  readonly severity: string;
  readonly range: string;
}
