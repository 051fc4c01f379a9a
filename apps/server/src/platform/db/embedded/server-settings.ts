/** Settings of PostgreSQL that we state rather than inherit, given on its command line. */
export type ServerSettings = Readonly<Record<string, string | number>>;

const listening = {
  // Nobody but this machine's owner of the socket folder can reach it.
  listen_addresses: '',
  port: 5432,
  unix_socket_permissions: '0700',
  max_connections: 220,
  timezone: 'UTC',
  log_timezone: 'UTC',
  // On stderr, which the supervisor keeps in a file.
  logging_collector: 'off',
  log_checkpoints: 'off',
  checkpoint_warning: 0,
};

/**
 * For data that must survive. An acknowledged position is on the disk: fsync and synchronous_commit stay on.
 * After a kill the log is replayed from the last checkpoint on, about 130 MB a second of one core (measured with
 * positions at 40,000 a second): `max_wal_size` bounds that to four seconds.
 */
export const durableSettings: ServerSettings = {
  ...listening,
  shared_buffers: '256MB',
  max_wal_size: '512MB',
  min_wal_size: '256MB',
  checkpoint_timeout: '5min',
  checkpoint_completion_target: 0.9,
  synchronous_commit: 'on',
  effective_io_concurrency: 16,
  random_page_cost: 1.1,
  autovacuum_naptime: '30s',
};

/** For clusters of tests only, which are thrown away: nothing waits for the disk. */
export const throwAwaySettings: ServerSettings = {
  ...listening,
  shared_buffers: '64MB',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  max_wal_size: '2GB',
};
