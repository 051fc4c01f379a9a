/** The time of day, replaced in tests; ms since 1970 UTC. */
export interface Clock {
  now(): number;
}
