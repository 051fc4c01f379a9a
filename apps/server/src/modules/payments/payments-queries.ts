import type { FieldError } from '@atalaia/contract/errors';
import type { PaymentFault } from '@atalaia/contract/providers/payment-link';
import { type Kysely, type Selectable, sql } from 'kysely';
import type { CustomersTable, Schema } from '../../platform/db/schema.ts';
import type { UserRow } from '../../visibility/caller.ts';
import { type Viewer, visibleCustomers } from '../../visibility/visible.ts';

/** A customer of one account of the provider's. */
export interface Place {
  readonly account: string;
  readonly customerId: number;
}

export interface LinkRow {
  readonly state: 'pending' | 'linked' | 'failed';
  readonly providerId: string | null;
  readonly fault: PaymentFault | null;
  readonly words: string | null;
  readonly fields: readonly FieldError[];
  readonly mayExist: boolean;
  /** With which key, at which address, `providerId` was read last; null where it is not known. */
  readonly readWith: string | null;
  readonly version: number;
  readonly changedAt: string;
}

export type LinkOutcome = Omit<LinkRow, 'version' | 'changedAt'>;

export async function readLink(db: Kysely<Schema>, place: Place): Promise<LinkRow | undefined> {
  const { rows } = await sql<LinkRow>`
    SELECT state, provider_id AS "providerId", fault, provider_message AS words, fields, may_exist AS "mayExist",
      read_with AS "readWith", version,
      to_char(changed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "changedAt"
    FROM payment_links WHERE account = ${place.account} AND customer_id = ${place.customerId}`.execute(db);
  return rows[0];
}

/** Orders these customers to be sent with this person's key; what failed before is shown until it ends. */
export async function orderSending(
  within: Kysely<Schema>,
  account: string,
  userId: number,
  customerIds: readonly number[],
): Promise<void> {
  await sql`
    INSERT INTO payment_links AS held (account, customer_id, state, user_id)
    SELECT ${account}, id, 'pending', ${userId}::integer FROM unnest(${customerIds}::integer[]) AS one (id)
    ON CONFLICT (account, customer_id) DO UPDATE
    SET state = 'pending', user_id = ${userId}, version = held.version + 1, attempts = 0,
      changed_at = now()`.execute(within);
}

/** Counts an attempt of what is ordered. */
export async function beginAttempt(db: Kysely<Schema>, { account, customerId }: Place): Promise<void> {
  await sql`
    UPDATE payment_links SET attempts = attempts + 1, changed_at = now()
    WHERE account = ${account} AND customer_id = ${customerId}`.execute(db);
}

/** Before a creation goes out: should its end never be known, the next attempt looks for it. */
export async function noteMayExist(db: Kysely<Schema>, { account, customerId }: Place): Promise<void> {
  await sql`
    UPDATE payment_links SET may_exist = true
    WHERE account = ${account} AND customer_id = ${customerId}`.execute(db);
}

/**
 * Writes how sending ended; of an older order only what is known of the other side, unless he was linked otherwise
 * meanwhile. False when the link no longer exists.
 */
export async function writeOutcome(
  within: Kysely<Schema>,
  { account, customerId }: Place,
  version: number,
  outcome: LinkOutcome,
): Promise<boolean> {
  const { state, providerId, readWith, fault, words, fields, mayExist } = outcome;
  const newest = sql`version = ${version}`;
  const learned = sql`(${newest} OR provider_id IS NULL)`;
  const { rows } = await sql`
    UPDATE payment_links SET changed_at = now(),
      provider_id = CASE WHEN ${learned} THEN ${providerId} ELSE provider_id END,
      read_with = CASE WHEN ${learned} THEN ${readWith} ELSE read_with END,
      may_exist = CASE WHEN ${learned} THEN ${mayExist}::boolean ELSE may_exist END,
      state = CASE WHEN ${newest} THEN ${state} ELSE state END,
      fault = CASE WHEN ${newest} THEN ${fault} ELSE fault END,
      provider_message = CASE WHEN ${newest} THEN ${words} ELSE provider_message END,
      fields = CASE WHEN ${newest} THEN ${JSON.stringify(fields)}::jsonb ELSE fields END
    WHERE account = ${account} AND customer_id = ${customerId} RETURNING customer_id`.execute(within);
  return rows.length > 0;
}

/** One here and one there that are the same customer. */
export interface PaymentPair {
  readonly customerId: number;
  readonly providerId: string;
}

/**
 * Links customers to those of the provider that were read with this key, and orders them to be sent; what they are linked
 * to otherwise gives way.
 */
export async function linkPairs(
  within: Kysely<Schema>,
  { id, reader }: { readonly id: string; readonly reader: string },
  userId: number,
  pairs: readonly PaymentPair[],
): Promise<void> {
  await sql`
    INSERT INTO payment_links AS held (account, customer_id, provider_id, read_with, state, user_id)
    SELECT ${id}, "customerId", "providerId", ${reader}, 'pending', ${userId}::integer
    FROM json_to_recordset(${JSON.stringify(pairs)}::json) AS pair ("customerId" integer, "providerId" text)
    ON CONFLICT (account, customer_id) DO UPDATE
    SET provider_id = excluded.provider_id, read_with = excluded.read_with, state = 'pending',
      user_id = excluded.user_id, fault = NULL, provider_message = NULL, fields = '[]', may_exist = false,
      version = held.version + 1, attempts = 0, changed_at = now()`.execute(within);
}

export async function removeLink(within: Kysely<Schema>, { account, customerId }: Place): Promise<boolean> {
  const { rows } = await sql`
    DELETE FROM payment_links WHERE account = ${account} AND customer_id = ${customerId}
    RETURNING customer_id`.execute(within);
  return rows.length > 0;
}

/** The provider's numbers that a customer here is linked to, whoever sees him. */
export async function linkedProviderIds(db: Kysely<Schema>, account: string): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    SELECT provider_id AS id FROM payment_links
    WHERE account = ${account} AND provider_id IS NOT NULL`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

export interface UnlinkedCustomer {
  readonly customerId: number;
  readonly name: string;
  readonly document: string;
}

/** Visible customers linked to none of the provider, in the order of their numbers, from one on. */
export async function unlinkedCustomers(
  db: Kysely<Schema>,
  viewer: Viewer,
  account: string,
  after: number,
  limit: number,
): Promise<readonly UnlinkedCustomer[]> {
  const { rows } = await sql<UnlinkedCustomer>`
    SELECT c.id AS "customerId", c.name, c.cpf_cnpj AS document FROM ${visibleCustomers(viewer)}
    WHERE c.id > ${after} AND NOT EXISTS (
      SELECT FROM payment_links AS l
      WHERE l.account = ${account} AND l.customer_id = c.id AND l.provider_id IS NOT NULL
    ) ORDER BY c.id LIMIT ${limit}`.execute(db);
  return rows;
}

export async function readCustomer(db: Kysely<Schema>, id: number) {
  return db.selectFrom('customers').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function readUser(db: Kysely<Schema>, id: number): Promise<UserRow | undefined> {
  return db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();
}

export interface Order extends Place {
  readonly userId: number | null;
}

/**
 * What was ordered and not sent for a while: the server was stopped meanwhile. What was started `mostAttempts` times and never
 * ended is given up: whoever sends it again decides.
 */
export async function forgottenOrders(
  db: Kysely<Schema>,
  olderThanMs: number,
  mostAttempts: number,
): Promise<readonly Order[]> {
  await sql`
    UPDATE payment_links SET state = 'failed', fault = 'uncertain', provider_message = NULL, fields = '[]', changed_at = now()
    WHERE state = 'pending' AND attempts >= ${mostAttempts}
      AND changed_at < now() - ${olderThanMs} * interval '1 ms'`.execute(db);
  const { rows } = await sql<Order>`
    SELECT account, customer_id AS "customerId", user_id AS "userId" FROM payment_links
    WHERE state = 'pending' AND changed_at < now() - ${olderThanMs} * interval '1 ms'
    ORDER BY changed_at LIMIT 200`.execute(db);
  return rows;
}

/** The account that a key is known to open, and the one that a person has. */
export async function readAccounts(
  db: Kysely<Schema>,
  userId: number,
  provider: string,
  fingerprint: string,
): Promise<{ readonly ofKey: string | null; readonly ofHolder: string | null }> {
  const { rows } = await sql<{ ofKey: string | null; ofHolder: string | null }>`
    SELECT (SELECT account FROM payment_keys WHERE fingerprint = ${fingerprint}) AS "ofKey",
      (SELECT account FROM payment_holders WHERE user_id = ${userId} AND provider = ${provider}) AS "ofHolder"`.execute(
    db,
  );
  return rows[0] ?? { ofKey: null, ofHolder: null };
}

/** Notes that a key opens an account and a person has it; returns the one that another noted of the key meanwhile. */
export async function holdAccount(
  db: Kysely<Schema>,
  one: {
    readonly userId: number;
    readonly provider: string;
    readonly fingerprint: string;
    readonly account: string;
  },
): Promise<string> {
  const { rows } = await sql<{ account: string }>`
    WITH opens AS (
      INSERT INTO payment_keys AS held (fingerprint, account) VALUES (${one.fingerprint}, ${one.account})
      ON CONFLICT (fingerprint) DO UPDATE SET account = held.account RETURNING account
    )
    INSERT INTO payment_holders (user_id, provider, account)
    SELECT ${one.userId}, ${one.provider}, account FROM opens
    ON CONFLICT (user_id, provider) DO UPDATE SET account = excluded.account RETURNING account`.execute(db);
  return rows[0]?.account ?? one.account;
}

// The provider's customers as last read (DRIFT-01).

/** A new reading of an account; its number. */
export async function beginReading(db: Kysely<Schema>, account: string): Promise<number> {
  const { rows } = await sql<{ reading: number }>`
    INSERT INTO payment_readings AS held (account, reading) VALUES (${account}, 1)
    ON CONFLICT (account) DO UPDATE SET reading = held.reading + 1 RETURNING reading`.execute(db);
  return rows[0]?.reading ?? 0;
}

export interface PaymentRecord {
  readonly providerId: string;
  readonly document: string;
  readonly data: Readonly<Record<string, string>>;
}

export async function storePaymentRecords(
  within: Kysely<Schema>,
  account: string,
  reading: number,
  records: readonly PaymentRecord[],
): Promise<void> {
  const once = [...new Map(records.map((record) => [record.providerId, record])).values()];
  await sql`
    INSERT INTO payment_records (account, provider_id, document, data, reading)
    SELECT ${account}, "providerId", document, data, ${reading}::int
    FROM json_to_recordset(${JSON.stringify(once)}::json) AS given ("providerId" text, document text, data jsonb)
    ON CONFLICT (account, provider_id) DO UPDATE
    SET document = excluded.document, data = excluded.data, reading = excluded.reading`.execute(within);
}

/** All was read: what this reading did not bring is there no more. */
export async function endReading(within: Kysely<Schema>, account: string, reading: number): Promise<void> {
  await sql`DELETE FROM payment_records WHERE account = ${account} AND reading <> ${reading}`.execute(within);
  await sql`UPDATE payment_readings SET read_at = now(), failure = NULL WHERE account = ${account}`.execute(
    within,
  );
}

export async function failReading(db: Kysely<Schema>, account: string, failure: string): Promise<void> {
  await sql`UPDATE payment_readings SET failure = ${failure} WHERE account = ${account}`.execute(db);
}

export async function readReading(db: Kysely<Schema>, account: string) {
  return db.selectFrom('payment_readings').selectAll().where('account', '=', account).executeTakeFirst();
}

export async function nextPaymentRecords(
  db: Kysely<Schema>,
  account: string,
  after: string,
  limit: number,
): Promise<PaymentRecord[]> {
  const { rows } = await sql<PaymentRecord>`
    SELECT provider_id AS "providerId", document, data FROM payment_records
    WHERE account = ${account} AND provider_id > ${after} ORDER BY provider_id LIMIT ${limit}`.execute(db);
  return rows;
}

/** Visible customers who are linked to one of these records, or are linked to none and have one's document. */
export async function customersOfRecords(
  db: Kysely<Schema>,
  viewer: Viewer,
  account: string,
  records: readonly PaymentRecord[],
): Promise<(Selectable<CustomersTable> & { readonly providerId: string | null })[]> {
  const ids = records.map(({ providerId }) => providerId);
  const documents = records.flatMap(({ document }) => document || []);
  const { rows } = await sql<Selectable<CustomersTable> & { readonly providerId: string | null }>`
    SELECT c.*, l.provider_id AS "providerId" FROM ${visibleCustomers(viewer)}
    LEFT JOIN payment_links AS l ON l.account = ${account} AND l.customer_id = c.id
    WHERE l.provider_id = ANY(${ids}) OR (l.provider_id IS NULL AND c.cpf_cnpj = ANY(${documents})) ORDER BY c.id`.execute(
    db,
  );
  return rows;
}

/** Which of these documents any customer here has, whoever sees him. */
export async function documentsHere(db: Kysely<Schema>, documents: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ document: string }>`
    SELECT DISTINCT cpf_cnpj AS document FROM customers WHERE cpf_cnpj = ANY(${documents})`.execute(db);
  return new Set(rows.map(({ document }) => document));
}

/** The next visible customers after a number, and whether each is in force. */
export async function nextCustomers(db: Kysely<Schema>, viewer: Viewer, after: number, limit: number) {
  const { rows } = await sql<{ id: number; name: string; isInForce: boolean }>`
    SELECT c.id, c.name, (c.status <> 'inactive' AND NOT c.disabled) AS "isInForce" FROM ${visibleCustomers(viewer)}
    WHERE c.id > ${after} ORDER BY c.id LIMIT ${limit}`.execute(db);
  return rows;
}
