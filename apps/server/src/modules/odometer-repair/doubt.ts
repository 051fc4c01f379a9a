/**
 * SQL: the odometer among these attributes of a suntech position read in the other base, when it is in doubt; null else.
 * `to_hex` gives back the digits that were read as hexadecimal; only eight of them, all decimal, can have been sent as a
 * decimal number.
 */
export function rereadOf(attributes: string): string {
  const metres = `(${attributes} ->> 'odometer')`;
  return `CASE WHEN ${metres} ~ '^[1-9][0-9]{8,9}$'
    THEN substring(to_hex(${metres}::bigint) FROM '^[1-9][0-9]{7}$')::bigint END`;
}

/** SQL: JSON with the odometer that was read anew in the place of the stored one, and nothing else changed. */
export function withReread(json: string, reread: string): string {
  return `regexp_replace(${json}::text, '("odometer"\\s*:\\s*)\\d+', '\\1' || (${reread}))::json`;
}
