-- What an empty database gets in place of the migrations one by one: what they make of it, tables, rows and their own
-- list. Written from them by `npm run -w @atalaia/server schema`; a test compares both.
CREATE SEQUENCE position_ids AS bigint INCREMENT 1000 MINVALUE 1 MAXVALUE 9223372036854775807 START 1 CACHE 1;
CREATE SEQUENCE event_ids AS bigint INCREMENT 1000 MINVALUE 1 MAXVALUE 9223372036854775807 START 1 CACHE 1;
CREATE SEQUENCE job_fences AS bigint INCREMENT 1 MINVALUE 1 MAXVALUE 9223372036854775807 START 1 CACHE 1;
CREATE SEQUENCE process_epochs AS bigint INCREMENT 1 MINVALUE 1 MAXVALUE 9223372036854775807 START 1 CACHE 1;
CREATE SEQUENCE claim_numbers AS bigint INCREMENT 1 MINVALUE 1 MAXVALUE 9223372036854775807 START 1 CACHE 1;
CREATE SEQUENCE alarm_delivery_ids AS bigint INCREMENT 1 MINVALUE 1 MAXVALUE 9223372036854775807 START 1 CACHE 1;
CREATE TABLE kysely_migration (
  name character varying(255) NOT NULL,
  "timestamp" character varying(255) NOT NULL,
  CONSTRAINT kysely_migration_pkey PRIMARY KEY (name)
);
CREATE TABLE kysely_migration_lock (
  id character varying(255) NOT NULL,
  is_locked integer DEFAULT 0 NOT NULL,
  CONSTRAINT kysely_migration_lock_pkey PRIMARY KEY (id)
);
CREATE FUNCTION fold_text(given text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (octet_length(given) = length(given)) THEN lower((given COLLATE "C")) ELSE (lower((regexp_replace(NORMALIZE(given, NFD), '[\u0300-\u036f]'::text, ''::text, 'g'::text) COLLATE "pt-BR-x-icu")) COLLATE "C") END;
CREATE FUNCTION search_index(lines text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ((fold_text(lines) || chr(10)) || regexp_replace((fold_text(lines) COLLATE "pt-BR-x-icu"), (('[^[:alnum:]'::text || chr(10)) || ']'::text), ''::text, 'g'::text));
CREATE FUNCTION json_text(given text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN COALESCE((to_json(given))::text, 'null'::text);
CREATE TABLE customers (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  group_id integer,
  cpf_cnpj text NOT NULL,
  type text DEFAULT 'F'::text NOT NULL,
  name text NOT NULL,
  street text,
  number text,
  complement text,
  neighborhood text,
  city text,
  state text,
  postal_code text,
  phone text,
  cellphone text,
  notification_email text,
  secondary_email text,
  category text DEFAULT 'client'::text NOT NULL,
  status text DEFAULT 'active'::text NOT NULL,
  notes text,
  disabled boolean DEFAULT false NOT NULL,
  registration_date timestamp with time zone DEFAULT now() NOT NULL,
  expiration_date timestamp with time zone,
  invoice_day integer,
  attributes jsonb DEFAULT '{}'::jsonb NOT NULL,
  search_text text COLLATE "C" GENERATED ALWAYS AS (search_index(((((((name || chr(10)) || cpf_cnpj) || chr(10)) || COALESCE(notification_email, ''::text)) || chr(10)) || COALESCE(city, ''::text)))) STORED NOT NULL,
  status_since timestamp with time zone DEFAULT now() NOT NULL,
  "json" text COLLATE "C" GENERATED ALWAYS AS ((((',"customerName":'::text || json_text(name)) || ',"customerCpfCnpj":'::text) || json_text(cpf_cnpj))) STORED NOT NULL,
  CONSTRAINT customers_pkey PRIMARY KEY (id)
);
CREATE TABLE users (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  customer_id integer,
  name text NOT NULL,
  email text NOT NULL,
  login text,
  password_hash text NOT NULL,
  phone text,
  map text,
  latitude double precision DEFAULT 0 NOT NULL,
  longitude double precision DEFAULT 0 NOT NULL,
  zoom double precision DEFAULT 0 NOT NULL,
  twelve_hour_format boolean,
  coordinate_format text,
  poi_layer text,
  disabled boolean DEFAULT false NOT NULL,
  administrator boolean DEFAULT false NOT NULL,
  readonly boolean DEFAULT false NOT NULL,
  device_readonly boolean DEFAULT false NOT NULL,
  limit_commands boolean DEFAULT false NOT NULL,
  expiration_time timestamp with time zone,
  device_limit integer DEFAULT 0 NOT NULL,
  user_limit integer DEFAULT 0 NOT NULL,
  attributes jsonb DEFAULT '{}'::jsonb NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  desk_role text DEFAULT 'none'::text NOT NULL,
  fixed_email boolean DEFAULT false NOT NULL,
  temporary boolean DEFAULT false NOT NULL,
  email_vouched boolean DEFAULT false NOT NULL,
  company_id integer,
  CONSTRAINT users_pkey PRIMARY KEY (id),
  CONSTRAINT users_desk_role_check CHECK ((desk_role = ANY (ARRAY['none'::text, 'operator'::text, 'supervisor'::text])))
);
CREATE TABLE sign_in_names (
  name text NOT NULL,
  user_id integer NOT NULL,
  CONSTRAINT sign_in_names_name_check CHECK ((name = lower(name))),
  CONSTRAINT sign_in_names_pkey PRIMARY KEY (name)
);
CREATE TABLE sessions (
  token_hash bytea NOT NULL,
  user_id integer NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  address text,
  user_agent text,
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  kind text DEFAULT 'session'::text NOT NULL,
  name text,
  scopes text[],
  last_used_at timestamp with time zone,
  second_factor text,
  id_token text,
  opener_id integer,
  opener_hash bytea,
  CONSTRAINT sessions_pkey PRIMARY KEY (token_hash),
  CONSTRAINT sessions_kind_check CHECK ((kind = ANY (ARRAY['session'::text, 'token'::text])))
);
CREATE TABLE audit (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  at timestamp with time zone DEFAULT now() NOT NULL,
  user_id integer,
  user_name text,
  action text NOT NULL,
  noun text NOT NULL,
  object_id bigint,
  address text,
  details jsonb DEFAULT '{}'::jsonb NOT NULL,
  CONSTRAINT audit_pkey PRIMARY KEY (id)
);
CREATE TABLE groups (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  name text NOT NULL,
  group_id integer,
  attributes jsonb DEFAULT '{}'::jsonb NOT NULL,
  "json" text COLLATE "C" GENERATED ALWAYS AS ((',"groupName":'::text || json_text(name))) STORED NOT NULL,
  CONSTRAINT groups_check CHECK ((group_id <> id)),
  CONSTRAINT groups_pkey PRIMARY KEY (id)
);
CREATE TABLE devices (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  unique_id text NOT NULL,
  name text NOT NULL,
  group_id integer,
  customer_id integer,
  category text,
  disabled boolean DEFAULT false NOT NULL,
  phone text,
  model text,
  contact text,
  attributes jsonb DEFAULT '{}'::jsonb NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  search_text text COLLATE "C" GENERATED ALWAYS AS (search_index(((((((name || chr(10)) || unique_id) || chr(10)) || COALESCE(model, ''::text)) || chr(10)) || COALESCE((attributes ->> 'plate'::text), ''::text)))) STORED NOT NULL,
  expiration_time timestamp with time zone,
  calendar_id integer,
  CONSTRAINT devices_pkey PRIMARY KEY (id),
  CONSTRAINT devices_unique_id_key UNIQUE (unique_id)
);
CREATE TABLE user_devices (
  user_id integer NOT NULL,
  device_id integer NOT NULL,
  CONSTRAINT user_devices_pkey PRIMARY KEY (user_id, device_id)
);
CREATE TABLE user_groups (
  user_id integer NOT NULL,
  group_id integer NOT NULL,
  CONSTRAINT user_groups_pkey PRIMARY KEY (user_id, group_id)
);
CREATE TABLE user_users (
  user_id integer NOT NULL,
  managed_user_id integer NOT NULL,
  CONSTRAINT user_users_check CHECK ((user_id <> managed_user_id)),
  CONSTRAINT user_users_pkey PRIMARY KEY (user_id, managed_user_id)
);
CREATE TABLE positions (
  id bigint DEFAULT nextval('position_ids'::regclass) NOT NULL,
  device_id integer NOT NULL,
  fix_time timestamp with time zone NOT NULL,
  digest uuid NOT NULL,
  device_time timestamp with time zone,
  server_time timestamp with time zone NOT NULL,
  protocol text NOT NULL,
  type text,
  valid boolean NOT NULL,
  outdated boolean NOT NULL,
  latitude double precision NOT NULL,
  longitude double precision NOT NULL,
  altitude real NOT NULL,
  speed real NOT NULL,
  course real NOT NULL,
  accuracy real NOT NULL,
  ignition boolean,
  motion boolean,
  distance double precision,
  total_distance double precision,
  hours bigint,
  fuel real,
  address text,
  network json,
  attributes json NOT NULL,
  geofence_ids json
) PARTITION BY RANGE (fix_time);
CREATE TABLE odd_positions (
  id bigint DEFAULT nextval('position_ids'::regclass) NOT NULL,
  device_id integer NOT NULL,
  fix_time timestamp with time zone NOT NULL,
  digest uuid NOT NULL,
  server_time timestamp with time zone NOT NULL,
  reason text NOT NULL,
  content jsonb NOT NULL,
  CONSTRAINT odd_positions_pkey PRIMARY KEY (id),
  CONSTRAINT odd_positions_device_id_fix_time_digest_key UNIQUE (device_id, fix_time, digest)
);
CREATE TABLE device_state (
  device_id integer NOT NULL,
  status text DEFAULT 'offline'::text NOT NULL,
  last_update timestamp with time zone,
  position_id bigint,
  fix_time timestamp with time zone,
  "position" json,
  latitude double precision,
  longitude double precision,
  course real,
  speed real,
  ignition boolean,
  alarm text,
  siren_event_id bigint,
  memory json DEFAULT '{}'::json NOT NULL,
  version bigint DEFAULT 0 NOT NULL,
  tx xid8 DEFAULT pg_current_xact_id(),
  held_by bigint,
  held_claim bigint DEFAULT 0 NOT NULL,
  look_at timestamp with time zone DEFAULT now() NOT NULL,
  overdue_at timestamp with time zone,
  CONSTRAINT device_state_pkey PRIMARY KEY (device_id)
) WITH (fillfactor=50);
CREATE TABLE events (
  id bigint DEFAULT nextval('event_ids'::regclass) NOT NULL,
  device_id integer NOT NULL,
  type text NOT NULL,
  event_time timestamp with time zone NOT NULL,
  server_time timestamp with time zone NOT NULL,
  position_id bigint,
  geofence_id integer,
  maintenance_id integer,
  attributes jsonb DEFAULT '{}'::jsonb NOT NULL,
  handled_at timestamp with time zone,
  handled_by integer,
  tx xid8 DEFAULT pg_current_xact_id(),
  handled_untold boolean,
  CONSTRAINT events_pkey PRIMARY KEY (id)
);
CREATE FUNCTION refuse_repeats(position_ids bigint[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
  BEGIN
    IF cardinality(position_ids) > 0 THEN
      RAISE EXCEPTION 'positions stored before'
        USING ERRCODE = 'AT001', DETAIL = array_to_string(position_ids, ',');
    END IF;
  END
  $function$;
CREATE TABLE unknown_trackers (
  unique_id text NOT NULL,
  protocol text NOT NULL,
  address text NOT NULL,
  attempts bigint DEFAULT 1 NOT NULL,
  first_seen timestamp with time zone DEFAULT now() NOT NULL,
  last_seen timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT unknown_trackers_pkey PRIMARY KEY (unique_id)
);
CREATE TABLE server_settings (
  id integer DEFAULT 1 NOT NULL,
  map text,
  bing_key text,
  map_url text,
  latitude double precision,
  longitude double precision,
  zoom double precision,
  twelve_hour_format boolean DEFAULT false NOT NULL,
  force_settings boolean DEFAULT false NOT NULL,
  coordinate_format text,
  poi_layer text,
  registration boolean DEFAULT false NOT NULL,
  readonly boolean DEFAULT false NOT NULL,
  device_readonly boolean DEFAULT false NOT NULL,
  limit_commands boolean DEFAULT false NOT NULL,
  device_limit integer DEFAULT 0 NOT NULL,
  timezone text,
  speed_unit text,
  distance_unit text,
  volume_unit text,
  attributes jsonb DEFAULT '{}'::jsonb NOT NULL,
  announcement text,
  CONSTRAINT server_settings_id_check CHECK ((id = 1)),
  CONSTRAINT server_settings_pkey PRIMARY KEY (id)
);
CREATE TABLE company_configurations (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  label text NOT NULL,
  logo_url text,
  theme text DEFAULT '#1293d1'::text NOT NULL,
  android_app_url text,
  ios_app_url text,
  name text,
  title text,
  favicon_url text,
  sender_name text,
  sender_address text,
  reply_to text,
  mail_texts jsonb DEFAULT '{}'::jsonb NOT NULL,
  CONSTRAINT company_configurations_pkey PRIMARY KEY (id),
  CONSTRAINT company_configurations_label_key UNIQUE (label)
);
CREATE TABLE removed_devices (
  device_id integer NOT NULL,
  removed_at timestamp with time zone DEFAULT now() NOT NULL,
  cleared_at timestamp with time zone,
  CONSTRAINT removed_devices_pkey PRIMARY KEY (device_id)
);
CREATE TABLE calendars (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  name text NOT NULL,
  data text NOT NULL,
  attributes jsonb DEFAULT '{}'::jsonb NOT NULL,
  created_by integer,
  CONSTRAINT calendars_pkey PRIMARY KEY (id)
);
CREATE TABLE geofences (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  name text NOT NULL,
  description text,
  calendar_id integer,
  area text NOT NULL,
  attributes jsonb DEFAULT '{}'::jsonb NOT NULL,
  created_by integer,
  CONSTRAINT geofences_pkey PRIMARY KEY (id)
);
CREATE TABLE drivers (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  name text NOT NULL,
  unique_id text NOT NULL,
  attributes jsonb DEFAULT '{}'::jsonb NOT NULL,
  created_by integer,
  CONSTRAINT drivers_pkey PRIMARY KEY (id),
  CONSTRAINT drivers_unique_id_key UNIQUE (unique_id)
);
CREATE TABLE maintenances (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  name text NOT NULL,
  type text NOT NULL,
  start double precision NOT NULL,
  period double precision NOT NULL,
  attributes jsonb DEFAULT '{}'::jsonb NOT NULL,
  created_by integer,
  CONSTRAINT maintenances_pkey PRIMARY KEY (id)
);
CREATE TABLE notifications (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  type text NOT NULL,
  always boolean DEFAULT false NOT NULL,
  notificators text,
  calendar_id integer,
  attributes jsonb DEFAULT '{}'::jsonb NOT NULL,
  created_by integer,
  description text,
  command_id integer,
  CONSTRAINT notifications_pkey PRIMARY KEY (id)
);
CREATE TABLE computed_attributes (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  description text NOT NULL,
  attribute text NOT NULL,
  expression text NOT NULL,
  type text NOT NULL,
  created_by integer,
  priority integer DEFAULT 0 NOT NULL,
  CONSTRAINT computed_attributes_pkey PRIMARY KEY (id)
);
CREATE TABLE commands (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  device_id integer,
  type text NOT NULL,
  text_channel boolean DEFAULT false NOT NULL,
  description text,
  attributes jsonb DEFAULT '{}'::jsonb NOT NULL,
  created_by integer,
  CONSTRAINT commands_pkey PRIMARY KEY (id)
);
CREATE TABLE user_geofences (
  user_id integer NOT NULL,
  geofence_id integer NOT NULL,
  CONSTRAINT user_geofences_pkey PRIMARY KEY (user_id, geofence_id)
);
CREATE TABLE user_drivers (
  user_id integer NOT NULL,
  driver_id integer NOT NULL,
  CONSTRAINT user_drivers_pkey PRIMARY KEY (user_id, driver_id)
);
CREATE TABLE user_maintenances (
  user_id integer NOT NULL,
  maintenance_id integer NOT NULL,
  CONSTRAINT user_maintenances_pkey PRIMARY KEY (user_id, maintenance_id)
);
CREATE TABLE user_notifications (
  user_id integer NOT NULL,
  notification_id integer NOT NULL,
  CONSTRAINT user_notifications_pkey PRIMARY KEY (user_id, notification_id)
);
CREATE TABLE user_attributes (
  user_id integer NOT NULL,
  attribute_id integer NOT NULL,
  CONSTRAINT user_attributes_pkey PRIMARY KEY (user_id, attribute_id)
);
CREATE TABLE user_commands (
  user_id integer NOT NULL,
  command_id integer NOT NULL,
  CONSTRAINT user_commands_pkey PRIMARY KEY (user_id, command_id)
);
CREATE TABLE group_geofences (
  group_id integer NOT NULL,
  geofence_id integer NOT NULL,
  CONSTRAINT group_geofences_pkey PRIMARY KEY (group_id, geofence_id)
);
CREATE TABLE group_drivers (
  group_id integer NOT NULL,
  driver_id integer NOT NULL,
  CONSTRAINT group_drivers_pkey PRIMARY KEY (group_id, driver_id)
);
CREATE TABLE group_maintenances (
  group_id integer NOT NULL,
  maintenance_id integer NOT NULL,
  CONSTRAINT group_maintenances_pkey PRIMARY KEY (group_id, maintenance_id)
);
CREATE TABLE group_notifications (
  group_id integer NOT NULL,
  notification_id integer NOT NULL,
  CONSTRAINT group_notifications_pkey PRIMARY KEY (group_id, notification_id)
);
CREATE TABLE group_attributes (
  group_id integer NOT NULL,
  attribute_id integer NOT NULL,
  CONSTRAINT group_attributes_pkey PRIMARY KEY (group_id, attribute_id)
);
CREATE TABLE group_commands (
  group_id integer NOT NULL,
  command_id integer NOT NULL,
  CONSTRAINT group_commands_pkey PRIMARY KEY (group_id, command_id)
);
CREATE TABLE device_geofences (
  device_id integer NOT NULL,
  geofence_id integer NOT NULL,
  CONSTRAINT device_geofences_pkey PRIMARY KEY (device_id, geofence_id)
);
CREATE TABLE device_drivers (
  device_id integer NOT NULL,
  driver_id integer NOT NULL,
  CONSTRAINT device_drivers_pkey PRIMARY KEY (device_id, driver_id)
);
CREATE TABLE device_maintenances (
  device_id integer NOT NULL,
  maintenance_id integer NOT NULL,
  CONSTRAINT device_maintenances_pkey PRIMARY KEY (device_id, maintenance_id)
);
CREATE TABLE device_notifications (
  device_id integer NOT NULL,
  notification_id integer NOT NULL,
  CONSTRAINT device_notifications_pkey PRIMARY KEY (device_id, notification_id)
);
CREATE TABLE device_attributes (
  device_id integer NOT NULL,
  attribute_id integer NOT NULL,
  CONSTRAINT device_attributes_pkey PRIMARY KEY (device_id, attribute_id)
);
CREATE TABLE device_commands (
  device_id integer NOT NULL,
  command_id integer NOT NULL,
  CONSTRAINT device_commands_pkey PRIMARY KEY (device_id, command_id)
);
CREATE TABLE user_calendars (
  user_id integer NOT NULL,
  calendar_id integer NOT NULL,
  CONSTRAINT user_calendars_pkey PRIMARY KEY (user_id, calendar_id)
);
CREATE TABLE sent_commands (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  device_id integer NOT NULL,
  user_id integer,
  user_name text,
  batch_id uuid,
  type text NOT NULL,
  description text,
  attributes jsonb DEFAULT '{}'::jsonb NOT NULL,
  text_channel boolean DEFAULT false NOT NULL,
  confirmation text,
  silent boolean DEFAULT false NOT NULL,
  state text DEFAULT 'queued'::text NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  sent_at timestamp with time zone,
  ended_at timestamp with time zone,
  answer text,
  reason text,
  tx xid8 DEFAULT pg_current_xact_id(),
  leaving_since timestamp with time zone,
  awaited_until timestamp with time zone,
  block_id integer,
  block_limits jsonb,
  CONSTRAINT sent_commands_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'sent'::text, 'answered'::text, 'failed'::text, 'expired'::text]))),
  CONSTRAINT sent_commands_pkey PRIMARY KEY (id)
);
CREATE TABLE event_queue (
  event_id bigint NOT NULL,
  device_id integer NOT NULL,
  queued_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT event_queue_pkey PRIMARY KEY (event_id)
);
CREATE TABLE notification_deliveries (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  event_id bigint NOT NULL,
  device_id integer NOT NULL,
  user_id integer NOT NULL,
  notification_id integer NOT NULL,
  notificator text NOT NULL,
  state text DEFAULT 'waiting'::text NOT NULL,
  attempts integer DEFAULT 0 NOT NULL,
  next_try_at timestamp with time zone,
  tried_at timestamp with time zone,
  last_error text,
  created_at timestamp with time zone NOT NULL,
  ended_at timestamp with time zone,
  alarm_id bigint,
  command_id integer,
  tx xid8 DEFAULT pg_current_xact_id(),
  CONSTRAINT notification_deliveries_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'sending'::text, 'sent'::text, 'given-up'::text]))),
  CONSTRAINT notification_deliveries_pkey PRIMARY KEY (id)
);
CREATE TABLE travel_hours (
  device_id integer NOT NULL,
  hour timestamp with time zone NOT NULL,
  rules smallint NOT NULL,
  positions integer NOT NULL,
  first_time timestamp with time zone NOT NULL,
  last_time timestamp with time zone NOT NULL,
  motion boolean NOT NULL,
  ignition boolean,
  first_fix_time timestamp with time zone,
  first_fix_latitude double precision,
  first_fix_longitude double precision,
  first_fix_motion boolean,
  first_fix_speed double precision,
  motion_before_fix boolean,
  last_fix_time timestamp with time zone,
  last_fix_latitude double precision,
  last_fix_longitude double precision,
  last_fix_motion boolean,
  distance double precision NOT NULL,
  moving_ms bigint NOT NULL,
  max_speed double precision NOT NULL,
  engine_ms bigint NOT NULL,
  silent_ms bigint NOT NULL,
  silent_moving_ms bigint NOT NULL,
  first_fuel double precision,
  last_fuel double precision,
  refuelled double precision,
  first_odometer double precision,
  last_odometer double precision,
  CONSTRAINT travel_hours_pkey PRIMARY KEY (device_id, hour)
);
CREATE TABLE dirty_hours (
  device_id integer NOT NULL,
  hour timestamp with time zone NOT NULL
);
CREATE TABLE travel_hours_until (
  id integer DEFAULT 1 NOT NULL,
  hour timestamp with time zone NOT NULL,
  CONSTRAINT travel_hours_until_id_check CHECK ((id = 1)),
  CONSTRAINT travel_hours_until_pkey PRIMARY KEY (id)
);
CREATE FUNCTION hours_settled_at(at timestamp with time zone)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN date_trunc('hour'::text, (at - '00:15:00'::interval), 'UTC'::text);
CREATE TABLE sinisters (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  number integer NOT NULL,
  device_id integer NOT NULL,
  customer_id integer,
  device jsonb NOT NULL,
  customer jsonb,
  status text DEFAULT 'opened'::text NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  opened_by text NOT NULL,
  opening_date timestamp with time zone NOT NULL,
  opening_type text NOT NULL,
  opening_address text,
  opening_latitude double precision,
  opening_longitude double precision,
  opening_description text NOT NULL,
  closed_at timestamp with time zone,
  closed_by text,
  closing_date timestamp with time zone,
  closing_type text,
  closing_address text,
  closing_latitude double precision,
  closing_longitude double precision,
  closing_description text,
  vehicle_damaged boolean DEFAULT false NOT NULL,
  attributes jsonb DEFAULT '{}'::jsonb NOT NULL,
  CONSTRAINT sinisters_status_check CHECK ((status = ANY (ARRAY['opened'::text, 'closed'::text]))),
  CONSTRAINT sinisters_pkey PRIMARY KEY (id),
  CONSTRAINT sinisters_number_key UNIQUE (number)
);
CREATE TABLE occurrences (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  sinister_id integer NOT NULL,
  category text NOT NULL,
  occurrence_date timestamp with time zone NOT NULL,
  address text,
  description text NOT NULL,
  reported_by text NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  attributes jsonb DEFAULT '{}'::jsonb NOT NULL,
  latitude double precision,
  longitude double precision,
  CONSTRAINT occurrences_pkey PRIMARY KEY (id)
);
CREATE TABLE occurrence_images (
  occurrence_id integer NOT NULL,
  type text NOT NULL,
  bytes bytea NOT NULL,
  CONSTRAINT occurrence_images_pkey PRIMARY KEY (occurrence_id)
);
CREATE TABLE event_comments (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  event_id bigint NOT NULL,
  user_id integer,
  user_name text NOT NULL,
  comment text NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  attributes jsonb DEFAULT '{}'::jsonb NOT NULL,
  untold boolean DEFAULT false NOT NULL,
  CONSTRAINT event_comments_pkey PRIMARY KEY (id)
);
CREATE TABLE location_shares (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  token_hash bytea NOT NULL,
  user_id integer NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  revoked_at timestamp with time zone,
  shows_name boolean DEFAULT true NOT NULL,
  shows_trail boolean DEFAULT false NOT NULL,
  CONSTRAINT location_shares_pkey PRIMARY KEY (id),
  CONSTRAINT location_shares_token_hash_key UNIQUE (token_hash)
);
CREATE TABLE location_share_devices (
  share_id integer NOT NULL,
  device_id integer NOT NULL,
  CONSTRAINT location_share_devices_pkey PRIMARY KEY (share_id, device_id)
);
CREATE TABLE company_logos (
  name text NOT NULL,
  type text NOT NULL,
  bytes bytea NOT NULL,
  uploaded_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT company_logos_pkey PRIMARY KEY (name)
);
CREATE TABLE statistics (
  day date NOT NULL,
  active_devices integer DEFAULT 0 NOT NULL,
  requests bigint DEFAULT 0 NOT NULL,
  messages_received bigint DEFAULT 0 NOT NULL,
  messages_stored bigint DEFAULT 0 NOT NULL,
  mail_sent bigint DEFAULT 0 NOT NULL,
  sms_sent bigint DEFAULT 0 NOT NULL,
  geocoder_requests bigint DEFAULT 0 NOT NULL,
  CONSTRAINT statistics_pkey PRIMARY KEY (day)
);
CREATE TABLE statistics_users (
  day date NOT NULL,
  user_id integer NOT NULL,
  CONSTRAINT statistics_users_pkey PRIMARY KEY (day, user_id)
);
CREATE TABLE scheduled_reports (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  user_id integer NOT NULL,
  name text NOT NULL,
  type text NOT NULL,
  period text NOT NULL,
  event_types text[] DEFAULT '{}'::text[] NOT NULL,
  calendar_id integer,
  attributes jsonb DEFAULT '{}'::jsonb NOT NULL,
  CONSTRAINT scheduled_reports_pkey PRIMARY KEY (id)
);
CREATE TABLE scheduled_report_devices (
  report_id integer NOT NULL,
  device_id integer NOT NULL,
  CONSTRAINT scheduled_report_devices_pkey PRIMARY KEY (report_id, device_id)
);
CREATE TABLE scheduled_report_groups (
  report_id integer NOT NULL,
  group_id integer NOT NULL,
  CONSTRAINT scheduled_report_groups_pkey PRIMARY KEY (report_id, group_id)
);
CREATE TABLE scheduled_report_runs (
  report_id integer NOT NULL,
  checked_until timestamp with time zone NOT NULL,
  sending_since timestamp with time zone,
  due_at timestamp with time zone,
  attempts integer DEFAULT 0 NOT NULL,
  next_try_at timestamp with time zone,
  last_tried_at timestamp with time zone,
  last_sent_at timestamp with time zone,
  last_error text,
  CONSTRAINT scheduled_report_runs_pkey PRIMARY KEY (report_id)
);
CREATE TABLE payment_links (
  customer_id integer NOT NULL,
  account text NOT NULL,
  provider_id text,
  state text NOT NULL,
  fault text,
  provider_message text,
  fields jsonb DEFAULT '[]'::jsonb NOT NULL,
  may_exist boolean DEFAULT false NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  user_id integer,
  changed_at timestamp with time zone DEFAULT now() NOT NULL,
  read_with text,
  attempts integer DEFAULT 0 NOT NULL,
  CONSTRAINT payment_links_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'linked'::text, 'failed'::text]))),
  CONSTRAINT payment_links_pkey PRIMARY KEY (account, customer_id)
);
CREATE TABLE fleet_control_runs (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  user_id integer NOT NULL,
  account text NOT NULL,
  started_by text NOT NULL,
  address text,
  state text NOT NULL,
  sends_new boolean NOT NULL,
  group_id integer,
  step text NOT NULL,
  cursor bigint DEFAULT 0 NOT NULL,
  attempts integer DEFAULT 0 NOT NULL,
  next_try_at timestamp with time zone,
  started_at timestamp with time zone DEFAULT now() NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  ended_at timestamp with time zone,
  handled jsonb DEFAULT '{}'::jsonb NOT NULL,
  totals jsonb DEFAULT '{}'::jsonb NOT NULL,
  failure jsonb,
  resumed_kinds text[] DEFAULT '{}'::text[] NOT NULL,
  compares boolean DEFAULT false NOT NULL,
  CONSTRAINT fleet_control_runs_pkey PRIMARY KEY (id)
);
CREATE TABLE fleet_control_records (
  user_id integer NOT NULL,
  kind text NOT NULL,
  remote_id bigint NOT NULL,
  key text NOT NULL,
  plate text,
  client_id bigint,
  vehicle_id bigint,
  sim_card_id bigint,
  operator_id bigint,
  data jsonb NOT NULL,
  run_id integer NOT NULL,
  local_id integer,
  base jsonb DEFAULT '{}'::jsonb NOT NULL,
  pending jsonb,
  CONSTRAINT fleet_control_records_pkey PRIMARY KEY (user_id, kind, remote_id)
) WITH (fillfactor=80);
CREATE TABLE fleet_control_findings (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  run_id integer NOT NULL,
  kind text NOT NULL,
  outcome text NOT NULL,
  name text NOT NULL,
  local_id integer,
  remote_id bigint,
  reason text,
  provider_message text,
  fields jsonb DEFAULT '[]'::jsonb NOT NULL,
  CONSTRAINT fleet_control_findings_pkey PRIMARY KEY (id)
);
CREATE TABLE payment_keys (
  fingerprint text NOT NULL,
  account text NOT NULL,
  CONSTRAINT payment_keys_pkey PRIMARY KEY (fingerprint)
);
CREATE TABLE payment_holders (
  user_id integer NOT NULL,
  provider text NOT NULL,
  account text NOT NULL,
  CONSTRAINT payment_holders_pkey PRIMARY KEY (user_id, provider)
);
CREATE TABLE refused_messages (
  id bigint DEFAULT nextval('position_ids'::regclass) NOT NULL,
  device_id integer NOT NULL,
  digest uuid NOT NULL,
  server_time timestamp with time zone NOT NULL,
  protocol text NOT NULL,
  kind text NOT NULL,
  error text NOT NULL,
  frame bytea NOT NULL,
  content text,
  CONSTRAINT refused_messages_pkey PRIMARY KEY (id),
  CONSTRAINT refused_messages_device_id_digest_key UNIQUE (device_id, digest)
);
CREATE TABLE idempotency_keys (
  user_id integer NOT NULL,
  key text NOT NULL,
  fingerprint text NOT NULL,
  answer text,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT idempotency_keys_pkey PRIMARY KEY (user_id, key)
);
CREATE TABLE odometer_scan (
  one boolean NOT NULL,
  partition text DEFAULT ''::text NOT NULL,
  block bigint DEFAULT 0 NOT NULL,
  ended_at timestamp with time zone,
  CONSTRAINT odometer_scan_one_check CHECK (one),
  CONSTRAINT odometer_scan_pkey PRIMARY KEY (one)
);
CREATE TABLE odometer_repairs (
  device_id integer NOT NULL,
  first_time timestamp with time zone NOT NULL,
  last_time timestamp with time zone NOT NULL,
  examinations integer DEFAULT 0 NOT NULL,
  examined_at timestamp with time zone,
  mended bigint DEFAULT 0 NOT NULL,
  found_right bigint DEFAULT 0 NOT NULL,
  undecided bigint DEFAULT 0 NOT NULL,
  reported_mended bigint DEFAULT 0 NOT NULL,
  reported_undecided bigint DEFAULT 0 NOT NULL,
  CONSTRAINT odometer_repairs_pkey PRIMARY KEY (device_id)
);
CREATE FUNCTION refuse_versions(device_ids integer[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
    BEGIN
      IF cardinality(device_ids) > 0 THEN
        RAISE EXCEPTION 'device states changed meanwhile'
          USING ERRCODE = 'AT002', DETAIL = array_to_string(device_ids, ',');
      END IF;
    END
    $function$;
CREATE TABLE changes (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  tx xid8 DEFAULT pg_current_xact_id() NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  topic text NOT NULL,
  message jsonb NOT NULL,
  CONSTRAINT changes_pkey PRIMARY KEY (id)
);
CREATE TABLE job_leases (
  name text NOT NULL,
  fence bigint NOT NULL,
  held_until timestamp with time zone NOT NULL,
  CONSTRAINT job_leases_pkey PRIMARY KEY (name)
);
CREATE FUNCTION require_lease(lease_name text, lease_fence bigint)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
    BEGIN
      PERFORM FROM job_leases WHERE name = lease_name AND fence = lease_fence FOR SHARE;
      IF NOT FOUND THEN
        RAISE EXCEPTION 'the lease of % is another one''s', lease_name USING ERRCODE = 'AT003';
      END IF;
    END
    $function$;
CREATE TABLE sign_in_attempts (
  key bytea NOT NULL,
  failures integer NOT NULL,
  last_at timestamp with time zone NOT NULL,
  is_known boolean DEFAULT false NOT NULL,
  forget_at timestamp with time zone NOT NULL,
  CONSTRAINT sign_in_attempts_pkey PRIMARY KEY (key)
);
CREATE FUNCTION bear_transaction()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    BEGIN
      NEW.tx := pg_current_xact_id();
      RETURN NEW;
    END
    $function$;
CREATE TABLE alarm_escalations (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  name text NOT NULL,
  steps jsonb DEFAULT '[]'::jsonb NOT NULL,
  is_default boolean DEFAULT false NOT NULL,
  retired_at timestamp with time zone,
  CONSTRAINT alarm_escalations_pkey PRIMARY KEY (id)
);
CREATE TABLE alarm_rules (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  key text,
  name text NOT NULL,
  "position" integer NOT NULL,
  enabled boolean DEFAULT true NOT NULL,
  event_types text[] NOT NULL,
  alarms text[] DEFAULT '{}'::text[] NOT NULL,
  applies_to text DEFAULT 'all'::text NOT NULL,
  group_ids integer[] DEFAULT '{}'::integer[] NOT NULL,
  customer_ids integer[] DEFAULT '{}'::integer[] NOT NULL,
  device_ids integer[] DEFAULT '{}'::integer[] NOT NULL,
  categories text[] DEFAULT '{}'::text[] NOT NULL,
  calendar_id integer,
  outside_calendar boolean DEFAULT false NOT NULL,
  geofence_id integer,
  ignition text DEFAULT 'any'::text NOT NULL,
  severity smallint NOT NULL,
  procedure_id integer,
  grouping_minutes integer DEFAULT 10 NOT NULL,
  wait_minutes integer,
  normal_types text[] DEFAULT '{}'::text[] NOT NULL,
  normal_alarms text[] DEFAULT '{}'::text[] NOT NULL,
  claim_seconds integer,
  close_seconds integer,
  siren boolean DEFAULT true NOT NULL,
  requires_note boolean DEFAULT false NOT NULL,
  escalation_id integer,
  version integer DEFAULT 1 NOT NULL,
  retired_at timestamp with time zone,
  CONSTRAINT alarm_rules_applies_to_check CHECK ((applies_to = ANY (ARRAY['all'::text, 'some'::text]))),
  CONSTRAINT alarm_rules_ignition_check CHECK ((ignition = ANY (ARRAY['any'::text, 'on'::text, 'off'::text]))),
  CONSTRAINT alarm_rules_severity_check CHECK (((severity >= 0) AND (severity <= 3))),
  CONSTRAINT alarm_rules_pkey PRIMARY KEY (id),
  CONSTRAINT alarm_rules_key_key UNIQUE (key)
);
CREATE TABLE alarm_outcomes (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  key text,
  name text NOT NULL,
  "position" integer DEFAULT 0 NOT NULL,
  requires_note boolean DEFAULT false NOT NULL,
  built_in boolean DEFAULT false NOT NULL,
  retired_at timestamp with time zone,
  CONSTRAINT alarm_outcomes_pkey PRIMARY KEY (id),
  CONSTRAINT alarm_outcomes_key_key UNIQUE (key)
);
CREATE TABLE alarm_hold_reasons (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  key text,
  name text NOT NULL,
  "position" integer DEFAULT 0 NOT NULL,
  pauses_clock boolean DEFAULT false NOT NULL,
  retired_at timestamp with time zone,
  CONSTRAINT alarm_hold_reasons_pkey PRIMARY KEY (id),
  CONSTRAINT alarm_hold_reasons_key_key UNIQUE (key)
);
CREATE TABLE desk_teams (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  name text NOT NULL,
  user_ids integer[] DEFAULT '{}'::integer[] NOT NULL,
  retired_at timestamp with time zone,
  CONSTRAINT desk_teams_pkey PRIMARY KEY (id)
);
CREATE TABLE desk_settings (
  id integer NOT NULL,
  settings jsonb DEFAULT '{}'::jsonb NOT NULL,
  CONSTRAINT desk_settings_id_check CHECK ((id = 1)),
  CONSTRAINT desk_settings_pkey PRIMARY KEY (id)
);
CREATE TABLE alarm_queue (
  event_id bigint NOT NULL,
  device_id integer NOT NULL,
  queued_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT alarm_queue_pkey PRIMARY KEY (event_id)
);
CREATE TABLE alarms (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  kind text NOT NULL,
  subject bigint NOT NULL,
  rule_id integer,
  rule_name text,
  severity smallint NOT NULL,
  device_id integer,
  device_name text,
  plate text,
  category text,
  customer_id integer,
  customer_name text,
  latitude double precision,
  longitude double precision,
  address text,
  event_type text,
  alarm text,
  call_reason text,
  caller_name text,
  caller_phone text,
  opened_at timestamp with time zone DEFAULT now() NOT NULL,
  first_event_at timestamp with time zone NOT NULL,
  last_event_at timestamp with time zone NOT NULL,
  last_joined_at timestamp with time zone DEFAULT now() NOT NULL,
  event_count integer DEFAULT 1 NOT NULL,
  late boolean DEFAULT false NOT NULL,
  normalised_at timestamp with time zone,
  pending_until timestamp with time zone,
  siren boolean DEFAULT false NOT NULL,
  sounds_at timestamp with time zone,
  claim_seconds integer NOT NULL,
  close_seconds integer NOT NULL,
  claim_due_at timestamp with time zone NOT NULL,
  close_due_at timestamp with time zone NOT NULL,
  due_at timestamp with time zone NOT NULL,
  paused_at timestamp with time zone,
  first_claimed_at timestamp with time zone,
  first_claimed_by integer,
  held_until timestamp with time zone,
  hold_reason text,
  team_id integer,
  mass_fault_id bigint,
  mass_fault jsonb,
  steps jsonb DEFAULT '[]'::jsonb NOT NULL,
  requires_note boolean DEFAULT false NOT NULL,
  outcome_id integer,
  outcome_name text,
  note text,
  closed_at timestamp with time zone,
  closed_by integer,
  closed_by_name text,
  duress_at timestamp with time zone,
  procedure_id integer,
  procedure_version integer,
  CONSTRAINT alarms_kind_check CHECK ((kind = ANY (ARRAY['event'::text, 'manual'::text, 'massFault'::text]))),
  CONSTRAINT alarms_severity_check CHECK (((severity >= 0) AND (severity <= 3))),
  CONSTRAINT alarms_pkey PRIMARY KEY (id)
);
CREATE TABLE alarm_events (
  event_id bigint NOT NULL,
  alarm_id bigint NOT NULL,
  CONSTRAINT alarm_events_pkey PRIMARY KEY (event_id)
);
CREATE TABLE alarm_claims (
  subject bigint NOT NULL,
  user_id integer,
  user_name text,
  claimed_at timestamp with time zone,
  acted_at timestamp with time zone,
  asked_at timestamp with time zone,
  in_call boolean DEFAULT false NOT NULL,
  CONSTRAINT alarm_claims_pkey PRIMARY KEY (subject)
);
CREATE TABLE alarm_history (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  alarm_id bigint NOT NULL,
  at timestamp with time zone DEFAULT now() NOT NULL,
  action text NOT NULL,
  user_id integer,
  user_name text,
  address text,
  details jsonb DEFAULT '{}'::jsonb NOT NULL,
  CONSTRAINT alarm_history_pkey PRIMARY KEY (id)
);
CREATE FUNCTION refuse_history_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  BEGIN
    RAISE EXCEPTION 'the history of alarms is never changed' USING ERRCODE = 'AT004';
  END
  $function$;
CREATE TABLE alarm_drafts (
  alarm_id bigint NOT NULL,
  text text NOT NULL,
  user_id integer NOT NULL,
  user_name text NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT alarm_drafts_pkey PRIMARY KEY (alarm_id)
);
CREATE TABLE alarm_escalation_steps (
  alarm_id bigint NOT NULL,
  "position" integer NOT NULL,
  due_at timestamp with time zone NOT NULL,
  of text NOT NULL,
  step jsonb NOT NULL,
  fired_at timestamp with time zone,
  CONSTRAINT alarm_escalation_steps_of_check CHECK ((of = ANY (ARRAY['unclaimed'::text, 'unclosed'::text]))),
  CONSTRAINT alarm_escalation_steps_pkey PRIMARY KEY (alarm_id, "position")
);
CREATE TABLE alarm_mass_devices (
  alarm_id bigint NOT NULL,
  device_id integer NOT NULL,
  device_name text NOT NULL,
  back_at timestamp with time zone,
  silent_since timestamp with time zone DEFAULT now() NOT NULL,
  joined_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT alarm_mass_devices_pkey PRIMARY KEY (alarm_id, device_id)
);
CREATE TABLE desk_presence (
  user_id integer NOT NULL,
  state text DEFAULT 'off'::text NOT NULL,
  state_at timestamp with time zone DEFAULT now() NOT NULL,
  seen_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT desk_presence_state_check CHECK ((state = ANY (ARRAY['on'::text, 'pause'::text, 'off'::text]))),
  CONSTRAINT desk_presence_pkey PRIMARY KEY (user_id)
);
CREATE TABLE silences (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  device_id integer,
  customer_id integer,
  reason text NOT NULL,
  note text,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  created_by integer,
  created_by_name text NOT NULL,
  until timestamp with time zone NOT NULL,
  ended_at timestamp with time zone,
  CONSTRAINT silences_check CHECK (((device_id IS NULL) <> (customer_id IS NULL))),
  CONSTRAINT silences_pkey PRIMARY KEY (id)
);
CREATE TABLE silent_devices (
  device_id integer NOT NULL,
  reason text,
  next_contact_at timestamp with time zone,
  user_id integer,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT silent_devices_pkey PRIMARY KEY (device_id)
);
CREATE TABLE ingest_pauses (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  began_at timestamp with time zone NOT NULL,
  ended_at timestamp with time zone NOT NULL,
  CONSTRAINT ingest_pauses_pkey PRIMARY KEY (id)
);
CREATE TABLE ingest_processes (
  epoch bigint NOT NULL,
  seen_at timestamp with time zone NOT NULL,
  CONSTRAINT ingest_processes_pkey PRIMARY KEY (epoch)
);
CREATE TABLE block_policies (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  key text,
  name text NOT NULL,
  enabled boolean DEFAULT true NOT NULL,
  categories text[] DEFAULT '{}'::text[] NOT NULL,
  group_ids integer[] DEFAULT '{}'::integer[] NOT NULL,
  never boolean DEFAULT false NOT NULL,
  moment text DEFAULT 'any'::text NOT NULL,
  max_speed_kph double precision,
  max_fix_age_seconds integer,
  second_person boolean DEFAULT false NOT NULL,
  alone_allowed boolean DEFAULT true NOT NULL,
  theft_lifts_second boolean DEFAULT true NOT NULL,
  forbidden_geofence_ids integer[] DEFAULT '{}'::integer[] NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  CONSTRAINT block_policies_moment_check CHECK ((moment = ANY (ARRAY['any'::text, 'standstill'::text, 'ignitionOff'::text]))),
  CONSTRAINT block_policies_pkey PRIMARY KEY (id),
  CONSTRAINT block_policies_key_key UNIQUE (key)
);
CREATE TABLE block_requests (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  kind text NOT NULL,
  device_id integer NOT NULL,
  device_name text NOT NULL,
  plate text,
  state text NOT NULL,
  state_reason text,
  moment text DEFAULT 'now'::text NOT NULL,
  reason text NOT NULL,
  note text,
  confirmation text,
  asked_by integer,
  asked_by_name text NOT NULL,
  asked_address text,
  asked_at timestamp with time zone DEFAULT now() NOT NULL,
  policy jsonb NOT NULL,
  command jsonb NOT NULL,
  confirm_until timestamp with time zone,
  alone_from timestamp with time zone,
  confirmed_by integer,
  confirmed_by_name text,
  second_at timestamp with time zone,
  alone_reason text,
  reviewed_by integer,
  reviewed_by_name text,
  reviewed_at timestamp with time zone,
  expires_at timestamp with time zone,
  sinister_id integer,
  sent_id integer,
  sent_at timestamp with time zone,
  done_at timestamp with time zone,
  ended_at timestamp with time zone,
  answer text,
  looked_at_position bigint,
  overdue_reported_at timestamp with time zone,
  version integer DEFAULT 1 NOT NULL,
  CONSTRAINT block_requests_kind_check CHECK ((kind = ANY (ARRAY['block'::text, 'release'::text]))),
  CONSTRAINT block_requests_state_check CHECK ((state = ANY (ARRAY['requested'::text, 'waiting'::text, 'sent'::text, 'confirmed'::text, 'refused'::text, 'expired'::text, 'unanswered'::text, 'contradicted'::text, 'released'::text, 'withdrawn'::text]))),
  CONSTRAINT block_requests_moment_check CHECK ((moment = ANY (ARRAY['now'::text, 'standstill'::text, 'ignitionOff'::text]))),
  CONSTRAINT block_requests_pkey PRIMARY KEY (id)
);
CREATE TABLE block_history (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  block_id integer NOT NULL,
  at timestamp with time zone DEFAULT now() NOT NULL,
  action text NOT NULL,
  user_id integer,
  user_name text,
  address text,
  details jsonb DEFAULT '{}'::jsonb NOT NULL,
  CONSTRAINT block_history_pkey PRIMARY KEY (id)
);
CREATE FUNCTION refuse_block_history_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  BEGIN
    RAISE EXCEPTION 'the history of blocks is never changed' USING ERRCODE = 'AT004';
  END
  $function$;
CREATE TABLE watched_devices (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  device_id integer NOT NULL,
  reason text NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  created_by integer NOT NULL,
  created_by_name text NOT NULL,
  until timestamp with time zone NOT NULL,
  ended_at timestamp with time zone,
  CONSTRAINT watched_devices_pkey PRIMARY KEY (id)
);
CREATE TABLE shift_handovers (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  user_id integer NOT NULL,
  user_name text NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  note text NOT NULL,
  items jsonb NOT NULL,
  accepted_at timestamp with time zone,
  accepted_by integer,
  accepted_by_name text,
  escalated_at timestamp with time zone,
  CONSTRAINT shift_handovers_pkey PRIMARY KEY (id)
);
CREATE TABLE recovery_steps (
  sinister_id integer NOT NULL,
  step text NOT NULL,
  done_at timestamp with time zone NOT NULL,
  reference text,
  noted_by text NOT NULL,
  CONSTRAINT recovery_steps_pkey PRIMARY KEY (sinister_id, step)
);
CREATE TABLE police_facts (
  sinister_id integer NOT NULL,
  facts jsonb NOT NULL,
  noted_by text NOT NULL,
  noted_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT police_facts_pkey PRIMARY KEY (sinister_id)
);
CREATE TABLE police_links (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  sinister_id integer NOT NULL,
  token_hash bytea NOT NULL,
  user_id integer NOT NULL,
  created_by text NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  revoked_at timestamp with time zone,
  CONSTRAINT police_links_pkey PRIMARY KEY (id),
  CONSTRAINT police_links_token_hash_key UNIQUE (token_hash)
);
CREATE TABLE police_visits (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  link_id integer NOT NULL,
  token_hash bytea NOT NULL,
  name text NOT NULL,
  unit text NOT NULL,
  phone text NOT NULL,
  address text,
  came_at timestamp with time zone DEFAULT now() NOT NULL,
  looked_at timestamp with time zone DEFAULT now() NOT NULL,
  looks integer DEFAULT 0 NOT NULL,
  CONSTRAINT police_visits_pkey PRIMARY KEY (id),
  CONSTRAINT police_visits_token_hash_key UNIQUE (token_hash)
);
CREATE TABLE responders (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  name text NOT NULL,
  kind text DEFAULT 'provider'::text NOT NULL,
  phone text NOT NULL,
  other_phone text,
  area text,
  hours text,
  latitude double precision,
  longitude double precision,
  device_id integer,
  call_out_cents integer,
  km_cents integer,
  authorization_number text,
  authorized_until date,
  attributes jsonb DEFAULT '{}'::jsonb NOT NULL,
  created_by integer,
  CONSTRAINT responders_kind_check CHECK ((kind = ANY (ARRAY['provider'::text, 'agent'::text]))),
  CONSTRAINT responders_pkey PRIMARY KEY (id)
);
CREATE TABLE user_responders (
  user_id integer NOT NULL,
  responder_id integer NOT NULL,
  CONSTRAINT user_responders_pkey PRIMARY KEY (user_id, responder_id)
);
CREATE TABLE group_responders (
  group_id integer NOT NULL,
  responder_id integer NOT NULL,
  CONSTRAINT group_responders_pkey PRIMARY KEY (group_id, responder_id)
);
CREATE TABLE device_responders (
  device_id integer NOT NULL,
  responder_id integer NOT NULL,
  CONSTRAINT device_responders_pkey PRIMARY KEY (device_id, responder_id)
);
CREATE TABLE call_outs (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  sinister_id integer NOT NULL,
  responder_id integer,
  name text NOT NULL,
  phone text NOT NULL,
  message text,
  token_hash bytea NOT NULL,
  user_id integer NOT NULL,
  created_by text NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  approved_by text NOT NULL,
  state text DEFAULT 'sent'::text NOT NULL,
  on_the_way_at timestamp with time zone,
  on_site_at timestamp with time zone,
  ended_at timestamp with time zone,
  latitude double precision,
  longitude double precision,
  call_out_cents integer,
  km_cents integer,
  km double precision,
  cost_cents integer,
  channel text,
  channel_state text,
  channel_at timestamp with time zone,
  seen_at timestamp with time zone,
  answer_keys text[] DEFAULT '{}'::text[] NOT NULL,
  placed_at timestamp with time zone,
  CONSTRAINT call_outs_state_check CHECK ((state = ANY (ARRAY['sent'::text, 'declined'::text, 'onTheWay'::text, 'onSite'::text, 'recovered'::text, 'cancelled'::text]))),
  CONSTRAINT call_outs_pkey PRIMARY KEY (id),
  CONSTRAINT call_outs_token_hash_key UNIQUE (token_hash),
  CONSTRAINT call_outs_channel_check CHECK ((channel = ANY (ARRAY['whatsapp'::text, 'sms'::text]))),
  CONSTRAINT call_outs_channel_state_check CHECK ((channel_state = ANY (ARRAY['opened'::text, 'sending'::text, 'sent'::text, 'failed'::text])))
);
CREATE TABLE sinister_watchers (
  sinister_id integer NOT NULL,
  user_id integer NOT NULL,
  seen_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT sinister_watchers_pkey PRIMARY KEY (sinister_id, user_id)
);
CREATE TABLE contact_books (
  customer_id integer NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  pass_phrase text,
  counter_phrase text,
  duress_phrase text,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT contact_books_pkey PRIMARY KEY (customer_id)
);
CREATE TABLE contacts (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  customer_id integer NOT NULL,
  "position" integer NOT NULL,
  name text NOT NULL,
  role text,
  phones jsonb DEFAULT '[]'::jsonb NOT NULL,
  calendar_id integer,
  note text,
  pass_phrase text,
  counter_phrase text,
  CONSTRAINT contacts_pkey PRIMARY KEY (id)
);
CREATE TABLE contact_requests (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  customer_id integer NOT NULL,
  user_id integer,
  user_name text NOT NULL,
  requested_at timestamp with time zone DEFAULT now() NOT NULL,
  change text NOT NULL,
  state text DEFAULT 'pending'::text NOT NULL,
  decided_by integer,
  decided_by_name text,
  decided_at timestamp with time zone,
  note text,
  CONSTRAINT contact_requests_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'accepted'::text, 'refused'::text, 'replaced'::text]))),
  CONSTRAINT contact_requests_pkey PRIMARY KEY (id)
);
CREATE TABLE contact_messages (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  request_id integer NOT NULL,
  name text NOT NULL,
  phone text NOT NULL,
  state text DEFAULT 'waiting'::text NOT NULL,
  claimed_at timestamp with time zone,
  error text,
  CONSTRAINT contact_messages_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'sending'::text, 'sent'::text, 'failed'::text]))),
  CONSTRAINT contact_messages_pkey PRIMARY KEY (id)
);
CREATE TABLE contact_tries (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  customer_id integer,
  contact_id integer,
  contact_name text NOT NULL,
  phone text NOT NULL,
  outcome text NOT NULL,
  note text,
  recording_url text,
  alarm_id bigint,
  sinister_id integer,
  user_id integer,
  user_name text NOT NULL,
  at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT contact_tries_outcome_check CHECK ((outcome = ANY (ARRAY['answered'::text, 'noAnswer'::text, 'voicemail'::text, 'wrongNumber'::text]))),
  CONSTRAINT contact_tries_pkey PRIMARY KEY (id)
);
CREATE TABLE phrase_checks (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  customer_id integer NOT NULL,
  user_id integer NOT NULL,
  is_wrong boolean NOT NULL,
  at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT phrase_checks_pkey PRIMARY KEY (id)
);
CREATE TABLE procedures (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  key text,
  name text NOT NULL,
  use text NOT NULL,
  published_version integer DEFAULT 0 NOT NULL,
  latest_version integer DEFAULT 1 NOT NULL,
  archived_at timestamp with time zone,
  CONSTRAINT procedures_use_check CHECK ((use = ANY (ARRAY['alarm'::text, 'call'::text]))),
  CONSTRAINT procedures_pkey PRIMARY KEY (id),
  CONSTRAINT procedures_key_key UNIQUE (key)
);
CREATE TABLE procedure_versions (
  procedure_id integer NOT NULL,
  number integer NOT NULL,
  name text NOT NULL,
  steps jsonb NOT NULL,
  saved_at timestamp with time zone DEFAULT now() NOT NULL,
  saved_by integer,
  saved_by_name text,
  CONSTRAINT procedure_versions_pkey PRIMARY KEY (procedure_id, number)
);
CREATE FUNCTION refuse_version_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  BEGIN
    RAISE EXCEPTION 'a version of a procedure is never changed' USING ERRCODE = 'AT004';
  END
  $function$;
CREATE TABLE alarm_steps (
  alarm_id bigint NOT NULL,
  number integer NOT NULL,
  step_id text NOT NULL,
  answer text NOT NULL,
  details jsonb DEFAULT '{}'::jsonb NOT NULL,
  user_id integer,
  user_name text,
  at timestamp with time zone DEFAULT now() NOT NULL,
  next_kind text,
  CONSTRAINT alarm_steps_pkey PRIMARY KEY (alarm_id, number)
);
CREATE TABLE muted_alarm_rules (
  user_id integer NOT NULL,
  rule_id integer NOT NULL,
  until timestamp with time zone NOT NULL,
  CONSTRAINT muted_alarm_rules_pkey PRIMARY KEY (user_id, rule_id)
);
CREATE TABLE second_factors (
  user_id integer NOT NULL,
  secret text NOT NULL,
  confirmed_at timestamp with time zone,
  last_step bigint DEFAULT 0 NOT NULL,
  CONSTRAINT second_factors_pkey PRIMARY KEY (user_id)
);
CREATE TABLE recovery_codes (
  user_id integer NOT NULL,
  mark text NOT NULL,
  used_at timestamp with time zone,
  CONSTRAINT recovery_codes_pkey PRIMARY KEY (user_id, mark)
);
CREATE TABLE passkeys (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  user_id integer NOT NULL,
  name text NOT NULL,
  credential_id text NOT NULL,
  public_key bytea NOT NULL,
  counter bigint NOT NULL,
  transports text[] NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  last_used_at timestamp with time zone,
  CONSTRAINT passkeys_pkey PRIMARY KEY (id),
  CONSTRAINT passkeys_credential_id_key UNIQUE (credential_id)
);
CREATE TABLE sign_in_answers (
  mark text NOT NULL,
  forget_at timestamp with time zone NOT NULL,
  CONSTRAINT sign_in_answers_pkey PRIMARY KEY (mark)
);
CREATE TABLE account_links (
  token_hash bytea NOT NULL,
  user_id integer,
  kind text NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  used_at timestamp with time zone,
  leaving_since timestamp with time zone,
  author_id integer,
  mail_state text,
  mail_due_at timestamp with time zone,
  mail_tries integer DEFAULT 0 NOT NULL,
  mail_error text,
  asked_name text,
  asked_from text,
  CONSTRAINT account_links_kind_check CHECK ((kind = ANY (ARRAY['reset'::text, 'invitation'::text]))),
  CONSTRAINT account_links_pkey PRIMARY KEY (token_hash),
  CONSTRAINT account_links_mail_state_check CHECK ((mail_state = ANY (ARRAY['waiting'::text, 'leaving'::text, 'sent'::text, 'failed'::text, 'unsure'::text]))),
  CONSTRAINT account_links_check CHECK (((user_id IS NULL) = (asked_name IS NOT NULL)))
);
CREATE TABLE stored_horizon (
  one boolean DEFAULT true NOT NULL,
  stored_before timestamp with time zone DEFAULT '-infinity'::timestamp with time zone NOT NULL,
  CONSTRAINT stored_horizon_one_check CHECK (one),
  CONSTRAINT stored_horizon_pkey PRIMARY KEY (one)
);
CREATE FUNCTION stored_before()
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
AS $function$
    BEGIN
      RETURN (SELECT h.stored_before FROM stored_horizon AS h);
    END $function$;
CREATE TABLE changed_hours (
  hour timestamp with time zone NOT NULL,
  tx xid8 DEFAULT pg_current_xact_id() NOT NULL,
  at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE backup_runs (
  id uuid NOT NULL,
  started_at timestamp with time zone DEFAULT now() NOT NULL,
  ended_at timestamp with time zone,
  taken_at timestamp with time zone,
  place text NOT NULL,
  folder text,
  by_clock boolean NOT NULL,
  rows bigint,
  bytes bigint,
  new_bytes bigint,
  last_position bigint,
  error text,
  CONSTRAINT backup_runs_pkey PRIMARY KEY (id)
);
CREATE TABLE document_turns (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  user_id integer NOT NULL,
  company integer NOT NULL,
  started_at timestamp with time zone,
  kept_until timestamp with time zone NOT NULL,
  CONSTRAINT document_turns_pkey PRIMARY KEY (id)
);
CREATE TABLE document_companies (
  company integer NOT NULL,
  served_at timestamp with time zone NOT NULL,
  CONSTRAINT document_companies_pkey PRIMARY KEY (company)
);
CREATE TABLE installation (
  only_one boolean DEFAULT true NOT NULL,
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  key_fingerprint text,
  floor text,
  CONSTRAINT installation_only_one_check CHECK (only_one),
  CONSTRAINT installation_pkey PRIMARY KEY (only_one)
);
CREATE TABLE processes (
  epoch bigint NOT NULL,
  version text NOT NULL,
  host text NOT NULL,
  pid integer NOT NULL,
  started_at timestamp with time zone DEFAULT now() NOT NULL,
  seen_at timestamp with time zone DEFAULT now() NOT NULL,
  roles text[],
  has_nats boolean,
  reads_packed boolean,
  CONSTRAINT processes_pkey PRIMARY KEY (epoch)
);
CREATE TABLE openid_identities (
  issuer text NOT NULL,
  subject text NOT NULL,
  user_id integer NOT NULL,
  label text NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  last_used_at timestamp with time zone,
  CONSTRAINT openid_identities_pkey PRIMARY KEY (issuer, subject),
  CONSTRAINT openid_identities_one UNIQUE (user_id, issuer)
);
CREATE TABLE openid_arrivals (
  mark bytea NOT NULL,
  sealed text NOT NULL,
  forget_at timestamp with time zone NOT NULL,
  CONSTRAINT openid_arrivals_pkey PRIMARY KEY (mark)
);
CREATE TABLE web_files (
  name text NOT NULL,
  body bytea NOT NULL,
  kept_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT web_files_pkey PRIMARY KEY (name)
);
CREATE FUNCTION use_account_links()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    BEGIN
      IF NEW.password_hash IS DISTINCT FROM OLD.password_hash THEN
        UPDATE account_links SET used_at = coalesce(used_at, now()), mail_state = NULL, mail_due_at = NULL
        WHERE user_id = NEW.id AND (used_at IS NULL OR mail_state IS NOT NULL);
      ELSE
        UPDATE account_links SET used_at = now(), mail_state = NULL, mail_due_at = NULL
        WHERE user_id = NEW.id AND kind = 'reset' AND used_at IS NULL;
        IF NEW.email <> OLD.email THEN
          INSERT INTO account_links (token_hash, user_id, kind, expires_at, author_id, mail_state, mail_due_at)
          SELECT sha256(uuid_send(gen_random_uuid())), user_id, kind, expires_at, author_id, 'waiting', now()
          FROM account_links
          WHERE user_id = NEW.id AND used_at IS NULL AND mail_state = 'sent' AND expires_at > now();
        END IF;
        UPDATE account_links SET
          used_at = CASE WHEN mail_state IN ('waiting', 'leaving') THEN NULL ELSE now() END,
          token_hash = CASE mail_state WHEN 'leaving' THEN sha256(uuid_send(gen_random_uuid())) ELSE token_hash END,
          mail_state = CASE mail_state WHEN 'leaving' THEN 'waiting' ELSE mail_state END,
          mail_due_at = CASE
            WHEN mail_state = 'leaving' OR mail_state = 'waiting' AND NEW.email <> OLD.email THEN now()
            ELSE mail_due_at END,
          mail_tries = CASE WHEN NEW.email <> OLD.email THEN 0 ELSE mail_tries END
        WHERE user_id = NEW.id AND used_at IS NULL;
      END IF;
      RETURN NULL;
    END $function$;
CREATE TABLE device_images (
  device_id integer NOT NULL,
  type text NOT NULL,
  bytes bytea NOT NULL,
  uploaded_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT device_images_pkey PRIMARY KEY (device_id)
);
CREATE TABLE imported_objects (
  source text NOT NULL,
  kind text NOT NULL,
  source_key text NOT NULL,
  object_id bigint NOT NULL,
  imported_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT imported_objects_pkey PRIMARY KEY (source, kind, source_key)
);
CREATE TABLE mirrors (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  name text NOT NULL,
  kind text NOT NULL,
  address text NOT NULL,
  method text DEFAULT 'GET'::text NOT NULL,
  sealed_authorization text,
  device_ids integer[] DEFAULT '{}'::integer[] NOT NULL,
  group_ids integer[] DEFAULT '{}'::integer[] NOT NULL,
  customer_ids integer[] DEFAULT '{}'::integer[] NOT NULL,
  active_from timestamp with time zone DEFAULT now() NOT NULL,
  active_until timestamp with time zone,
  authorized_by text NOT NULL,
  reason text NOT NULL,
  enabled boolean DEFAULT true NOT NULL,
  CONSTRAINT mirrors_kind_check CHECK ((kind = ANY (ARRAY['raw'::text, 'osmand'::text, 'json'::text]))),
  CONSTRAINT mirrors_method_check CHECK ((method = ANY (ARRAY['GET'::text, 'POST'::text]))),
  CONSTRAINT mirrors_pkey PRIMARY KEY (id)
);
CREATE FUNCTION mirrored_devices(mirror mirrors)
 RETURNS SETOF integer
 LANGUAGE sql
 STABLE
AS $function$
      WITH RECURSIVE below (id) AS (
        SELECT unnest(mirror.group_ids)
        UNION SELECT groups.id FROM groups JOIN below ON groups.group_id = below.id
      )
      SELECT id FROM devices WHERE id = ANY(mirror.device_ids) OR customer_id = ANY(mirror.customer_ids)
        OR group_id IN (SELECT id FROM below)
    $function$;
CREATE TABLE mirror_log (
  mirror_id integer NOT NULL,
  hour timestamp with time zone NOT NULL,
  device_id integer NOT NULL,
  outcome text NOT NULL,
  reason text DEFAULT ''::text NOT NULL,
  count integer NOT NULL,
  last_at timestamp with time zone NOT NULL,
  CONSTRAINT mirror_log_outcome_check CHECK ((outcome = ANY (ARRAY['sent'::text, 'failed'::text, 'dropped'::text]))),
  CONSTRAINT mirror_log_pkey PRIMARY KEY (mirror_id, hour, device_id, outcome, reason)
);
CREATE TABLE campaigns (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  name text NOT NULL,
  host text NOT NULL,
  port integer,
  apn text DEFAULT ''::text NOT NULL,
  apn_user text DEFAULT ''::text NOT NULL,
  sealed_apn_password text,
  texts jsonb DEFAULT '[]'::jsonb NOT NULL,
  device_ids integer[] DEFAULT '{}'::integer[] NOT NULL,
  group_ids integer[] DEFAULT '{}'::integer[] NOT NULL,
  customer_ids integer[] DEFAULT '{}'::integer[] NOT NULL,
  per_minute integer DEFAULT 10 NOT NULL,
  hours_from text DEFAULT '08:00'::text NOT NULL,
  hours_until text DEFAULT '18:00'::text NOT NULL,
  silent_hours integer DEFAULT 24 NOT NULL,
  state text DEFAULT 'draft'::text NOT NULL,
  started_at timestamp with time zone,
  unread_at timestamp with time zone,
  CONSTRAINT campaigns_state_check CHECK ((state = ANY (ARRAY['draft'::text, 'running'::text, 'paused'::text, 'stopped'::text]))),
  CONSTRAINT campaigns_pkey PRIMARY KEY (id)
);
CREATE TABLE campaign_devices (
  campaign_id integer NOT NULL,
  device_id integer NOT NULL,
  state text DEFAULT 'new'::text NOT NULL,
  attempts integer DEFAULT 0 NOT NULL,
  due_at timestamp with time zone,
  claimed_at timestamp with time zone,
  sent_at timestamp with time zone,
  arrived_at timestamp with time zone,
  error text,
  state_before text DEFAULT 'new'::text NOT NULL,
  tries integer DEFAULT 0 NOT NULL,
  left_out boolean DEFAULT false NOT NULL,
  CONSTRAINT campaign_devices_state_check CHECK ((state = ANY (ARRAY['new'::text, 'queued'::text, 'sending'::text, 'sent'::text, 'failed'::text, 'unsure'::text]))),
  CONSTRAINT campaign_devices_pkey PRIMARY KEY (campaign_id, device_id),
  CONSTRAINT campaign_devices_state_before_check CHECK ((state_before = ANY (ARRAY['new'::text, 'sent'::text, 'failed'::text, 'unsure'::text])))
);
CREATE FUNCTION customer_status_since()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN NEW.status_since := now(); RETURN NEW; END $function$;
CREATE TABLE monthly_prices (
  category text NOT NULL,
  cents integer NOT NULL,
  CONSTRAINT monthly_prices_cents_check CHECK ((cents >= 0)),
  CONSTRAINT monthly_prices_pkey PRIMARY KEY (category)
);
CREATE TABLE ignored_risks (
  device_id integer NOT NULL,
  kinds text[] NOT NULL,
  reason text NOT NULL,
  user_id integer,
  user_name text NOT NULL,
  ignored_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT ignored_risks_pkey PRIMARY KEY (device_id)
);
CREATE TABLE customer_standings (
  user_id integer NOT NULL,
  system text NOT NULL,
  customer_id integer NOT NULL,
  standing text NOT NULL,
  since timestamp with time zone DEFAULT now() NOT NULL,
  comparison integer NOT NULL,
  CONSTRAINT customer_standings_pkey PRIMARY KEY (user_id, system, customer_id)
);
CREATE TABLE payment_readings (
  account text NOT NULL,
  reading integer DEFAULT 0 NOT NULL,
  read_at timestamp with time zone,
  failure text,
  CONSTRAINT payment_readings_pkey PRIMARY KEY (account)
);
CREATE TABLE payment_records (
  account text NOT NULL,
  provider_id text NOT NULL,
  document text NOT NULL,
  data jsonb NOT NULL,
  reading integer NOT NULL,
  CONSTRAINT payment_records_pkey PRIMARY KEY (account, provider_id)
);
CREATE TABLE comparisons (
  user_id integer NOT NULL,
  system text NOT NULL,
  number integer DEFAULT 0 NOT NULL,
  requested_at timestamp with time zone DEFAULT now() NOT NULL,
  started_at timestamp with time zone,
  read_at timestamp with time zone,
  compared_at timestamp with time zone,
  failure text,
  CONSTRAINT comparisons_pkey PRIMARY KEY (user_id, system)
);
CREATE TABLE differences (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  user_id integer NOT NULL,
  system text NOT NULL,
  noun text NOT NULL,
  kind text NOT NULL,
  local_id integer,
  remote_key text,
  field text DEFAULT ''::text NOT NULL,
  name text NOT NULL,
  here text,
  there text,
  sides text[] NOT NULL,
  since timestamp with time zone DEFAULT now() NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  comparison integer NOT NULL,
  ignored_at timestamp with time zone,
  ignored_by text,
  ignore_reason text,
  take_side text,
  take_user_id integer,
  take_version integer,
  take_started_at timestamp with time zone,
  refusal text,
  refusal_words text,
  CONSTRAINT differences_pkey PRIMARY KEY (id),
  CONSTRAINT differences_user_id_system_noun_local_id_remote_key_field_key UNIQUE NULLS NOT DISTINCT (user_id, system, noun, local_id, remote_key, field)
);
CREATE TABLE sim_lists (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  provider text NOT NULL,
  file_name text NOT NULL,
  columns jsonb NOT NULL,
  user_name text NOT NULL,
  uploaded_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT sim_lists_pkey PRIMARY KEY (id),
  CONSTRAINT sim_lists_provider_key UNIQUE (provider)
);
CREATE TABLE sim_cards (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  list_id integer NOT NULL,
  line integer NOT NULL,
  iccid text,
  phone text,
  status text,
  is_active boolean NOT NULL,
  plan text,
  monthly_cents integer,
  last_data_at timestamp with time zone,
  CONSTRAINT sim_cards_pkey PRIMARY KEY (id)
);
CREATE TABLE integration_settings (
  name text NOT NULL,
  sealed text NOT NULL,
  changed_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT integration_settings_pkey PRIMARY KEY (name)
);
CREATE TABLE integration_outcomes (
  service text NOT NULL,
  failed_at timestamp with time zone,
  reason text,
  done_at timestamp with time zone,
  CONSTRAINT integration_outcomes_pkey PRIMARY KEY (service)
);
CREATE TABLE bulk_changes (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  user_id integer NOT NULL,
  address text NOT NULL,
  act text NOT NULL,
  row_ids integer[] CONSTRAINT bulk_changes_device_ids_not_null NOT NULL,
  before text[],
  after text,
  until timestamp with time zone NOT NULL,
  noun text NOT NULL,
  CONSTRAINT bulk_changes_pkey PRIMARY KEY (id)
);
CREATE TABLE web_push_keys (
  id integer DEFAULT 1 NOT NULL,
  public_key text NOT NULL,
  private_key text NOT NULL,
  made_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT web_push_keys_id_check CHECK ((id = 1)),
  CONSTRAINT web_push_keys_pkey PRIMARY KEY (id)
);
CREATE TABLE push_subscriptions (
  endpoint_digest text NOT NULL,
  user_id integer NOT NULL,
  token_hash bytea NOT NULL,
  subscription text NOT NULL,
  made_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT push_subscriptions_pkey PRIMARY KEY (endpoint_digest)
);
CREATE TABLE notification_snoozes (
  user_id integer CONSTRAINT notification_rests_user_id_not_null NOT NULL,
  notification_id integer CONSTRAINT notification_rests_notification_id_not_null NOT NULL,
  until timestamp with time zone CONSTRAINT notification_rests_until_not_null NOT NULL,
  CONSTRAINT notification_snoozes_pkey PRIMARY KEY (user_id, notification_id)
);
CREATE VIEW notification_rests AS SELECT user_id,
    notification_id,
    until
   FROM notification_snoozes;
CREATE TABLE maintenance_services (
  id integer GENERATED BY DEFAULT AS IDENTITY NOT NULL,
  device_id integer NOT NULL,
  maintenance_id integer,
  name text NOT NULL,
  type text NOT NULL,
  performed_time timestamp with time zone NOT NULL,
  value double precision NOT NULL,
  note text NOT NULL,
  user_id integer,
  user_name text,
  noted_time timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT maintenance_services_pkey PRIMARY KEY (id)
);
CREATE FUNCTION leave_resets()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ BEGIN RETURN NULL; END $function$;
CREATE TABLE device_texts (
  device_id integer NOT NULL,
  group_id integer,
  customer_id integer,
  "json" text COLLATE "C" NOT NULL,
  with_password text COLLATE "C",
  CONSTRAINT device_texts_pkey PRIMARY KEY (device_id)
);
CREATE FUNCTION write_device_texts()
 RETURNS trigger
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
AS $function$
    BEGIN
      INSERT INTO device_texts 
    SELECT d.id, d.group_id, d.customer_id,
      text.head || (own.attributes - 'devicePassword')::text,
      CASE WHEN own.attributes ? 'devicePassword' THEN text.head || own.attributes::text END
    FROM (SELECT * FROM devices WHERE id = ANY (ARRAY(SELECT id FROM changed))) AS d, LATERAL (
      SELECT CASE jsonb_typeof(d.attributes) WHEN 'object' THEN d.attributes ELSE '{}' END AS attributes
    ) AS own, LATERAL (
      SELECT '{"id":' || d.id || ',"uniqueId":' || coalesce(to_json(d.unique_id)::text, 'null') || ',"name":' || coalesce(to_json(d.name)::text, 'null')
        || ',"groupId":' || coalesce(d.group_id, 0) || ',"customerId":' || coalesce(d.customer_id, 0)
        || ',"category":' || coalesce(to_json(d.category)::text, 'null') || ',"disabled":' || d.disabled::text
        || ',"expirationTime":' || coalesce(to_json(to_char(d.expiration_time AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))::text, 'null')
        || ',"calendarId":' || coalesce(d.calendar_id, 0) || ',"phone":' || coalesce(to_json(d.phone)::text, 'null')
        || ',"model":' || coalesce(to_json(d.model)::text, 'null') || ',"contact":' || coalesce(to_json(d.contact)::text, 'null') || ',"attributes":' AS head
    ) AS text
      ON CONFLICT (device_id) DO UPDATE SET group_id = excluded.group_id, customer_id = excluded.customer_id,
        json = excluded.json, with_password = excluded.with_password;
      RETURN NULL;
    END $function$;
CREATE TABLE attribute_shapes (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  template text COLLATE "C" NOT NULL,
  CONSTRAINT attribute_shapes_pkey PRIMARY KEY (id),
  CONSTRAINT attribute_shapes_template_key UNIQUE (template)
);
ALTER TABLE web_files ALTER body SET STORAGE EXTERNAL;
INSERT INTO kysely_migration ("name", "timestamp") OVERRIDING SYSTEM VALUE VALUES
  ('0001-core', to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
  ('0002-removed-devices', to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
  ('0003-registers', to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
  ('0004-sent-commands', to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
  ('0005-notices', to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
  ('0006-reports', to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
  ('0007-cases', to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
  ('0009-operations', to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
  ('0010-geofences-of-positions', to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
  ('0011-clock-of-a-person', to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
  ('0012-statistics', to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
  ('0013-devices-by-name', to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
  ('0014-lists', to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
  ('0015-scheduled-reports', to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
  ('0016-payments', to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
  ('0017-fleet-control', to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
  ('0018-payment-accounts', to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
  ('0019-resumed-lists', to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
  ('0020-refused-messages', to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
  ('0021-idempotency-keys', to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
  ('0022-odometer-repair', to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
  ('0023-open-alarms', to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
  ('0024-makers', to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
  ('0025-names-of-the-field', to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
  ('0026-foundations', to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
  ('0027-rows-between-processes', to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
  ('0028-holding', to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
  ('0029-alarm-desk', to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
  ('0030-named-tokens', to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
  ('0032-mass-faults', to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
  ('0035-safe-block', to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
  ('0037-shift', to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
  ('0038-recovery', to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
  ('0039-contacts', to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
  ('0040-procedures', to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
  ('0041-told-clients', to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
  ('0042-user-muted-rules', to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
  ('0043-call-out-links', to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
  ('0044-shipped-procedures', to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
  ('0045-occurrence-places', to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
  ('0046-step-after', to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
  ('0050-second-factor', to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
  ('0051-account-links', to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
  ('0055-stored-days', to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
  ('0056-document-turns', to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
  ('0060-fields-of-clients', to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
  ('0070-processes', to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
  ('0085-openid', to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
  ('0095-what-a-link-shows', to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
  ('0100-roles', to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
  ('0101-web-files', to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
  ('0110-places-of-devices', to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
  ('0118-links-of-accounts', to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
  ('0119-openers-of-sessions', to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
  ('0130-clients-of-the-field', to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
  ('0135-notices-of-a-gap', to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
  ('0140-imported-objects', to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
  ('0141-mirrors', to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
  ('0142-campaigns', to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
  ('0145-money-at-risk', to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
  ('0146-differences', to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
  ('0147-sim-lists', to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
  ('0150-integrations', to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
  ('0151-bulk-changes', to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
  ('0155-web-push', to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
  ('0156-call-out-places', to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
  ('0190-notification-rests', to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
  ('0195-companies', to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
  ('0200-bulk-changes-by-noun', to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
  ('0201-notification-snoozes', to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
  ('0202-audit-of-things', to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
  ('0203-rows-of-customers', to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
  ('0204-maintenance-services', to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
  ('0205-sending-again', to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
  ('0206-invitations-of-changed-accounts', to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
  ('0207-resets-that-wait', to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
  ('0208-resets-of-an-hour', to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
  ('0209-unread-campaigns', to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
  ('0210-device-texts', to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
  ('0212-attribute-shapes', to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
  ('0213-words-of-devices', to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'));
INSERT INTO kysely_migration_lock ("id", "is_locked") OVERRIDING SYSTEM VALUE VALUES
  ('migration_lock', '0');
INSERT INTO server_settings ("id", "map", "bing_key", "map_url", "latitude", "longitude", "zoom", "twelve_hour_format", "force_settings", "coordinate_format", "poi_layer", "registration", "readonly", "device_readonly", "limit_commands", "device_limit", "timezone", "speed_unit", "distance_unit", "volume_unit", "attributes", "announcement") OVERRIDING SYSTEM VALUE VALUES
  ('1', NULL, NULL, NULL, NULL, NULL, NULL, 'false', 'false', NULL, NULL, 'false', 'false', 'false', 'false', '0', NULL, NULL, NULL, NULL, '{}', NULL);
INSERT INTO travel_hours_until ("id", "hour") OVERRIDING SYSTEM VALUE VALUES
  ('1', date_trunc('hour', now(), 'UTC'));
INSERT INTO alarm_rules ("id", "key", "name", "position", "enabled", "event_types", "alarms", "applies_to", "group_ids", "customer_ids", "device_ids", "categories", "calendar_id", "outside_calendar", "geofence_id", "ignition", "severity", "procedure_id", "grouping_minutes", "wait_minutes", "normal_types", "normal_alarms", "claim_seconds", "close_seconds", "siren", "requires_note", "escalation_id", "version", "retired_at") OVERRIDING SYSTEM VALUE VALUES
  ('1', 'sos', 'SOS/Pânico', '1', 'true', '{alarm}', '{sos}', 'all', '{}', '{}', '{}', '{}', NULL, 'false', NULL, 'any', '0', '1', '10', NULL, '{}', '{}', NULL, NULL, 'true', 'false', NULL, '1', NULL),
  ('2', 'jamming', 'Bloqueador de sinal', '2', 'true', '{alarm,suspectedJamming}', '{jamming}', 'all', '{}', '{}', '{}', '{}', NULL, 'false', NULL, 'any', '0', '4', '10', NULL, '{}', '{}', NULL, NULL, 'true', 'false', NULL, '1', NULL),
  ('3', 'tow', 'Reboque', '3', 'true', '{alarm,suspectedTow}', '{tow}', 'all', '{}', '{}', '{}', '{}', NULL, 'false', NULL, 'any', '1', '5', '10', NULL, '{ignitionOn}', '{}', NULL, NULL, 'true', 'false', NULL, '1', NULL),
  ('4', 'powerCut', 'Corte de energia', '4', 'true', '{alarm}', '{powerCut,powerOff}', 'all', '{}', '{}', '{}', '{}', NULL, 'false', NULL, 'any', '1', '2', '10', NULL, '{}', '{powerRestored,powerOn}', NULL, NULL, 'true', 'false', NULL, '1', NULL),
  ('5', 'tampering', 'Violação do rastreador', '5', 'true', '{alarm}', '{tampering,removing,bonnet,gpsAntennaCut}', 'all', '{}', '{}', '{}', '{}', NULL, 'false', NULL, 'any', '1', NULL, '10', NULL, '{}', '{}', NULL, NULL, 'true', 'false', NULL, '1', NULL),
  ('6', 'parkedExit', 'Saída de cerca desligado', '6', 'true', '{geofenceExit}', '{}', 'all', '{}', '{}', '{}', '{}', NULL, 'false', NULL, 'off', '1', NULL, '10', NULL, '{geofenceEnter}', '{}', NULL, NULL, 'true', 'false', NULL, '1', NULL),
  ('7', 'ignitionOutsideHours', 'Ignição fora de horário', '7', 'false', '{ignitionOn}', '{}', 'all', '{}', '{}', '{}', '{}', NULL, 'true', NULL, 'any', '2', NULL, '10', NULL, '{ignitionOff}', '{}', NULL, NULL, 'false', 'false', NULL, '1', NULL),
  ('8', 'blockContradicted', 'Bloqueio contradito', '8', 'true', '{blockContradicted}', '{}', 'all', '{}', '{}', '{}', '{}', NULL, 'false', NULL, 'any', '0', '6', '10', NULL, '{}', '{}', NULL, NULL, 'true', 'false', NULL, '1', NULL);
INSERT INTO alarm_outcomes ("id", "key", "name", "position", "requires_note", "built_in", "retired_at") OVERRIDING SYSTEM VALUE VALUES
  ('1', 'confirmed', 'Confirmado', '1', 'false', 'false', NULL),
  ('2', 'falseAlarm', 'Alarme falso', '2', 'false', 'false', NULL),
  ('3', 'test', 'Teste', '3', 'false', 'false', NULL),
  ('4', 'customerError', 'Erro do cliente', '4', 'false', 'false', NULL),
  ('5', 'noContact', 'Sem contato', '5', 'false', 'false', NULL),
  ('6', 'handled', 'Tratado', '100', 'false', 'true', NULL),
  ('7', 'normalised', 'Normalizado', '101', 'false', 'true', NULL),
  ('8', 'joined', 'Falha em massa', '102', 'false', 'true', NULL);
INSERT INTO alarm_hold_reasons ("id", "key", "name", "position", "pauses_clock", "retired_at") OVERRIDING SYSTEM VALUE VALUES
  ('1', 'awaitingCustomer', 'Aguardando retorno do cliente', '1', 'true', NULL),
  ('2', 'awaitingPolice', 'Aguardando a polícia', '2', 'true', NULL),
  ('3', 'awaitingResponse', 'Aguardando pronta resposta', '3', 'true', NULL),
  ('4', 'watching', 'Em observação', '4', 'false', NULL);
INSERT INTO desk_settings ("id", "settings") OVERRIDING SYSTEM VALUE VALUES
  ('1', '{"callProcedures": {"reportedTheft": 3}}');
INSERT INTO block_policies ("id", "key", "name", "enabled", "categories", "group_ids", "never", "moment", "max_speed_kph", "max_fix_age_seconds", "second_person", "alone_allowed", "theft_lifts_second", "forbidden_geofence_ids", "version") OVERRIDING SYSTEM VALUE VALUES
  ('1', 'never', 'Nunca bloquear', 'true', '{person,animal,package,boat,ship,jetSki,plane,helicopter,drone}', '{}', 'true', 'any', NULL, NULL, 'false', 'true', 'true', '{}', '1'),
  ('2', 'careful', 'Somente parado e com segunda pessoa', 'true', '{ambulance,fireTruck,police,minibus,bus,schoolBus,trolleybus,tankTruck,motorcycle}', '{}', 'false', 'standstill', NULL, NULL, 'true', 'true', 'true', '{}', '1');
INSERT INTO procedures ("id", "key", "name", "use", "published_version", "latest_version", "archived_at") OVERRIDING SYSTEM VALUE VALUES
  ('1', 'sos', 'SOS/Pânico', 'alarm', '1', '1', NULL),
  ('2', 'powerCut', 'Corte de energia', 'alarm', '1', '1', NULL),
  ('3', 'reportedTheft', 'Roubo informado por telefone', 'call', '1', '1', NULL),
  ('4', 'jamming', 'Bloqueador de sinal', 'alarm', '1', '1', NULL),
  ('5', 'tow', 'Reboque', 'alarm', '1', '1', NULL),
  ('6', 'blockContradicted', 'Bloqueio contradito', 'alarm', '1', '1', NULL);
INSERT INTO procedure_versions ("procedure_id", "number", "name", "steps", "saved_at", "saved_by", "saved_by_name") OVERRIDING SYSTEM VALUE VALUES
  ('1', '1', 'SOS/Pânico', '[{"id": "call", "key": "sos.call", "kind": "call", "next": {"answered": "phrase", "noAnswer": "following", "voicemail": "following", "wrongNumber": "following"}, "role": null, "place": 1, "title": "Ligar para o titular e ouvir antes de falar", "required": true}, {"id": "second", "key": "sos.second", "kind": "call", "next": {"answered": "following", "noAnswer": "tell", "voicemail": "tell", "wrongNumber": "tell"}, "role": null, "place": 2, "title": "Ligar para o contato seguinte", "required": true}, {"id": "phrase", "key": "sos.phrase", "kind": "phrase", "next": {"right": "following", "wrong": "tell", "duress": "tell", "none-set": "following"}, "title": "Pedir a senha", "required": true}, {"id": "real", "key": "sos.real", "kind": "question", "next": {"no": "end", "yes": "following"}, "title": "É uma emergência?", "required": true}, {"id": "tell", "key": "sos.tell", "kind": "tell", "next": {"done": "following"}, "title": "Avisar a supervisão", "userIds": [], "required": true, "supervisors": true, "notificators": ["mobile"]}, {"id": "police", "key": "sos.police", "kind": "text", "next": {"done": "following"}, "title": "Acionar a polícia (190) e anotar o protocolo", "required": true}, {"id": "look", "key": "sos.look", "kind": "wait", "next": {"done": "following", "skipped": "following"}, "title": "Aguardar e olhar de novo a posição", "minutes": 5, "required": false}, {"id": "case", "key": "sos.case", "kind": "case", "next": {"done": "following", "skipped": "following"}, "title": "Abrir o sinistro", "required": false, "openingType": "robbery"}]', DEFAULT, NULL, NULL),
  ('2', '1', 'Corte de energia', '[{"id": "workshop", "key": "powerCut.workshop", "kind": "question", "next": {"no": "following", "yes": "end", "skipped": "following"}, "title": "O veículo está em oficina ou manutenção?", "required": false}, {"id": "call", "key": "powerCut.call", "kind": "call", "next": {"skipped": "following", "answered": "following", "noAnswer": "look", "voicemail": "look", "wrongNumber": "look"}, "role": null, "place": 1, "title": "Ligar para o titular", "required": false}, {"id": "known", "key": "powerCut.known", "kind": "question", "next": {"no": "tell", "yes": "end", "skipped": "following"}, "title": "O titular sabe do corte?", "required": false}, {"id": "look", "key": "powerCut.look", "kind": "wait", "next": {"done": "following", "skipped": "following"}, "title": "Aguardar e olhar de novo a posição", "minutes": 10, "required": false}, {"id": "back", "key": "powerCut.back", "kind": "question", "next": {"no": "following", "yes": "end", "skipped": "following"}, "title": "A energia voltou e o veículo está no lugar?", "required": false}, {"id": "tell", "key": "powerCut.tell", "kind": "tell", "next": {"done": "following", "skipped": "following"}, "title": "Avisar a supervisão", "userIds": [], "required": false, "supervisors": true, "notificators": ["mobile"]}, {"id": "case", "key": "powerCut.case", "kind": "case", "next": {"done": "following", "skipped": "following"}, "title": "Abrir o sinistro", "required": false, "openingType": "theft"}]', DEFAULT, NULL, NULL),
  ('3', '1', 'Roubo informado por telefone', '[{"id": "phrase", "key": "reportedTheft.phrase", "kind": "phrase", "next": {"right": "facts", "wrong": "following", "duress": "case", "none-set": "facts"}, "title": "Pedir a senha a quem liga", "required": true}, {"id": "callback", "key": "reportedTheft.callback", "kind": "call", "next": {"answered": "following", "noAnswer": "tell", "voicemail": "tell", "wrongNumber": "tell"}, "role": null, "place": 1, "title": "Ligar de volta para o titular", "required": true}, {"id": "facts", "key": "reportedTheft.facts", "kind": "text", "next": {"done": "following"}, "title": "Anotar onde, quando e como foi, e para onde seguiram", "required": true}, {"id": "people", "key": "reportedTheft.people", "kind": "question", "next": {"no": "following", "yes": "case"}, "title": "Há pessoas em risco dentro do veículo?", "required": true}, {"id": "block", "key": "reportedTheft.block", "kind": "command", "next": {"sent": "following", "notSent": "following", "skipped": "following"}, "when": "standstill", "title": "Bloquear quando parar", "command": {"type": "engineStop"}, "required": false}, {"id": "case", "key": "reportedTheft.case", "kind": "case", "next": {"done": "following"}, "title": "Abrir o sinistro", "required": true, "openingType": "robbery"}, {"id": "tell", "key": "reportedTheft.tell", "kind": "tell", "next": {"done": "following"}, "title": "Avisar a supervisão", "userIds": [], "required": true, "supervisors": true, "notificators": ["mobile"]}, {"id": "police", "key": "reportedTheft.police", "kind": "text", "next": {"done": "following"}, "title": "Acionar a polícia (190) e anotar o protocolo", "required": true}]', DEFAULT, NULL, NULL),
  ('4', '1', 'Bloqueador de sinal', '[{"id": "call", "key": "jamming.call", "kind": "call", "next": {"answered": "phrase", "noAnswer": "following", "voicemail": "following", "wrongNumber": "following"}, "role": null, "place": 1, "title": "Ligar para o titular", "required": true}, {"id": "second", "key": "jamming.second", "kind": "call", "next": {"answered": "following", "noAnswer": "tell", "voicemail": "tell", "wrongNumber": "tell"}, "role": null, "place": 2, "title": "Ligar para o contato seguinte", "required": true}, {"id": "phrase", "key": "jamming.phrase", "kind": "phrase", "next": {"right": "following", "wrong": "tell", "duress": "tell", "none-set": "following"}, "title": "Pedir a senha", "required": true}, {"id": "fine", "key": "jamming.fine", "kind": "question", "next": {"no": "following", "yes": "end"}, "title": "Está tudo bem com o veículo e o motorista?", "required": true}, {"id": "tell", "key": "jamming.tell", "kind": "tell", "next": {"done": "following"}, "title": "Avisar a supervisão", "userIds": [], "required": true, "supervisors": true, "notificators": ["mobile"]}, {"id": "look", "key": "jamming.look", "kind": "wait", "next": {"done": "following", "skipped": "following"}, "title": "Aguardar o sinal voltar e olhar a posição", "minutes": 3, "required": false}, {"id": "case", "key": "jamming.case", "kind": "case", "next": {"done": "following", "skipped": "following"}, "title": "Abrir o sinistro", "required": false, "openingType": "robbery"}, {"id": "police", "key": "jamming.police", "kind": "text", "next": {"done": "following"}, "title": "Acionar a polícia (190) e anotar o protocolo", "required": true}]', DEFAULT, NULL, NULL),
  ('5', '1', 'Reboque', '[{"id": "call", "key": "tow.call", "kind": "call", "next": {"skipped": "following", "answered": "following", "noAnswer": "look", "voicemail": "look", "wrongNumber": "look"}, "role": null, "place": 1, "title": "Ligar para o titular", "required": false}, {"id": "agreed", "key": "tow.agreed", "kind": "question", "next": {"no": "tell", "yes": "end", "skipped": "following"}, "title": "O reboque foi combinado?", "required": false}, {"id": "look", "key": "tow.look", "kind": "wait", "next": {"done": "following", "skipped": "following"}, "title": "Aguardar e olhar de novo a posição", "minutes": 5, "required": false}, {"id": "moves", "key": "tow.moves", "kind": "question", "next": {"no": "end", "yes": "following", "skipped": "following"}, "title": "O veículo continua em movimento?", "required": false}, {"id": "tell", "key": "tow.tell", "kind": "tell", "next": {"done": "following", "skipped": "following"}, "title": "Avisar a supervisão", "userIds": [], "required": false, "supervisors": true, "notificators": ["mobile"]}, {"id": "case", "key": "tow.case", "kind": "case", "next": {"done": "following", "skipped": "following"}, "title": "Abrir o sinistro", "required": false, "openingType": "theft"}, {"id": "police", "key": "tow.police", "kind": "text", "next": {"done": "following", "skipped": "following"}, "title": "Acionar a polícia (190) e anotar o protocolo", "required": false}]', DEFAULT, NULL, NULL),
  ('6', '1', 'Bloqueio contradito', '[{"id": "look", "key": "blockContradicted.look", "kind": "text", "next": {"done": "following"}, "title": "Conferir no mapa se o veículo anda por conta própria", "required": true}, {"id": "block", "key": "blockContradicted.block", "kind": "command", "next": {"sent": "following", "notSent": "following", "skipped": "following"}, "when": "standstill", "title": "Bloquear de novo quando parar", "command": {"type": "engineStop"}, "required": false}, {"id": "tell", "key": "blockContradicted.tell", "kind": "tell", "next": {"done": "following"}, "title": "Avisar a supervisão", "userIds": [], "required": true, "supervisors": true, "notificators": ["mobile"]}, {"id": "call", "key": "blockContradicted.call", "kind": "call", "next": {"skipped": "following", "answered": "following", "noAnswer": "following", "voicemail": "following", "wrongNumber": "following"}, "role": null, "place": 1, "title": "Ligar para o titular", "required": false}, {"id": "again", "key": "blockContradicted.again", "kind": "wait", "next": {"done": "following", "skipped": "following"}, "title": "Aguardar e olhar de novo a posição", "minutes": 3, "required": false}]', DEFAULT, NULL, NULL);
INSERT INTO stored_horizon ("one", "stored_before") OVERRIDING SYSTEM VALUE VALUES
  ('true', '-infinity');
INSERT INTO installation ("only_one", "id", "key_fingerprint", "floor") OVERRIDING SYSTEM VALUE VALUES
  ('true', DEFAULT, NULL, NULL);
SELECT setval('alarm_hold_reasons_id_seq', 4);
SELECT setval('alarm_outcomes_id_seq', 8);
SELECT setval('alarm_rules_id_seq', 8);
SELECT setval('block_policies_id_seq', 2);
SELECT setval('procedures_id_seq', 6);
CREATE INDEX customers_group ON customers USING btree (group_id);
ALTER TABLE users ADD CONSTRAINT users_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id) ON DELETE SET NULL;
CREATE INDEX users_name ON users USING btree (name COLLATE "pt-BR-x-icu");
CREATE INDEX users_customer ON users USING btree (customer_id);
ALTER TABLE sign_in_names ADD CONSTRAINT sign_in_names_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
CREATE INDEX sign_in_names_user ON sign_in_names USING btree (user_id);
ALTER TABLE sessions ADD CONSTRAINT sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
CREATE INDEX sessions_user ON sessions USING btree (user_id);
CREATE INDEX sessions_expiry ON sessions USING btree (expires_at);
CREATE INDEX audit_time ON audit USING btree (at);
ALTER TABLE groups ADD CONSTRAINT groups_group_id_fkey FOREIGN KEY (group_id) REFERENCES groups(id) ON DELETE SET NULL;
CREATE INDEX groups_parent ON groups USING btree (group_id);
CREATE INDEX groups_name ON groups USING btree (name COLLATE "pt-BR-x-icu");
ALTER TABLE customers ADD CONSTRAINT customers_group_id_fkey FOREIGN KEY (group_id) REFERENCES groups(id) ON DELETE SET NULL;
ALTER TABLE devices ADD CONSTRAINT devices_group_id_fkey FOREIGN KEY (group_id) REFERENCES groups(id) ON DELETE SET NULL;
ALTER TABLE devices ADD CONSTRAINT devices_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id) ON DELETE SET NULL;
CREATE INDEX devices_group ON devices USING btree (group_id);
CREATE INDEX devices_customer ON devices USING btree (customer_id);
ALTER TABLE user_devices ADD CONSTRAINT user_devices_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE user_devices ADD CONSTRAINT user_devices_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(id) ON DELETE CASCADE;
CREATE INDEX user_devices_device ON user_devices USING btree (device_id);
ALTER TABLE user_groups ADD CONSTRAINT user_groups_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE user_groups ADD CONSTRAINT user_groups_group_id_fkey FOREIGN KEY (group_id) REFERENCES groups(id) ON DELETE CASCADE;
CREATE INDEX user_groups_group ON user_groups USING btree (group_id);
ALTER TABLE user_users ADD CONSTRAINT user_users_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE user_users ADD CONSTRAINT user_users_managed_user_id_fkey FOREIGN KEY (managed_user_id) REFERENCES users(id) ON DELETE CASCADE;
CREATE INDEX user_users_managed ON user_users USING btree (managed_user_id);
CREATE INDEX positions_id ON positions USING btree (id);
ALTER TABLE device_state ADD CONSTRAINT device_state_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(id) ON DELETE CASCADE;
CREATE INDEX events_device_time ON events USING btree (device_id, event_time);
CREATE INDEX events_arrival ON events USING btree (server_time);
ALTER TABLE geofences ADD CONSTRAINT geofences_calendar_id_fkey FOREIGN KEY (calendar_id) REFERENCES calendars(id) ON DELETE SET NULL;
CREATE INDEX geofences_calendar ON geofences USING btree (calendar_id);
ALTER TABLE notifications ADD CONSTRAINT notifications_calendar_id_fkey FOREIGN KEY (calendar_id) REFERENCES calendars(id) ON DELETE SET NULL;
CREATE INDEX notifications_calendar ON notifications USING btree (calendar_id);
ALTER TABLE commands ADD CONSTRAINT commands_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(id) ON DELETE CASCADE;
CREATE INDEX commands_device ON commands USING btree (device_id);
ALTER TABLE user_geofences ADD CONSTRAINT user_geofences_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE user_geofences ADD CONSTRAINT user_geofences_geofence_id_fkey FOREIGN KEY (geofence_id) REFERENCES geofences(id) ON DELETE CASCADE;
CREATE INDEX user_geofences_geofence ON user_geofences USING btree (geofence_id);
ALTER TABLE user_drivers ADD CONSTRAINT user_drivers_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE user_drivers ADD CONSTRAINT user_drivers_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES drivers(id) ON DELETE CASCADE;
CREATE INDEX user_drivers_driver ON user_drivers USING btree (driver_id);
ALTER TABLE user_maintenances ADD CONSTRAINT user_maintenances_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE user_maintenances ADD CONSTRAINT user_maintenances_maintenance_id_fkey FOREIGN KEY (maintenance_id) REFERENCES maintenances(id) ON DELETE CASCADE;
CREATE INDEX user_maintenances_maintenance ON user_maintenances USING btree (maintenance_id);
ALTER TABLE user_notifications ADD CONSTRAINT user_notifications_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE user_notifications ADD CONSTRAINT user_notifications_notification_id_fkey FOREIGN KEY (notification_id) REFERENCES notifications(id) ON DELETE CASCADE;
CREATE INDEX user_notifications_notification ON user_notifications USING btree (notification_id);
ALTER TABLE user_attributes ADD CONSTRAINT user_attributes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE user_attributes ADD CONSTRAINT user_attributes_attribute_id_fkey FOREIGN KEY (attribute_id) REFERENCES computed_attributes(id) ON DELETE CASCADE;
CREATE INDEX user_attributes_attribute ON user_attributes USING btree (attribute_id);
ALTER TABLE user_commands ADD CONSTRAINT user_commands_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE user_commands ADD CONSTRAINT user_commands_command_id_fkey FOREIGN KEY (command_id) REFERENCES commands(id) ON DELETE CASCADE;
CREATE INDEX user_commands_command ON user_commands USING btree (command_id);
ALTER TABLE group_geofences ADD CONSTRAINT group_geofences_group_id_fkey FOREIGN KEY (group_id) REFERENCES groups(id) ON DELETE CASCADE;
ALTER TABLE group_geofences ADD CONSTRAINT group_geofences_geofence_id_fkey FOREIGN KEY (geofence_id) REFERENCES geofences(id) ON DELETE CASCADE;
CREATE INDEX group_geofences_geofence ON group_geofences USING btree (geofence_id);
ALTER TABLE group_drivers ADD CONSTRAINT group_drivers_group_id_fkey FOREIGN KEY (group_id) REFERENCES groups(id) ON DELETE CASCADE;
ALTER TABLE group_drivers ADD CONSTRAINT group_drivers_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES drivers(id) ON DELETE CASCADE;
CREATE INDEX group_drivers_driver ON group_drivers USING btree (driver_id);
ALTER TABLE group_maintenances ADD CONSTRAINT group_maintenances_group_id_fkey FOREIGN KEY (group_id) REFERENCES groups(id) ON DELETE CASCADE;
ALTER TABLE group_maintenances ADD CONSTRAINT group_maintenances_maintenance_id_fkey FOREIGN KEY (maintenance_id) REFERENCES maintenances(id) ON DELETE CASCADE;
CREATE INDEX group_maintenances_maintenance ON group_maintenances USING btree (maintenance_id);
ALTER TABLE group_notifications ADD CONSTRAINT group_notifications_group_id_fkey FOREIGN KEY (group_id) REFERENCES groups(id) ON DELETE CASCADE;
ALTER TABLE group_notifications ADD CONSTRAINT group_notifications_notification_id_fkey FOREIGN KEY (notification_id) REFERENCES notifications(id) ON DELETE CASCADE;
CREATE INDEX group_notifications_notification ON group_notifications USING btree (notification_id);
ALTER TABLE group_attributes ADD CONSTRAINT group_attributes_group_id_fkey FOREIGN KEY (group_id) REFERENCES groups(id) ON DELETE CASCADE;
ALTER TABLE group_attributes ADD CONSTRAINT group_attributes_attribute_id_fkey FOREIGN KEY (attribute_id) REFERENCES computed_attributes(id) ON DELETE CASCADE;
CREATE INDEX group_attributes_attribute ON group_attributes USING btree (attribute_id);
ALTER TABLE group_commands ADD CONSTRAINT group_commands_group_id_fkey FOREIGN KEY (group_id) REFERENCES groups(id) ON DELETE CASCADE;
ALTER TABLE group_commands ADD CONSTRAINT group_commands_command_id_fkey FOREIGN KEY (command_id) REFERENCES commands(id) ON DELETE CASCADE;
CREATE INDEX group_commands_command ON group_commands USING btree (command_id);
ALTER TABLE device_geofences ADD CONSTRAINT device_geofences_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(id) ON DELETE CASCADE;
ALTER TABLE device_geofences ADD CONSTRAINT device_geofences_geofence_id_fkey FOREIGN KEY (geofence_id) REFERENCES geofences(id) ON DELETE CASCADE;
CREATE INDEX device_geofences_geofence ON device_geofences USING btree (geofence_id);
ALTER TABLE device_drivers ADD CONSTRAINT device_drivers_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(id) ON DELETE CASCADE;
ALTER TABLE device_drivers ADD CONSTRAINT device_drivers_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES drivers(id) ON DELETE CASCADE;
CREATE INDEX device_drivers_driver ON device_drivers USING btree (driver_id);
ALTER TABLE device_maintenances ADD CONSTRAINT device_maintenances_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(id) ON DELETE CASCADE;
ALTER TABLE device_maintenances ADD CONSTRAINT device_maintenances_maintenance_id_fkey FOREIGN KEY (maintenance_id) REFERENCES maintenances(id) ON DELETE CASCADE;
CREATE INDEX device_maintenances_maintenance ON device_maintenances USING btree (maintenance_id);
ALTER TABLE device_notifications ADD CONSTRAINT device_notifications_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(id) ON DELETE CASCADE;
ALTER TABLE device_notifications ADD CONSTRAINT device_notifications_notification_id_fkey FOREIGN KEY (notification_id) REFERENCES notifications(id) ON DELETE CASCADE;
CREATE INDEX device_notifications_notification ON device_notifications USING btree (notification_id);
ALTER TABLE device_attributes ADD CONSTRAINT device_attributes_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(id) ON DELETE CASCADE;
ALTER TABLE device_attributes ADD CONSTRAINT device_attributes_attribute_id_fkey FOREIGN KEY (attribute_id) REFERENCES computed_attributes(id) ON DELETE CASCADE;
CREATE INDEX device_attributes_attribute ON device_attributes USING btree (attribute_id);
ALTER TABLE device_commands ADD CONSTRAINT device_commands_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(id) ON DELETE CASCADE;
ALTER TABLE device_commands ADD CONSTRAINT device_commands_command_id_fkey FOREIGN KEY (command_id) REFERENCES commands(id) ON DELETE CASCADE;
CREATE INDEX device_commands_command ON device_commands USING btree (command_id);
ALTER TABLE user_calendars ADD CONSTRAINT user_calendars_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE user_calendars ADD CONSTRAINT user_calendars_calendar_id_fkey FOREIGN KEY (calendar_id) REFERENCES calendars(id) ON DELETE CASCADE;
CREATE INDEX user_calendars_calendar ON user_calendars USING btree (calendar_id);
ALTER TABLE sent_commands ADD CONSTRAINT sent_commands_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(id) ON DELETE CASCADE;
ALTER TABLE sent_commands ADD CONSTRAINT sent_commands_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL;
CREATE INDEX sent_commands_device ON sent_commands USING btree (device_id, id DESC);
CREATE INDEX sent_commands_user ON sent_commands USING btree (user_id);
CREATE INDEX sent_commands_queued ON sent_commands USING btree (device_id, id) WHERE (state = 'queued'::text);
CREATE INDEX sent_commands_unanswered ON sent_commands USING btree (device_id, id) WHERE ((state = 'sent'::text) AND (NOT silent));
ALTER TABLE notification_deliveries ADD CONSTRAINT notification_deliveries_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
CREATE INDEX notification_deliveries_due ON notification_deliveries USING btree (notificator, next_try_at) WHERE (state = ANY (ARRAY['waiting'::text, 'sending'::text]));
CREATE INDEX notification_deliveries_of_user ON notification_deliveries USING btree (user_id, notificator, tried_at);
CREATE INDEX notification_deliveries_created ON notification_deliveries USING btree (created_at);
CREATE INDEX notifications_type ON notifications USING btree (type);
CREATE INDEX dirty_hours_device ON dirty_hours USING btree (device_id, hour);
ALTER TABLE positions ADD CONSTRAINT positions_device_id_fix_time_digest_key UNIQUE (device_id, fix_time, digest) INCLUDE (id, valid, latitude, longitude, speed, ignition, motion, total_distance, fuel);
ALTER TABLE sinisters ADD CONSTRAINT sinisters_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id) ON DELETE SET NULL;
CREATE UNIQUE INDEX sinisters_open_device ON sinisters USING btree (device_id) WHERE (status = 'opened'::text);
CREATE INDEX sinisters_device ON sinisters USING btree (device_id);
CREATE INDEX sinisters_customer ON sinisters USING btree (customer_id);
ALTER TABLE occurrences ADD CONSTRAINT occurrences_sinister_id_fkey FOREIGN KEY (sinister_id) REFERENCES sinisters(id) ON DELETE CASCADE;
CREATE INDEX occurrences_sinister ON occurrences USING btree (sinister_id);
ALTER TABLE occurrence_images ADD CONSTRAINT occurrence_images_occurrence_id_fkey FOREIGN KEY (occurrence_id) REFERENCES occurrences(id) ON DELETE CASCADE;
ALTER TABLE event_comments ADD CONSTRAINT event_comments_event_id_fkey FOREIGN KEY (event_id) REFERENCES events(id) ON DELETE CASCADE;
CREATE INDEX event_comments_event ON event_comments USING btree (event_id);
CREATE INDEX events_waiting_alarms ON events USING btree (device_id, id) WHERE ((type = 'alarm'::text) AND (handled_at IS NULL));
CREATE INDEX events_handled ON events USING btree (handled_at) WHERE (handled_at IS NOT NULL);
ALTER TABLE location_shares ADD CONSTRAINT location_shares_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
CREATE INDEX location_shares_user ON location_shares USING btree (user_id);
ALTER TABLE location_share_devices ADD CONSTRAINT location_share_devices_share_id_fkey FOREIGN KEY (share_id) REFERENCES location_shares(id) ON DELETE CASCADE;
ALTER TABLE location_share_devices ADD CONSTRAINT location_share_devices_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(id) ON DELETE CASCADE;
CREATE INDEX location_share_devices_device ON location_share_devices USING btree (device_id);
CREATE INDEX travel_hours_age ON travel_hours USING brin (hour);
ALTER TABLE sessions ADD CONSTRAINT sessions_id_key UNIQUE (id);
CREATE INDEX devices_by_name ON devices USING btree (name COLLATE "pt-BR-x-icu", id);
CREATE INDEX devices_by_model ON devices USING btree (NULLIF(model, ''::text) COLLATE "pt-BR-x-icu", id);
CREATE INDEX devices_by_model_down ON devices USING btree (NULLIF(model, ''::text) COLLATE "pt-BR-x-icu" DESC NULLS LAST, id DESC);
CREATE INDEX devices_by_category ON devices USING btree (NULLIF(category, ''::text) COLLATE "pt-BR-x-icu", id);
CREATE INDEX devices_by_category_down ON devices USING btree (NULLIF(category, ''::text) COLLATE "pt-BR-x-icu" DESC NULLS LAST, id DESC);
CREATE INDEX devices_by_unique_id ON devices USING btree (unique_id COLLATE "pt-BR-x-icu", id);
CREATE INDEX customers_by_name ON customers USING btree (name COLLATE "pt-BR-x-icu", id);
ALTER TABLE scheduled_reports ADD CONSTRAINT scheduled_reports_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE scheduled_reports ADD CONSTRAINT scheduled_reports_calendar_id_fkey FOREIGN KEY (calendar_id) REFERENCES calendars(id) ON DELETE SET NULL;
CREATE INDEX scheduled_reports_user ON scheduled_reports USING btree (user_id);
CREATE INDEX scheduled_reports_calendar ON scheduled_reports USING btree (calendar_id);
ALTER TABLE scheduled_report_devices ADD CONSTRAINT scheduled_report_devices_report_id_fkey FOREIGN KEY (report_id) REFERENCES scheduled_reports(id) ON DELETE CASCADE;
ALTER TABLE scheduled_report_devices ADD CONSTRAINT scheduled_report_devices_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(id) ON DELETE CASCADE;
CREATE INDEX scheduled_report_devices_device ON scheduled_report_devices USING btree (device_id);
ALTER TABLE scheduled_report_groups ADD CONSTRAINT scheduled_report_groups_report_id_fkey FOREIGN KEY (report_id) REFERENCES scheduled_reports(id) ON DELETE CASCADE;
ALTER TABLE scheduled_report_groups ADD CONSTRAINT scheduled_report_groups_group_id_fkey FOREIGN KEY (group_id) REFERENCES groups(id) ON DELETE CASCADE;
CREATE INDEX scheduled_report_groups_group ON scheduled_report_groups USING btree (group_id);
ALTER TABLE scheduled_report_runs ADD CONSTRAINT scheduled_report_runs_report_id_fkey FOREIGN KEY (report_id) REFERENCES scheduled_reports(id) ON DELETE CASCADE;
ALTER TABLE payment_links ADD CONSTRAINT payment_links_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id) ON DELETE CASCADE;
ALTER TABLE payment_links ADD CONSTRAINT payment_links_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL;
CREATE UNIQUE INDEX payment_links_provider ON payment_links USING btree (account, provider_id);
CREATE INDEX payment_links_customer ON payment_links USING btree (customer_id);
CREATE INDEX payment_links_user ON payment_links USING btree (user_id);
CREATE INDEX payment_links_pending ON payment_links USING btree (changed_at) WHERE (state = 'pending'::text);
ALTER TABLE fleet_control_runs ADD CONSTRAINT fleet_control_runs_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE fleet_control_runs ADD CONSTRAINT fleet_control_runs_group_id_fkey FOREIGN KEY (group_id) REFERENCES groups(id) ON DELETE SET NULL;
CREATE INDEX fleet_control_runs_user ON fleet_control_runs USING btree (user_id, id DESC);
CREATE UNIQUE INDEX fleet_control_runs_active ON fleet_control_runs USING btree (user_id) WHERE (state = ANY (ARRAY['running'::text, 'waiting'::text]));
ALTER TABLE fleet_control_records ADD CONSTRAINT fleet_control_records_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
CREATE INDEX fleet_control_records_key ON fleet_control_records USING btree (user_id, kind, key);
CREATE INDEX fleet_control_records_local ON fleet_control_records USING btree (user_id, local_id) WHERE (local_id IS NOT NULL);
ALTER TABLE fleet_control_findings ADD CONSTRAINT fleet_control_findings_run_id_fkey FOREIGN KEY (run_id) REFERENCES fleet_control_runs(id) ON DELETE CASCADE;
CREATE INDEX fleet_control_findings_run ON fleet_control_findings USING btree (run_id, outcome, id);
CREATE INDEX customers_document ON customers USING btree (cpf_cnpj);
CREATE INDEX devices_plate ON devices USING btree (upper(regexp_replace((attributes ->> 'plate'::text), '[^A-Za-z0-9]'::text, ''::text, 'g'::text))) WHERE ((attributes ->> 'plate'::text) <> ''::text);
ALTER TABLE payment_holders ADD CONSTRAINT payment_holders_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE idempotency_keys ADD CONSTRAINT idempotency_keys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
CREATE INDEX idempotency_keys_age ON idempotency_keys USING btree (created_at);
CREATE INDEX events_open_alarms ON events USING btree (id) WHERE ((type = 'alarm'::text) AND (handled_at IS NULL));
CREATE INDEX changes_tx ON changes USING btree (tx);
CREATE INDEX changes_created_at ON changes USING btree (created_at);
CREATE INDEX sent_commands_tx ON sent_commands USING btree (tx) WHERE ((state = 'queued'::text) AND (NOT text_channel));
CREATE INDEX sent_commands_leaving ON sent_commands USING btree (leaving_since) WHERE (leaving_since IS NOT NULL);
CREATE INDEX sent_commands_created ON sent_commands USING btree (created_at);
CREATE INDEX sign_in_attempts_forget ON sign_in_attempts USING btree (forget_at);
CREATE INDEX events_age ON events USING btree (server_time) WHERE (NOT ((type = 'alarm'::text) AND (handled_at IS NULL)));
CREATE INDEX odd_positions_age ON odd_positions USING btree (server_time);
CREATE INDEX refused_messages_age ON refused_messages USING btree (server_time);
CREATE INDEX device_state_look_at ON device_state USING btree (look_at);
CREATE INDEX events_tx ON events USING btree (tx) WHERE (tx IS NOT NULL);
CREATE UNIQUE INDEX alarm_escalations_default ON alarm_escalations USING btree (is_default) WHERE (is_default AND (retired_at IS NULL));
ALTER TABLE alarm_rules ADD CONSTRAINT alarm_rules_calendar_id_fkey FOREIGN KEY (calendar_id) REFERENCES calendars(id);
ALTER TABLE alarm_rules ADD CONSTRAINT alarm_rules_geofence_id_fkey FOREIGN KEY (geofence_id) REFERENCES geofences(id);
ALTER TABLE alarm_rules ADD CONSTRAINT alarm_rules_escalation_id_fkey FOREIGN KEY (escalation_id) REFERENCES alarm_escalations(id);
CREATE INDEX alarm_rules_order ON alarm_rules USING btree ("position", id) WHERE (retired_at IS NULL);
CREATE INDEX alarm_rules_calendar ON alarm_rules USING btree (calendar_id);
CREATE INDEX alarm_rules_geofence ON alarm_rules USING btree (geofence_id);
ALTER TABLE alarms ADD CONSTRAINT alarms_rule_id_fkey FOREIGN KEY (rule_id) REFERENCES alarm_rules(id);
ALTER TABLE alarms ADD CONSTRAINT alarms_team_id_fkey FOREIGN KEY (team_id) REFERENCES desk_teams(id);
ALTER TABLE alarms ADD CONSTRAINT alarms_mass_fault_id_fkey FOREIGN KEY (mass_fault_id) REFERENCES alarms(id);
ALTER TABLE alarms ADD CONSTRAINT alarms_outcome_id_fkey FOREIGN KEY (outcome_id) REFERENCES alarm_outcomes(id);
CREATE UNIQUE INDEX alarms_open_once ON alarms USING btree (device_id, rule_id) WHERE ((closed_at IS NULL) AND (kind = 'event'::text));
CREATE INDEX alarms_queue ON alarms USING btree (severity, due_at, id) WHERE ((closed_at IS NULL) AND (pending_until IS NULL));
CREATE INDEX alarms_open_subject ON alarms USING btree (subject) WHERE (closed_at IS NULL);
CREATE INDEX alarms_pending ON alarms USING btree (pending_until) WHERE ((pending_until IS NOT NULL) AND (closed_at IS NULL));
CREATE INDEX alarms_held ON alarms USING btree (held_until) WHERE ((held_until IS NOT NULL) AND (closed_at IS NULL));
CREATE INDEX alarms_device ON alarms USING btree (device_id, opened_at);
CREATE INDEX alarms_opened ON alarms USING btree (opened_at);
CREATE INDEX alarms_closed ON alarms USING btree (closed_at) WHERE (closed_at IS NOT NULL);
CREATE INDEX alarms_rule ON alarms USING btree (rule_id) WHERE (closed_at IS NULL);
CREATE INDEX alarms_mass_fault ON alarms USING btree (mass_fault_id) WHERE (mass_fault_id IS NOT NULL);
ALTER TABLE alarm_events ADD CONSTRAINT alarm_events_alarm_id_fkey FOREIGN KEY (alarm_id) REFERENCES alarms(id);
CREATE INDEX alarm_events_alarm ON alarm_events USING btree (alarm_id, event_id);
CREATE INDEX alarm_claims_user ON alarm_claims USING btree (user_id) WHERE (user_id IS NOT NULL);
ALTER TABLE alarm_history ADD CONSTRAINT alarm_history_alarm_id_fkey FOREIGN KEY (alarm_id) REFERENCES alarms(id);
CREATE INDEX alarm_history_alarm ON alarm_history USING btree (alarm_id, id);
CREATE INDEX alarm_history_at ON alarm_history USING btree (at);
ALTER TABLE alarm_drafts ADD CONSTRAINT alarm_drafts_alarm_id_fkey FOREIGN KEY (alarm_id) REFERENCES alarms(id);
ALTER TABLE alarm_escalation_steps ADD CONSTRAINT alarm_escalation_steps_alarm_id_fkey FOREIGN KEY (alarm_id) REFERENCES alarms(id);
CREATE INDEX alarm_escalation_steps_due ON alarm_escalation_steps USING btree (due_at) WHERE (fired_at IS NULL);
ALTER TABLE alarm_mass_devices ADD CONSTRAINT alarm_mass_devices_alarm_id_fkey FOREIGN KEY (alarm_id) REFERENCES alarms(id);
CREATE INDEX alarm_mass_devices_device ON alarm_mass_devices USING btree (device_id) WHERE (back_at IS NULL);
ALTER TABLE desk_presence ADD CONSTRAINT desk_presence_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE silences ADD CONSTRAINT silences_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(id) ON DELETE CASCADE;
ALTER TABLE silences ADD CONSTRAINT silences_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id) ON DELETE CASCADE;
CREATE INDEX silences_device ON silences USING btree (device_id) WHERE (ended_at IS NULL);
CREATE INDEX silences_customer ON silences USING btree (customer_id) WHERE (ended_at IS NULL);
ALTER TABLE silent_devices ADD CONSTRAINT silent_devices_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(id) ON DELETE CASCADE;
ALTER TABLE silent_devices ADD CONSTRAINT silent_devices_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL;
CREATE INDEX silent_devices_user ON silent_devices USING btree (user_id);
CREATE INDEX ingest_pauses_ended ON ingest_pauses USING btree (ended_at);
CREATE INDEX alarm_mass_devices_silence ON alarm_mass_devices USING btree (device_id, silent_since);
CREATE UNIQUE INDEX alarms_mass_fault_once ON alarms USING btree (((mass_fault ->> 'by'::text)), ((mass_fault ->> 'value'::text))) WHERE ((kind = 'massFault'::text) AND (closed_at IS NULL));
CREATE UNIQUE INDEX block_requests_open ON block_requests USING btree (device_id) WHERE (state = ANY (ARRAY['requested'::text, 'waiting'::text]));
CREATE INDEX block_requests_live ON block_requests USING btree (device_id, id) WHERE (state = ANY (ARRAY['requested'::text, 'waiting'::text, 'sent'::text, 'confirmed'::text, 'unanswered'::text, 'contradicted'::text]));
CREATE INDEX block_requests_device ON block_requests USING btree (device_id, id);
CREATE INDEX block_requests_sent ON block_requests USING btree (sent_id) WHERE (sent_id IS NOT NULL);
CREATE INDEX block_requests_review ON block_requests USING btree (id) WHERE ((alone_reason IS NOT NULL) AND (reviewed_at IS NULL));
ALTER TABLE block_history ADD CONSTRAINT block_history_block_id_fkey FOREIGN KEY (block_id) REFERENCES block_requests(id);
CREATE INDEX block_history_block ON block_history USING btree (block_id, id);
ALTER TABLE watched_devices ADD CONSTRAINT watched_devices_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(id) ON DELETE CASCADE;
CREATE UNIQUE INDEX watched_devices_once ON watched_devices USING btree (device_id) WHERE (ended_at IS NULL);
CREATE INDEX watched_devices_device ON watched_devices USING btree (device_id);
CREATE INDEX shift_handovers_open ON shift_handovers USING btree (created_at) WHERE (accepted_at IS NULL);
ALTER TABLE recovery_steps ADD CONSTRAINT recovery_steps_sinister_id_fkey FOREIGN KEY (sinister_id) REFERENCES sinisters(id) ON DELETE CASCADE;
ALTER TABLE police_facts ADD CONSTRAINT police_facts_sinister_id_fkey FOREIGN KEY (sinister_id) REFERENCES sinisters(id) ON DELETE CASCADE;
ALTER TABLE police_links ADD CONSTRAINT police_links_sinister_id_fkey FOREIGN KEY (sinister_id) REFERENCES sinisters(id) ON DELETE CASCADE;
CREATE INDEX police_links_sinister ON police_links USING btree (sinister_id);
ALTER TABLE police_visits ADD CONSTRAINT police_visits_link_id_fkey FOREIGN KEY (link_id) REFERENCES police_links(id) ON DELETE CASCADE;
CREATE INDEX police_visits_link ON police_visits USING btree (link_id);
ALTER TABLE user_responders ADD CONSTRAINT user_responders_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE user_responders ADD CONSTRAINT user_responders_responder_id_fkey FOREIGN KEY (responder_id) REFERENCES responders(id) ON DELETE CASCADE;
CREATE INDEX user_responders_responder ON user_responders USING btree (responder_id);
ALTER TABLE group_responders ADD CONSTRAINT group_responders_group_id_fkey FOREIGN KEY (group_id) REFERENCES groups(id) ON DELETE CASCADE;
ALTER TABLE group_responders ADD CONSTRAINT group_responders_responder_id_fkey FOREIGN KEY (responder_id) REFERENCES responders(id) ON DELETE CASCADE;
CREATE INDEX group_responders_responder ON group_responders USING btree (responder_id);
ALTER TABLE device_responders ADD CONSTRAINT device_responders_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(id) ON DELETE CASCADE;
ALTER TABLE device_responders ADD CONSTRAINT device_responders_responder_id_fkey FOREIGN KEY (responder_id) REFERENCES responders(id) ON DELETE CASCADE;
CREATE INDEX device_responders_responder ON device_responders USING btree (responder_id);
ALTER TABLE call_outs ADD CONSTRAINT call_outs_sinister_id_fkey FOREIGN KEY (sinister_id) REFERENCES sinisters(id) ON DELETE CASCADE;
CREATE INDEX call_outs_sinister ON call_outs USING btree (sinister_id);
ALTER TABLE sinister_watchers ADD CONSTRAINT sinister_watchers_sinister_id_fkey FOREIGN KEY (sinister_id) REFERENCES sinisters(id) ON DELETE CASCADE;
ALTER TABLE contact_books ADD CONSTRAINT contact_books_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id) ON DELETE CASCADE;
ALTER TABLE contacts ADD CONSTRAINT contacts_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id) ON DELETE CASCADE;
ALTER TABLE contacts ADD CONSTRAINT contacts_calendar_id_fkey FOREIGN KEY (calendar_id) REFERENCES calendars(id);
CREATE INDEX contacts_customer ON contacts USING btree (customer_id, "position");
CREATE INDEX contacts_calendar ON contacts USING btree (calendar_id);
ALTER TABLE contact_requests ADD CONSTRAINT contact_requests_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id) ON DELETE CASCADE;
CREATE UNIQUE INDEX contact_requests_pending ON contact_requests USING btree (customer_id) WHERE (state = 'pending'::text);
CREATE INDEX contact_requests_customer ON contact_requests USING btree (customer_id);
ALTER TABLE contact_messages ADD CONSTRAINT contact_messages_request_id_fkey FOREIGN KEY (request_id) REFERENCES contact_requests(id) ON DELETE CASCADE;
CREATE INDEX contact_messages_request ON contact_messages USING btree (request_id);
CREATE INDEX contact_messages_waiting ON contact_messages USING btree (id) WHERE (state = 'waiting'::text);
ALTER TABLE contact_tries ADD CONSTRAINT contact_tries_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id) ON DELETE CASCADE;
CREATE INDEX contact_tries_customer ON contact_tries USING btree (customer_id, id);
CREATE INDEX contact_tries_alarm ON contact_tries USING btree (alarm_id) WHERE (alarm_id IS NOT NULL);
CREATE INDEX contact_tries_sinister ON contact_tries USING btree (sinister_id) WHERE (sinister_id IS NOT NULL);
ALTER TABLE phrase_checks ADD CONSTRAINT phrase_checks_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id) ON DELETE CASCADE;
CREATE INDEX phrase_checks_customer ON phrase_checks USING btree (customer_id, at) WHERE is_wrong;
ALTER TABLE procedure_versions ADD CONSTRAINT procedure_versions_procedure_id_fkey FOREIGN KEY (procedure_id) REFERENCES procedures(id);
ALTER TABLE alarm_rules ADD CONSTRAINT alarm_rules_procedure_id_fkey FOREIGN KEY (procedure_id) REFERENCES procedures(id);
CREATE INDEX alarm_rules_procedure ON alarm_rules USING btree (procedure_id);
ALTER TABLE alarms ADD CONSTRAINT alarms_procedure_fkey FOREIGN KEY (procedure_id, procedure_version) REFERENCES procedure_versions(procedure_id, number);
ALTER TABLE alarm_steps ADD CONSTRAINT alarm_steps_alarm_id_fkey FOREIGN KEY (alarm_id) REFERENCES alarms(id);
CREATE INDEX events_untold ON events USING btree (device_id, id) WHERE handled_untold;
ALTER TABLE muted_alarm_rules ADD CONSTRAINT muted_alarm_rules_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE muted_alarm_rules ADD CONSTRAINT muted_alarm_rules_rule_id_fkey FOREIGN KEY (rule_id) REFERENCES alarm_rules(id) ON DELETE CASCADE;
CREATE INDEX muted_alarm_rules_rule ON muted_alarm_rules USING btree (rule_id);
ALTER TABLE second_factors ADD CONSTRAINT second_factors_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE recovery_codes ADD CONSTRAINT recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE passkeys ADD CONSTRAINT passkeys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
CREATE INDEX passkeys_user ON passkeys USING btree (user_id);
CREATE INDEX sign_in_answers_forget ON sign_in_answers USING btree (forget_at);
ALTER TABLE account_links ADD CONSTRAINT account_links_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
CREATE INDEX account_links_user ON account_links USING btree (user_id);
CREATE INDEX account_links_expires ON account_links USING btree (expires_at);
CREATE INDEX positions_stored ON positions USING brin (server_time) WITH (autosummarize='on');
CREATE INDEX changed_hours_tx ON changed_hours USING btree (tx);
CREATE INDEX backup_runs_started ON backup_runs USING btree (started_at);
ALTER TABLE devices ADD CONSTRAINT devices_calendar_id_fkey FOREIGN KEY (calendar_id) REFERENCES calendars(id);
CREATE INDEX devices_calendar ON devices USING btree (calendar_id) WHERE (calendar_id IS NOT NULL);
ALTER TABLE notifications ADD CONSTRAINT notifications_command_id_fkey FOREIGN KEY (command_id) REFERENCES commands(id) ON DELETE SET NULL;
CREATE INDEX notifications_command ON notifications USING btree (command_id) WHERE (command_id IS NOT NULL);
ALTER TABLE openid_identities ADD CONSTRAINT openid_identities_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
CREATE INDEX openid_arrivals_forget ON openid_arrivals USING btree (forget_at);
CREATE INDEX devices_places ON devices USING btree (id) INCLUDE (group_id, customer_id);
ALTER TABLE account_links ADD CONSTRAINT account_links_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id) ON DELETE CASCADE;
CREATE INDEX account_links_author ON account_links USING btree (author_id) WHERE (author_id IS NOT NULL);
ALTER TABLE sessions ADD CONSTRAINT sessions_opener_id_fkey FOREIGN KEY (opener_id) REFERENCES users(id) ON DELETE CASCADE;
CREATE INDEX sessions_opener ON sessions USING btree (opener_id) WHERE (opener_id IS NOT NULL);
ALTER TABLE notification_deliveries ADD CONSTRAINT notification_deliveries_event_id_user_id_notificator_comman_key UNIQUE NULLS NOT DISTINCT (event_id, user_id, notificator, command_id);
ALTER TABLE device_images ADD CONSTRAINT device_images_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(id) ON DELETE CASCADE;
CREATE INDEX notification_deliveries_tx ON notification_deliveries USING btree (tx) WHERE ((notificator = 'web'::text) AND (tx IS NOT NULL));
ALTER TABLE mirror_log ADD CONSTRAINT mirror_log_mirror_id_fkey FOREIGN KEY (mirror_id) REFERENCES mirrors(id) ON DELETE CASCADE;
CREATE INDEX mirror_log_hour ON mirror_log USING btree (hour);
ALTER TABLE campaign_devices ADD CONSTRAINT campaign_devices_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaigns(id) ON DELETE CASCADE;
CREATE INDEX campaign_devices_claimed ON campaign_devices USING btree (campaign_id, claimed_at);
ALTER TABLE ignored_risks ADD CONSTRAINT ignored_risks_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(id) ON DELETE CASCADE;
ALTER TABLE customer_standings ADD CONSTRAINT customer_standings_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE customer_standings ADD CONSTRAINT customer_standings_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id) ON DELETE CASCADE;
CREATE INDEX customer_standings_customer ON customer_standings USING btree (customer_id);
CREATE INDEX payment_records_document ON payment_records USING btree (account, document);
ALTER TABLE comparisons ADD CONSTRAINT comparisons_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE differences ADD CONSTRAINT differences_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
CREATE INDEX differences_taken ON differences USING btree (user_id) WHERE (take_side IS NOT NULL);
ALTER TABLE sim_cards ADD CONSTRAINT sim_cards_list_id_fkey FOREIGN KEY (list_id) REFERENCES sim_lists(id) ON DELETE CASCADE;
CREATE INDEX sim_cards_list ON sim_cards USING btree (list_id);
ALTER TABLE bulk_changes ADD CONSTRAINT bulk_changes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
CREATE INDEX bulk_changes_user ON bulk_changes USING btree (user_id);
CREATE INDEX bulk_changes_due ON bulk_changes USING btree (until);
ALTER TABLE push_subscriptions ADD CONSTRAINT push_subscriptions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE push_subscriptions ADD CONSTRAINT push_subscriptions_token_hash_fkey FOREIGN KEY (token_hash) REFERENCES sessions(token_hash) ON DELETE CASCADE;
CREATE INDEX push_subscriptions_user ON push_subscriptions USING btree (user_id);
CREATE INDEX push_subscriptions_session ON push_subscriptions USING btree (token_hash);
ALTER TABLE notification_snoozes ADD CONSTRAINT notification_rests_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE notification_snoozes ADD CONSTRAINT notification_rests_notification_id_fkey FOREIGN KEY (notification_id) REFERENCES notifications(id) ON DELETE CASCADE;
CREATE INDEX notification_snoozes_notification ON notification_snoozes USING btree (notification_id);
ALTER TABLE users ADD CONSTRAINT users_company_id_fkey FOREIGN KEY (company_id) REFERENCES company_configurations(id);
CREATE INDEX users_company ON users USING btree (company_id) WHERE (company_id IS NOT NULL);
CREATE INDEX audit_thing ON audit USING btree (noun, object_id, id);
CREATE INDEX phrase_checks_of_customer ON phrase_checks USING btree (customer_id);
CREATE INDEX silences_of_customer ON silences USING btree (customer_id);
ALTER TABLE maintenance_services ADD CONSTRAINT maintenance_services_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(id) ON DELETE CASCADE;
ALTER TABLE maintenance_services ADD CONSTRAINT maintenance_services_maintenance_id_fkey FOREIGN KEY (maintenance_id) REFERENCES maintenances(id) ON DELETE SET NULL;
ALTER TABLE maintenance_services ADD CONSTRAINT maintenance_services_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL;
CREATE INDEX maintenance_services_device ON maintenance_services USING btree (device_id, maintenance_id, id DESC);
CREATE INDEX maintenance_services_maintenance ON maintenance_services USING btree (maintenance_id);
CREATE INDEX maintenance_services_user ON maintenance_services USING btree (user_id);
CREATE INDEX campaign_devices_sending ON campaign_devices USING btree (claimed_at) WHERE (state = 'sending'::text);
CREATE INDEX account_links_mails ON account_links USING btree (kind DESC, mail_due_at) WHERE (mail_state = ANY (ARRAY['waiting'::text, 'leaving'::text]));
CREATE INDEX account_links_asked ON account_links USING btree (expires_at) WHERE (asked_name IS NOT NULL);
ALTER TABLE device_texts ADD CONSTRAINT device_texts_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(id) ON DELETE CASCADE;
CREATE INDEX devices_disabled ON devices USING btree (id) WHERE disabled;
CREATE INDEX devices_words ON devices USING btree (id) INCLUDE (search_text, group_id, customer_id, category, disabled) WHERE (octet_length(search_text) < 1000);
CREATE INDEX devices_long_words ON devices USING btree (id) WHERE (octet_length(search_text) >= 1000);
CREATE TRIGGER events_handled_tx BEFORE UPDATE OF handled_at ON events FOR EACH ROW EXECUTE FUNCTION bear_transaction();
CREATE TRIGGER alarm_history_kept BEFORE DELETE OR UPDATE ON alarm_history FOR EACH ROW EXECUTE FUNCTION refuse_history_change();
CREATE TRIGGER block_history_kept BEFORE DELETE OR UPDATE ON block_history FOR EACH ROW EXECUTE FUNCTION refuse_block_history_change();
CREATE TRIGGER procedure_versions_kept BEFORE DELETE OR UPDATE ON procedure_versions FOR EACH ROW EXECUTE FUNCTION refuse_version_change();
CREATE TRIGGER alarm_steps_kept BEFORE DELETE OR UPDATE ON alarm_steps FOR EACH ROW EXECUTE FUNCTION refuse_history_change();
CREATE TRIGGER users_use_account_links AFTER UPDATE ON users FOR EACH ROW WHEN ((((((old.password_hash IS DISTINCT FROM new.password_hash) OR (old.email IS DISTINCT FROM new.email)) OR (old.login IS DISTINCT FROM new.login)) OR (old.administrator IS DISTINCT FROM new.administrator)) OR (old.disabled IS DISTINCT FROM new.disabled))) EXECUTE FUNCTION use_account_links();
CREATE TRIGGER customer_status_since BEFORE UPDATE OF status, disabled ON customers FOR EACH ROW WHEN (((old.status IS DISTINCT FROM new.status) OR (old.disabled IS DISTINCT FROM new.disabled))) EXECUTE FUNCTION customer_status_since();
CREATE TRIGGER account_links_leave_resets BEFORE UPDATE ON account_links FOR EACH ROW WHEN (((old.kind = 'reset'::text) AND (new.mail_state = 'leaving'::text) AND (new.expires_at > (now() + '02:00:00'::interval)))) EXECUTE FUNCTION leave_resets();
CREATE TRIGGER devices_texts_of_new AFTER INSERT ON devices REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION write_device_texts();
CREATE TRIGGER devices_texts_of_changed AFTER UPDATE ON devices REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION write_device_texts();
