import { type Kysely, sql } from 'kysely';

/** A text as JSON. Declared as what it is for a text: its kind of function alone may depend on settings. */
const jsonOf = sql`
  CREATE FUNCTION json_text(given text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN coalesce(to_json(given)::text, 'null')`;

/** What a device's JSON says of its group and its customer: made when they are called so, for all of their devices. */
const names = sql`
  ALTER TABLE groups ADD COLUMN json text COLLATE "C" NOT NULL
    GENERATED ALWAYS AS (',"groupName":' || json_text(name)) STORED;
  ALTER TABLE customers ADD COLUMN json text COLLATE "C" NOT NULL
    GENERATED ALWAYS AS (',"customerName":' || json_text(name) || ',"customerCpfCnpj":' || json_text(cpf_cnpj)) STORED`;

/** Of rows of devices: the beginning of an object, with the attributes as its last field. */
const textsOf = (rows: string) =>
  sql.raw(`
    SELECT d.id, d.group_id, d.customer_id,
      text.head || (d.attributes - 'devicePassword')::text,
      CASE WHEN d.attributes ? 'devicePassword' THEN text.head || d.attributes::text END
    FROM ${rows} AS d, LATERAL (
      SELECT '{"id":' || d.id || ',"uniqueId":' || json_text(d.unique_id) || ',"name":' || json_text(d.name)
        || ',"groupId":' || coalesce(d.group_id, 0) || ',"customerId":' || coalesce(d.customer_id, 0)
        || ',"category":' || json_text(d.category) || ',"disabled":' || d.disabled::text
        || ',"expirationTime":' || json_text(to_char(d.expiration_time AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
        || ',"calendarId":' || coalesce(d.calendar_id, 0) || ',"phone":' || json_text(d.phone)
        || ',"model":' || json_text(d.model) || ',"contact":' || json_text(d.contact) || ',"attributes":' AS head
    ) AS text`);

/**
 * What of a device only people change, as the JSON that everybody is sent: made once when the device changes, whoever
 * changes it and from whichever release, since making it takes ten times as long as reading it. Beside the devices, so
 * that a look at all of them passes over no texts. What trackers change is added when it is read and never written here.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await jsonOf.execute(db);
  await names.execute(db);
  await sql`
    CREATE TABLE device_texts (
      device_id integer PRIMARY KEY REFERENCES devices ON DELETE CASCADE,
      group_id integer,
      customer_id integer,
      -- without its closing brace, and without the tracker's password
      json text COLLATE "C" NOT NULL,
      -- the same with it, where there is one
      with_password text COLLATE "C"
    );
    CREATE FUNCTION write_device_texts() RETURNS trigger LANGUAGE plpgsql AS $write$
    BEGIN
      INSERT INTO device_texts ${textsOf('changed')}
      ON CONFLICT (device_id) DO UPDATE SET group_id = excluded.group_id, customer_id = excluded.customer_id,
        json = excluded.json, with_password = excluded.with_password;
      RETURN NULL;
    END $write$;
    CREATE TRIGGER devices_texts_of_new AFTER INSERT ON devices
      REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION write_device_texts();
    CREATE TRIGGER devices_texts_of_changed AFTER UPDATE ON devices
      REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION write_device_texts();
    INSERT INTO device_texts ${textsOf('devices')};
    -- few, whom a list by status shows last
    CREATE INDEX devices_disabled ON devices (id) WHERE disabled`.execute(db);
}
