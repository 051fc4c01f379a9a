/** Row types of every table, written from the migrations by `npm run -w @atalaia/server schema`. */
// over 400 lines: generated, one table after the other, and read by no one from top to bottom
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

/** ISO 8601 in UTC with milliseconds; a query may also give a Date. */
export type Timestamp = ColumnType<string, string | Date, string | Date>;
export type GeneratedTimestamp = ColumnType<string, string | Date | undefined, string | Date>;

export interface AccountLinksTable {
  token_hash: Buffer;
  user_id: number | null;
  kind: string;
  expires_at: Timestamp;
  used_at: Timestamp | null;
  leaving_since: Timestamp | null;
  author_id: number | null;
  mail_state: string | null;
  mail_due_at: Timestamp | null;
  mail_tries: Generated<number>;
  mail_error: string | null;
  asked_name: string | null;
  asked_from: string | null;
}

export interface AlarmClaimsTable {
  subject: number;
  user_id: number | null;
  user_name: string | null;
  claimed_at: Timestamp | null;
  acted_at: Timestamp | null;
  asked_at: Timestamp | null;
  in_call: Generated<boolean>;
}

export interface AlarmDraftsTable {
  alarm_id: number;
  text: string;
  user_id: number;
  user_name: string;
  updated_at: GeneratedTimestamp;
}

export interface AlarmEscalationStepsTable {
  alarm_id: number;
  position: number;
  due_at: Timestamp;
  of: string;
  step: unknown;
  fired_at: Timestamp | null;
}

export interface AlarmEscalationsTable {
  id: GeneratedAlways<number>;
  name: string;
  steps: Generated<unknown>;
  is_default: Generated<boolean>;
  retired_at: Timestamp | null;
}

export interface AlarmEventsTable {
  event_id: number;
  alarm_id: number;
}

export interface AlarmHistoryTable {
  id: GeneratedAlways<number>;
  alarm_id: number;
  at: GeneratedTimestamp;
  action: string;
  user_id: number | null;
  user_name: string | null;
  address: string | null;
  details: Generated<unknown>;
}

export interface AlarmHoldReasonsTable {
  id: GeneratedAlways<number>;
  key: string | null;
  name: string;
  position: Generated<number>;
  pauses_clock: Generated<boolean>;
  retired_at: Timestamp | null;
}

export interface AlarmMassDevicesTable {
  alarm_id: number;
  device_id: number;
  device_name: string;
  back_at: Timestamp | null;
  silent_since: GeneratedTimestamp;
  joined_at: GeneratedTimestamp;
}

export interface AlarmOutcomesTable {
  id: GeneratedAlways<number>;
  key: string | null;
  name: string;
  position: Generated<number>;
  requires_note: Generated<boolean>;
  built_in: Generated<boolean>;
  retired_at: Timestamp | null;
}

export interface AlarmQueueTable {
  event_id: number;
  device_id: number;
  queued_at: GeneratedTimestamp;
}

export interface AlarmRulesTable {
  id: GeneratedAlways<number>;
  key: string | null;
  name: string;
  position: number;
  enabled: Generated<boolean>;
  event_types: string[];
  alarms: Generated<string[]>;
  applies_to: Generated<string>;
  group_ids: Generated<number[]>;
  customer_ids: Generated<number[]>;
  device_ids: Generated<number[]>;
  categories: Generated<string[]>;
  calendar_id: number | null;
  outside_calendar: Generated<boolean>;
  geofence_id: number | null;
  ignition: Generated<string>;
  severity: number;
  procedure_id: number | null;
  grouping_minutes: Generated<number>;
  wait_minutes: number | null;
  normal_types: Generated<string[]>;
  normal_alarms: Generated<string[]>;
  claim_seconds: number | null;
  close_seconds: number | null;
  siren: Generated<boolean>;
  requires_note: Generated<boolean>;
  escalation_id: number | null;
  version: Generated<number>;
  retired_at: Timestamp | null;
}

export interface AlarmStepsTable {
  alarm_id: number;
  number: number;
  step_id: string;
  answer: string;
  details: Generated<unknown>;
  user_id: number | null;
  user_name: string | null;
  at: GeneratedTimestamp;
  next_kind: string | null;
}

export interface AlarmsTable {
  id: GeneratedAlways<number>;
  version: Generated<number>;
  kind: string;
  subject: number;
  rule_id: number | null;
  rule_name: string | null;
  severity: number;
  device_id: number | null;
  device_name: string | null;
  plate: string | null;
  category: string | null;
  customer_id: number | null;
  customer_name: string | null;
  latitude: number | null;
  longitude: number | null;
  address: string | null;
  event_type: string | null;
  alarm: string | null;
  call_reason: string | null;
  caller_name: string | null;
  caller_phone: string | null;
  opened_at: GeneratedTimestamp;
  first_event_at: Timestamp;
  last_event_at: Timestamp;
  last_joined_at: GeneratedTimestamp;
  event_count: Generated<number>;
  late: Generated<boolean>;
  normalised_at: Timestamp | null;
  pending_until: Timestamp | null;
  siren: Generated<boolean>;
  sounds_at: Timestamp | null;
  claim_seconds: number;
  close_seconds: number;
  claim_due_at: Timestamp;
  close_due_at: Timestamp;
  due_at: Timestamp;
  paused_at: Timestamp | null;
  first_claimed_at: Timestamp | null;
  first_claimed_by: number | null;
  held_until: Timestamp | null;
  hold_reason: string | null;
  team_id: number | null;
  mass_fault_id: number | null;
  mass_fault: unknown;
  steps: Generated<unknown>;
  requires_note: Generated<boolean>;
  outcome_id: number | null;
  outcome_name: string | null;
  note: string | null;
  closed_at: Timestamp | null;
  closed_by: number | null;
  closed_by_name: string | null;
  duress_at: Timestamp | null;
  procedure_id: number | null;
  procedure_version: number | null;
}

export interface AttributeShapesTable {
  id: GeneratedAlways<number>;
  template: string;
}

export interface AuditTable {
  id: GeneratedAlways<number>;
  at: GeneratedTimestamp;
  user_id: number | null;
  user_name: string | null;
  action: string;
  noun: string;
  object_id: number | null;
  address: string | null;
  details: Generated<unknown>;
}

export interface BackupRunsTable {
  id: string;
  started_at: GeneratedTimestamp;
  ended_at: Timestamp | null;
  taken_at: Timestamp | null;
  place: string;
  folder: string | null;
  by_clock: boolean;
  rows: number | null;
  bytes: number | null;
  new_bytes: number | null;
  last_position: number | null;
  error: string | null;
}

export interface BlockHistoryTable {
  id: GeneratedAlways<number>;
  block_id: number;
  at: GeneratedTimestamp;
  action: string;
  user_id: number | null;
  user_name: string | null;
  address: string | null;
  details: Generated<unknown>;
}

export interface BlockPoliciesTable {
  id: GeneratedAlways<number>;
  key: string | null;
  name: string;
  enabled: Generated<boolean>;
  categories: Generated<string[]>;
  group_ids: Generated<number[]>;
  never: Generated<boolean>;
  moment: Generated<string>;
  max_speed_kph: number | null;
  max_fix_age_seconds: number | null;
  second_person: Generated<boolean>;
  alone_allowed: Generated<boolean>;
  theft_lifts_second: Generated<boolean>;
  forbidden_geofence_ids: Generated<number[]>;
  version: Generated<number>;
}

export interface BlockRequestsTable {
  id: GeneratedAlways<number>;
  kind: string;
  device_id: number;
  device_name: string;
  plate: string | null;
  state: string;
  state_reason: string | null;
  moment: Generated<string>;
  reason: string;
  note: string | null;
  confirmation: string | null;
  asked_by: number | null;
  asked_by_name: string;
  asked_address: string | null;
  asked_at: GeneratedTimestamp;
  policy: unknown;
  command: unknown;
  confirm_until: Timestamp | null;
  alone_from: Timestamp | null;
  confirmed_by: number | null;
  confirmed_by_name: string | null;
  second_at: Timestamp | null;
  alone_reason: string | null;
  reviewed_by: number | null;
  reviewed_by_name: string | null;
  reviewed_at: Timestamp | null;
  expires_at: Timestamp | null;
  sinister_id: number | null;
  sent_id: number | null;
  sent_at: Timestamp | null;
  done_at: Timestamp | null;
  ended_at: Timestamp | null;
  answer: string | null;
  looked_at_position: number | null;
  overdue_reported_at: Timestamp | null;
  version: Generated<number>;
}

export interface BulkChangesTable {
  id: Generated<string>;
  user_id: number;
  address: string;
  act: string;
  row_ids: number[];
  before: string[] | null;
  after: string | null;
  until: Timestamp;
  noun: string;
}

export interface CalendarsTable {
  id: GeneratedAlways<number>;
  name: string;
  data: string;
  attributes: Generated<unknown>;
  created_by: number | null;
}

export interface CallOutsTable {
  id: GeneratedAlways<number>;
  sinister_id: number;
  responder_id: number | null;
  name: string;
  phone: string;
  message: string | null;
  token_hash: Buffer;
  user_id: number;
  created_by: string;
  created_at: GeneratedTimestamp;
  approved_by: string;
  state: Generated<string>;
  on_the_way_at: Timestamp | null;
  on_site_at: Timestamp | null;
  ended_at: Timestamp | null;
  latitude: number | null;
  longitude: number | null;
  call_out_cents: number | null;
  km_cents: number | null;
  km: number | null;
  cost_cents: number | null;
  channel: string | null;
  channel_state: string | null;
  channel_at: Timestamp | null;
  seen_at: Timestamp | null;
  answer_keys: Generated<string[]>;
  placed_at: Timestamp | null;
}

export interface CampaignDevicesTable {
  campaign_id: number;
  device_id: number;
  state: Generated<string>;
  attempts: Generated<number>;
  due_at: Timestamp | null;
  claimed_at: Timestamp | null;
  sent_at: Timestamp | null;
  arrived_at: Timestamp | null;
  error: string | null;
  state_before: Generated<string>;
  tries: Generated<number>;
  left_out: Generated<boolean>;
}

export interface CampaignsTable {
  id: GeneratedAlways<number>;
  name: string;
  host: string;
  port: number | null;
  apn: Generated<string>;
  apn_user: Generated<string>;
  sealed_apn_password: string | null;
  texts: Generated<unknown>;
  device_ids: Generated<number[]>;
  group_ids: Generated<number[]>;
  customer_ids: Generated<number[]>;
  per_minute: Generated<number>;
  hours_from: Generated<string>;
  hours_until: Generated<string>;
  silent_hours: Generated<number>;
  state: Generated<string>;
  started_at: Timestamp | null;
  unread_at: Timestamp | null;
}

export interface ChangedHoursTable {
  hour: Timestamp;
  tx: Generated<string>;
  at: GeneratedTimestamp;
}

export interface ChangesTable {
  id: GeneratedAlways<number>;
  tx: Generated<string>;
  created_at: GeneratedTimestamp;
  topic: string;
  message: unknown;
}

export interface CommandsTable {
  id: GeneratedAlways<number>;
  device_id: number | null;
  type: string;
  text_channel: Generated<boolean>;
  description: string | null;
  attributes: Generated<unknown>;
  created_by: number | null;
}

export interface CompanyConfigurationsTable {
  id: GeneratedAlways<number>;
  label: string;
  logo_url: string | null;
  theme: Generated<string>;
  android_app_url: string | null;
  ios_app_url: string | null;
  name: string | null;
  title: string | null;
  favicon_url: string | null;
  sender_name: string | null;
  sender_address: string | null;
  reply_to: string | null;
  mail_texts: Generated<unknown>;
}

export interface CompanyLogosTable {
  name: string;
  type: string;
  bytes: Buffer;
  uploaded_at: GeneratedTimestamp;
}

export interface ComparisonsTable {
  user_id: number;
  system: string;
  number: Generated<number>;
  requested_at: GeneratedTimestamp;
  started_at: Timestamp | null;
  read_at: Timestamp | null;
  compared_at: Timestamp | null;
  failure: string | null;
}

export interface ComputedAttributesTable {
  id: GeneratedAlways<number>;
  description: string;
  attribute: string;
  expression: string;
  type: string;
  created_by: number | null;
  priority: Generated<number>;
}

export interface ContactBooksTable {
  customer_id: number;
  version: Generated<number>;
  pass_phrase: string | null;
  counter_phrase: string | null;
  duress_phrase: string | null;
  updated_at: GeneratedTimestamp;
}

export interface ContactMessagesTable {
  id: GeneratedAlways<number>;
  request_id: number;
  name: string;
  phone: string;
  state: Generated<string>;
  claimed_at: Timestamp | null;
  error: string | null;
}

export interface ContactRequestsTable {
  id: GeneratedAlways<number>;
  customer_id: number;
  user_id: number | null;
  user_name: string;
  requested_at: GeneratedTimestamp;
  change: string;
  state: Generated<string>;
  decided_by: number | null;
  decided_by_name: string | null;
  decided_at: Timestamp | null;
  note: string | null;
}

export interface ContactTriesTable {
  id: GeneratedAlways<number>;
  customer_id: number | null;
  contact_id: number | null;
  contact_name: string;
  phone: string;
  outcome: string;
  note: string | null;
  recording_url: string | null;
  alarm_id: number | null;
  sinister_id: number | null;
  user_id: number | null;
  user_name: string;
  at: GeneratedTimestamp;
}

export interface ContactsTable {
  id: GeneratedAlways<number>;
  customer_id: number;
  position: number;
  name: string;
  role: string | null;
  phones: Generated<unknown>;
  calendar_id: number | null;
  note: string | null;
  pass_phrase: string | null;
  counter_phrase: string | null;
}

export interface CustomerStandingsTable {
  user_id: number;
  system: string;
  customer_id: number;
  standing: string;
  since: GeneratedTimestamp;
  comparison: number;
}

export interface CustomersTable {
  id: GeneratedAlways<number>;
  group_id: number | null;
  cpf_cnpj: string;
  type: Generated<string>;
  name: string;
  street: string | null;
  number: string | null;
  complement: string | null;
  neighborhood: string | null;
  city: string | null;
  state: string | null;
  postal_code: string | null;
  phone: string | null;
  cellphone: string | null;
  notification_email: string | null;
  secondary_email: string | null;
  category: Generated<string>;
  status: Generated<string>;
  notes: string | null;
  disabled: Generated<boolean>;
  registration_date: GeneratedTimestamp;
  expiration_date: Timestamp | null;
  invoice_day: number | null;
  attributes: Generated<unknown>;
  search_text: GeneratedAlways<string>;
  status_since: GeneratedTimestamp;
  json: GeneratedAlways<string>;
}

export interface DeskPresenceTable {
  user_id: number;
  state: Generated<string>;
  state_at: GeneratedTimestamp;
  seen_at: GeneratedTimestamp;
}

export interface DeskSettingsTable {
  id: number;
  settings: Generated<unknown>;
}

export interface DeskTeamsTable {
  id: GeneratedAlways<number>;
  name: string;
  user_ids: Generated<number[]>;
  retired_at: Timestamp | null;
}

export interface DeviceAttributesTable {
  device_id: number;
  attribute_id: number;
}

export interface DeviceCommandsTable {
  device_id: number;
  command_id: number;
}

export interface DeviceDriversTable {
  device_id: number;
  driver_id: number;
}

export interface DeviceGeofencesTable {
  device_id: number;
  geofence_id: number;
}

export interface DeviceImagesTable {
  device_id: number;
  type: string;
  bytes: Buffer;
  uploaded_at: GeneratedTimestamp;
}

export interface DeviceMaintenancesTable {
  device_id: number;
  maintenance_id: number;
}

export interface DeviceNotificationsTable {
  device_id: number;
  notification_id: number;
}

export interface DeviceRespondersTable {
  device_id: number;
  responder_id: number;
}

export interface DeviceStateTable {
  device_id: number;
  status: Generated<string>;
  last_update: Timestamp | null;
  position_id: number | null;
  fix_time: Timestamp | null;
  position: unknown;
  latitude: number | null;
  longitude: number | null;
  course: number | null;
  speed: number | null;
  ignition: boolean | null;
  alarm: string | null;
  siren_event_id: number | null;
  memory: Generated<unknown>;
  version: Generated<number>;
  tx: Generated<string | null>;
  held_by: number | null;
  held_claim: Generated<number>;
  look_at: GeneratedTimestamp;
  overdue_at: Timestamp | null;
}

export interface DeviceTextsTable {
  device_id: number;
  group_id: number | null;
  customer_id: number | null;
  json: string;
  with_password: string | null;
}

export interface DevicesTable {
  id: GeneratedAlways<number>;
  unique_id: string;
  name: string;
  group_id: number | null;
  customer_id: number | null;
  category: string | null;
  disabled: Generated<boolean>;
  phone: string | null;
  model: string | null;
  contact: string | null;
  attributes: Generated<unknown>;
  created_at: GeneratedTimestamp;
  search_text: GeneratedAlways<string>;
  expiration_time: Timestamp | null;
  calendar_id: number | null;
}

export interface DifferencesTable {
  id: GeneratedAlways<number>;
  user_id: number;
  system: string;
  noun: string;
  kind: string;
  local_id: number | null;
  remote_key: string | null;
  field: Generated<string>;
  name: string;
  here: string | null;
  there: string | null;
  sides: string[];
  since: GeneratedTimestamp;
  version: Generated<number>;
  comparison: number;
  ignored_at: Timestamp | null;
  ignored_by: string | null;
  ignore_reason: string | null;
  take_side: string | null;
  take_user_id: number | null;
  take_version: number | null;
  take_started_at: Timestamp | null;
  refusal: string | null;
  refusal_words: string | null;
}

export interface DirtyHoursTable {
  device_id: number;
  hour: Timestamp;
}

export interface DocumentCompaniesTable {
  company: number;
  served_at: Timestamp;
}

export interface DocumentTurnsTable {
  id: GeneratedAlways<number>;
  user_id: number;
  company: number;
  started_at: Timestamp | null;
  kept_until: Timestamp;
}

export interface DriversTable {
  id: GeneratedAlways<number>;
  name: string;
  unique_id: string;
  attributes: Generated<unknown>;
  created_by: number | null;
}

export interface EventCommentsTable {
  id: GeneratedAlways<number>;
  event_id: number;
  user_id: number | null;
  user_name: string;
  comment: string;
  created_at: GeneratedTimestamp;
  attributes: Generated<unknown>;
  untold: Generated<boolean>;
}

export interface EventQueueTable {
  event_id: number;
  device_id: number;
  queued_at: GeneratedTimestamp;
}

export interface EventsTable {
  id: Generated<number>;
  device_id: number;
  type: string;
  event_time: Timestamp;
  server_time: Timestamp;
  position_id: number | null;
  geofence_id: number | null;
  maintenance_id: number | null;
  attributes: Generated<unknown>;
  handled_at: Timestamp | null;
  handled_by: number | null;
  tx: Generated<string | null>;
  handled_untold: boolean | null;
}

export interface FleetControlFindingsTable {
  id: GeneratedAlways<number>;
  run_id: number;
  kind: string;
  outcome: string;
  name: string;
  local_id: number | null;
  remote_id: number | null;
  reason: string | null;
  provider_message: string | null;
  fields: Generated<unknown>;
}

export interface FleetControlRecordsTable {
  user_id: number;
  kind: string;
  remote_id: number;
  key: string;
  plate: string | null;
  client_id: number | null;
  vehicle_id: number | null;
  sim_card_id: number | null;
  operator_id: number | null;
  data: unknown;
  run_id: number;
  local_id: number | null;
  base: Generated<unknown>;
  pending: unknown;
}

export interface FleetControlRunsTable {
  id: GeneratedAlways<number>;
  user_id: number;
  account: string;
  started_by: string;
  address: string | null;
  state: string;
  sends_new: boolean;
  group_id: number | null;
  step: string;
  cursor: Generated<number>;
  attempts: Generated<number>;
  next_try_at: Timestamp | null;
  started_at: GeneratedTimestamp;
  updated_at: GeneratedTimestamp;
  ended_at: Timestamp | null;
  handled: Generated<unknown>;
  totals: Generated<unknown>;
  failure: unknown;
  resumed_kinds: Generated<string[]>;
  compares: Generated<boolean>;
}

export interface GeofencesTable {
  id: GeneratedAlways<number>;
  name: string;
  description: string | null;
  calendar_id: number | null;
  area: string;
  attributes: Generated<unknown>;
  created_by: number | null;
}

export interface GroupAttributesTable {
  group_id: number;
  attribute_id: number;
}

export interface GroupCommandsTable {
  group_id: number;
  command_id: number;
}

export interface GroupDriversTable {
  group_id: number;
  driver_id: number;
}

export interface GroupGeofencesTable {
  group_id: number;
  geofence_id: number;
}

export interface GroupMaintenancesTable {
  group_id: number;
  maintenance_id: number;
}

export interface GroupNotificationsTable {
  group_id: number;
  notification_id: number;
}

export interface GroupRespondersTable {
  group_id: number;
  responder_id: number;
}

export interface GroupsTable {
  id: GeneratedAlways<number>;
  name: string;
  group_id: number | null;
  attributes: Generated<unknown>;
  json: GeneratedAlways<string>;
}

export interface IdempotencyKeysTable {
  user_id: number;
  key: string;
  fingerprint: string;
  answer: string | null;
  created_at: GeneratedTimestamp;
}

export interface IgnoredRisksTable {
  device_id: number;
  kinds: string[];
  reason: string;
  user_id: number | null;
  user_name: string;
  ignored_at: GeneratedTimestamp;
}

export interface ImportedObjectsTable {
  source: string;
  kind: string;
  source_key: string;
  object_id: number;
  imported_at: GeneratedTimestamp;
}

export interface IngestPausesTable {
  id: GeneratedAlways<number>;
  began_at: Timestamp;
  ended_at: Timestamp;
}

export interface IngestProcessesTable {
  epoch: number;
  seen_at: Timestamp;
}

export interface InstallationTable {
  only_one: Generated<boolean>;
  id: Generated<string>;
  key_fingerprint: string | null;
  floor: string | null;
}

export interface IntegrationOutcomesTable {
  service: string;
  failed_at: Timestamp | null;
  reason: string | null;
  done_at: Timestamp | null;
}

export interface IntegrationSettingsTable {
  name: string;
  sealed: string;
  changed_at: GeneratedTimestamp;
}

export interface JobLeasesTable {
  name: string;
  fence: number;
  held_until: Timestamp;
}

export interface LocationShareDevicesTable {
  share_id: number;
  device_id: number;
}

export interface LocationSharesTable {
  id: GeneratedAlways<number>;
  token_hash: Buffer;
  user_id: number;
  created_at: GeneratedTimestamp;
  expires_at: Timestamp;
  revoked_at: Timestamp | null;
  shows_name: Generated<boolean>;
  shows_trail: Generated<boolean>;
}

export interface MaintenanceServicesTable {
  id: Generated<number>;
  device_id: number;
  maintenance_id: number | null;
  name: string;
  type: string;
  performed_time: Timestamp;
  value: number;
  note: string;
  user_id: number | null;
  user_name: string | null;
  noted_time: GeneratedTimestamp;
}

export interface MaintenancesTable {
  id: GeneratedAlways<number>;
  name: string;
  type: string;
  start: number;
  period: number;
  attributes: Generated<unknown>;
  created_by: number | null;
}

export interface MirrorLogTable {
  mirror_id: number;
  hour: Timestamp;
  device_id: number;
  outcome: string;
  reason: Generated<string>;
  count: number;
  last_at: Timestamp;
}

export interface MirrorsTable {
  id: GeneratedAlways<number>;
  name: string;
  kind: string;
  address: string;
  method: Generated<string>;
  sealed_authorization: string | null;
  device_ids: Generated<number[]>;
  group_ids: Generated<number[]>;
  customer_ids: Generated<number[]>;
  active_from: GeneratedTimestamp;
  active_until: Timestamp | null;
  authorized_by: string;
  reason: string;
  enabled: Generated<boolean>;
}

export interface MonthlyPricesTable {
  category: string;
  cents: number;
}

export interface MutedAlarmRulesTable {
  user_id: number;
  rule_id: number;
  until: Timestamp;
}

export interface NotificationDeliveriesTable {
  id: GeneratedAlways<number>;
  event_id: number;
  device_id: number;
  user_id: number;
  notification_id: number;
  notificator: string;
  state: Generated<string>;
  attempts: Generated<number>;
  next_try_at: Timestamp | null;
  tried_at: Timestamp | null;
  last_error: string | null;
  created_at: Timestamp;
  ended_at: Timestamp | null;
  alarm_id: number | null;
  command_id: number | null;
  tx: Generated<string | null>;
}

export interface NotificationSnoozesTable {
  user_id: number;
  notification_id: number;
  until: Timestamp;
}

export interface NotificationsTable {
  id: GeneratedAlways<number>;
  type: string;
  always: Generated<boolean>;
  notificators: string | null;
  calendar_id: number | null;
  attributes: Generated<unknown>;
  created_by: number | null;
  description: string | null;
  command_id: number | null;
}

export interface OccurrenceImagesTable {
  occurrence_id: number;
  type: string;
  bytes: Buffer;
}

export interface OccurrencesTable {
  id: GeneratedAlways<number>;
  sinister_id: number;
  category: string;
  occurrence_date: Timestamp;
  address: string | null;
  description: string;
  reported_by: string;
  created_at: GeneratedTimestamp;
  attributes: Generated<unknown>;
  latitude: number | null;
  longitude: number | null;
}

export interface OddPositionsTable {
  id: Generated<number>;
  device_id: number;
  fix_time: Timestamp;
  digest: string;
  server_time: Timestamp;
  reason: string;
  content: unknown;
}

export interface OdometerRepairsTable {
  device_id: number;
  first_time: Timestamp;
  last_time: Timestamp;
  examinations: Generated<number>;
  examined_at: Timestamp | null;
  mended: Generated<number>;
  found_right: Generated<number>;
  undecided: Generated<number>;
  reported_mended: Generated<number>;
  reported_undecided: Generated<number>;
}

export interface OdometerScanTable {
  one: boolean;
  partition: Generated<string>;
  block: Generated<number>;
  ended_at: Timestamp | null;
}

export interface OpenidArrivalsTable {
  mark: Buffer;
  sealed: string;
  forget_at: Timestamp;
}

export interface OpenidIdentitiesTable {
  issuer: string;
  subject: string;
  user_id: number;
  label: string;
  created_at: GeneratedTimestamp;
  last_used_at: Timestamp | null;
}

export interface PasskeysTable {
  id: GeneratedAlways<number>;
  user_id: number;
  name: string;
  credential_id: string;
  public_key: Buffer;
  counter: number;
  transports: string[];
  created_at: GeneratedTimestamp;
  last_used_at: Timestamp | null;
}

export interface PaymentHoldersTable {
  user_id: number;
  provider: string;
  account: string;
}

export interface PaymentKeysTable {
  fingerprint: string;
  account: string;
}

export interface PaymentLinksTable {
  customer_id: number;
  account: string;
  provider_id: string | null;
  state: string;
  fault: string | null;
  provider_message: string | null;
  fields: Generated<unknown>;
  may_exist: Generated<boolean>;
  version: Generated<number>;
  user_id: number | null;
  changed_at: GeneratedTimestamp;
  read_with: string | null;
  attempts: Generated<number>;
}

export interface PaymentReadingsTable {
  account: string;
  reading: Generated<number>;
  read_at: Timestamp | null;
  failure: string | null;
}

export interface PaymentRecordsTable {
  account: string;
  provider_id: string;
  document: string;
  data: unknown;
  reading: number;
}

export interface PhraseChecksTable {
  id: GeneratedAlways<number>;
  customer_id: number;
  user_id: number;
  is_wrong: boolean;
  at: GeneratedTimestamp;
}

export interface PoliceFactsTable {
  sinister_id: number;
  facts: unknown;
  noted_by: string;
  noted_at: GeneratedTimestamp;
}

export interface PoliceLinksTable {
  id: GeneratedAlways<number>;
  sinister_id: number;
  token_hash: Buffer;
  user_id: number;
  created_by: string;
  created_at: GeneratedTimestamp;
  expires_at: Timestamp;
  revoked_at: Timestamp | null;
}

export interface PoliceVisitsTable {
  id: GeneratedAlways<number>;
  link_id: number;
  token_hash: Buffer;
  name: string;
  unit: string;
  phone: string;
  address: string | null;
  came_at: GeneratedTimestamp;
  looked_at: GeneratedTimestamp;
  looks: Generated<number>;
}

export interface PositionsTable {
  id: Generated<number>;
  device_id: number;
  fix_time: Timestamp;
  digest: string;
  device_time: Timestamp | null;
  server_time: Timestamp;
  protocol: string;
  type: string | null;
  valid: boolean;
  outdated: boolean;
  latitude: number;
  longitude: number;
  altitude: number;
  speed: number;
  course: number;
  accuracy: number;
  ignition: boolean | null;
  motion: boolean | null;
  distance: number | null;
  total_distance: number | null;
  hours: number | null;
  fuel: number | null;
  address: string | null;
  network: unknown;
  attributes: unknown;
  geofence_ids: unknown;
}

export interface ProcedureVersionsTable {
  procedure_id: number;
  number: number;
  name: string;
  steps: unknown;
  saved_at: GeneratedTimestamp;
  saved_by: number | null;
  saved_by_name: string | null;
}

export interface ProceduresTable {
  id: GeneratedAlways<number>;
  key: string | null;
  name: string;
  use: string;
  published_version: Generated<number>;
  latest_version: Generated<number>;
  archived_at: Timestamp | null;
}

export interface ProcessesTable {
  epoch: number;
  version: string;
  host: string;
  pid: number;
  started_at: GeneratedTimestamp;
  seen_at: GeneratedTimestamp;
  roles: string[] | null;
  has_nats: boolean | null;
  reads_packed: boolean | null;
}

export interface PushSubscriptionsTable {
  endpoint_digest: string;
  user_id: number;
  token_hash: Buffer;
  subscription: string;
  made_at: GeneratedTimestamp;
}

export interface RecoveryCodesTable {
  user_id: number;
  mark: string;
  used_at: Timestamp | null;
}

export interface RecoveryStepsTable {
  sinister_id: number;
  step: string;
  done_at: Timestamp;
  reference: string | null;
  noted_by: string;
}

export interface RefusedMessagesTable {
  id: Generated<number>;
  device_id: number;
  digest: string;
  server_time: Timestamp;
  protocol: string;
  kind: string;
  error: string;
  frame: Buffer;
  content: string | null;
}

export interface RemovedDevicesTable {
  device_id: number;
  removed_at: GeneratedTimestamp;
  cleared_at: Timestamp | null;
}

export interface RespondersTable {
  id: GeneratedAlways<number>;
  name: string;
  kind: Generated<string>;
  phone: string;
  other_phone: string | null;
  area: string | null;
  hours: string | null;
  latitude: number | null;
  longitude: number | null;
  device_id: number | null;
  call_out_cents: number | null;
  km_cents: number | null;
  authorization_number: string | null;
  authorized_until: string | null;
  attributes: Generated<unknown>;
  created_by: number | null;
}

export interface ScheduledReportDevicesTable {
  report_id: number;
  device_id: number;
}

export interface ScheduledReportGroupsTable {
  report_id: number;
  group_id: number;
}

export interface ScheduledReportRunsTable {
  report_id: number;
  checked_until: Timestamp;
  sending_since: Timestamp | null;
  due_at: Timestamp | null;
  attempts: Generated<number>;
  next_try_at: Timestamp | null;
  last_tried_at: Timestamp | null;
  last_sent_at: Timestamp | null;
  last_error: string | null;
}

export interface ScheduledReportsTable {
  id: GeneratedAlways<number>;
  user_id: number;
  name: string;
  type: string;
  period: string;
  event_types: Generated<string[]>;
  calendar_id: number | null;
  attributes: Generated<unknown>;
}

export interface SecondFactorsTable {
  user_id: number;
  secret: string;
  confirmed_at: Timestamp | null;
  last_step: Generated<number>;
}

export interface SentCommandsTable {
  id: GeneratedAlways<number>;
  device_id: number;
  user_id: number | null;
  user_name: string | null;
  batch_id: string | null;
  type: string;
  description: string | null;
  attributes: Generated<unknown>;
  text_channel: Generated<boolean>;
  confirmation: string | null;
  silent: Generated<boolean>;
  state: Generated<string>;
  created_at: GeneratedTimestamp;
  expires_at: Timestamp;
  sent_at: Timestamp | null;
  ended_at: Timestamp | null;
  answer: string | null;
  reason: string | null;
  tx: Generated<string | null>;
  leaving_since: Timestamp | null;
  awaited_until: Timestamp | null;
  block_id: number | null;
  block_limits: unknown;
}

export interface ServerSettingsTable {
  id: Generated<number>;
  map: string | null;
  bing_key: string | null;
  map_url: string | null;
  latitude: number | null;
  longitude: number | null;
  zoom: number | null;
  twelve_hour_format: Generated<boolean>;
  force_settings: Generated<boolean>;
  coordinate_format: string | null;
  poi_layer: string | null;
  registration: Generated<boolean>;
  readonly: Generated<boolean>;
  device_readonly: Generated<boolean>;
  limit_commands: Generated<boolean>;
  device_limit: Generated<number>;
  timezone: string | null;
  speed_unit: string | null;
  distance_unit: string | null;
  volume_unit: string | null;
  attributes: Generated<unknown>;
  announcement: string | null;
}

export interface SessionsTable {
  token_hash: Buffer;
  user_id: number;
  created_at: GeneratedTimestamp;
  expires_at: Timestamp;
  address: string | null;
  user_agent: string | null;
  id: GeneratedAlways<number>;
  kind: Generated<string>;
  name: string | null;
  scopes: string[] | null;
  last_used_at: Timestamp | null;
  second_factor: string | null;
  id_token: string | null;
  opener_id: number | null;
  opener_hash: Buffer | null;
}

export interface ShiftHandoversTable {
  id: GeneratedAlways<number>;
  user_id: number;
  user_name: string;
  created_at: GeneratedTimestamp;
  note: string;
  items: unknown;
  accepted_at: Timestamp | null;
  accepted_by: number | null;
  accepted_by_name: string | null;
  escalated_at: Timestamp | null;
}

export interface SignInAnswersTable {
  mark: string;
  forget_at: Timestamp;
}

export interface SignInAttemptsTable {
  key: Buffer;
  failures: number;
  last_at: Timestamp;
  is_known: Generated<boolean>;
  forget_at: Timestamp;
}

export interface SignInNamesTable {
  name: string;
  user_id: number;
}

export interface SilencesTable {
  id: GeneratedAlways<number>;
  device_id: number | null;
  customer_id: number | null;
  reason: string;
  note: string | null;
  created_at: GeneratedTimestamp;
  created_by: number | null;
  created_by_name: string;
  until: Timestamp;
  ended_at: Timestamp | null;
}

export interface SilentDevicesTable {
  device_id: number;
  reason: string | null;
  next_contact_at: Timestamp | null;
  user_id: number | null;
  updated_at: GeneratedTimestamp;
}

export interface SimCardsTable {
  id: GeneratedAlways<number>;
  list_id: number;
  line: number;
  iccid: string | null;
  phone: string | null;
  status: string | null;
  is_active: boolean;
  plan: string | null;
  monthly_cents: number | null;
  last_data_at: Timestamp | null;
}

export interface SimListsTable {
  id: GeneratedAlways<number>;
  provider: string;
  file_name: string;
  columns: unknown;
  user_name: string;
  uploaded_at: GeneratedTimestamp;
}

export interface SinisterWatchersTable {
  sinister_id: number;
  user_id: number;
  seen_at: GeneratedTimestamp;
}

export interface SinistersTable {
  id: GeneratedAlways<number>;
  number: number;
  device_id: number;
  customer_id: number | null;
  device: unknown;
  customer: unknown;
  status: Generated<string>;
  created_at: GeneratedTimestamp;
  opened_by: string;
  opening_date: Timestamp;
  opening_type: string;
  opening_address: string | null;
  opening_latitude: number | null;
  opening_longitude: number | null;
  opening_description: string;
  closed_at: Timestamp | null;
  closed_by: string | null;
  closing_date: Timestamp | null;
  closing_type: string | null;
  closing_address: string | null;
  closing_latitude: number | null;
  closing_longitude: number | null;
  closing_description: string | null;
  vehicle_damaged: Generated<boolean>;
  attributes: Generated<unknown>;
}

export interface StatisticsTable {
  day: string;
  active_devices: Generated<number>;
  requests: Generated<number>;
  messages_received: Generated<number>;
  messages_stored: Generated<number>;
  mail_sent: Generated<number>;
  sms_sent: Generated<number>;
  geocoder_requests: Generated<number>;
}

export interface StatisticsUsersTable {
  day: string;
  user_id: number;
}

export interface StoredHorizonTable {
  one: Generated<boolean>;
  stored_before: GeneratedTimestamp;
}

export interface TravelHoursTable {
  device_id: number;
  hour: Timestamp;
  rules: number;
  positions: number;
  first_time: Timestamp;
  last_time: Timestamp;
  motion: boolean;
  ignition: boolean | null;
  first_fix_time: Timestamp | null;
  first_fix_latitude: number | null;
  first_fix_longitude: number | null;
  first_fix_motion: boolean | null;
  first_fix_speed: number | null;
  motion_before_fix: boolean | null;
  last_fix_time: Timestamp | null;
  last_fix_latitude: number | null;
  last_fix_longitude: number | null;
  last_fix_motion: boolean | null;
  distance: number;
  moving_ms: number;
  max_speed: number;
  engine_ms: number;
  silent_ms: number;
  silent_moving_ms: number;
  first_fuel: number | null;
  last_fuel: number | null;
  refuelled: number | null;
  first_odometer: number | null;
  last_odometer: number | null;
}

export interface TravelHoursUntilTable {
  id: Generated<number>;
  hour: Timestamp;
}

export interface UnknownTrackersTable {
  unique_id: string;
  protocol: string;
  address: string;
  attempts: Generated<number>;
  first_seen: GeneratedTimestamp;
  last_seen: GeneratedTimestamp;
}

export interface UserAttributesTable {
  user_id: number;
  attribute_id: number;
}

export interface UserCalendarsTable {
  user_id: number;
  calendar_id: number;
}

export interface UserCommandsTable {
  user_id: number;
  command_id: number;
}

export interface UserDevicesTable {
  user_id: number;
  device_id: number;
}

export interface UserDriversTable {
  user_id: number;
  driver_id: number;
}

export interface UserGeofencesTable {
  user_id: number;
  geofence_id: number;
}

export interface UserGroupsTable {
  user_id: number;
  group_id: number;
}

export interface UserMaintenancesTable {
  user_id: number;
  maintenance_id: number;
}

export interface UserNotificationsTable {
  user_id: number;
  notification_id: number;
}

export interface UserRespondersTable {
  user_id: number;
  responder_id: number;
}

export interface UserUsersTable {
  user_id: number;
  managed_user_id: number;
}

export interface UsersTable {
  id: GeneratedAlways<number>;
  customer_id: number | null;
  name: string;
  email: string;
  login: string | null;
  password_hash: string;
  phone: string | null;
  map: string | null;
  latitude: Generated<number>;
  longitude: Generated<number>;
  zoom: Generated<number>;
  twelve_hour_format: boolean | null;
  coordinate_format: string | null;
  poi_layer: string | null;
  disabled: Generated<boolean>;
  administrator: Generated<boolean>;
  readonly: Generated<boolean>;
  device_readonly: Generated<boolean>;
  limit_commands: Generated<boolean>;
  expiration_time: Timestamp | null;
  device_limit: Generated<number>;
  user_limit: Generated<number>;
  attributes: Generated<unknown>;
  created_at: GeneratedTimestamp;
  desk_role: Generated<string>;
  fixed_email: Generated<boolean>;
  temporary: Generated<boolean>;
  email_vouched: Generated<boolean>;
  company_id: number | null;
}

export interface WatchedDevicesTable {
  id: GeneratedAlways<number>;
  device_id: number;
  reason: string;
  created_at: GeneratedTimestamp;
  created_by: number;
  created_by_name: string;
  until: Timestamp;
  ended_at: Timestamp | null;
}

export interface WebFilesTable {
  name: string;
  body: Buffer;
  kept_at: GeneratedTimestamp;
}

export interface WebPushKeysTable {
  id: Generated<number>;
  public_key: string;
  private_key: string;
  made_at: GeneratedTimestamp;
}

export interface Schema {
  account_links: AccountLinksTable;
  alarm_claims: AlarmClaimsTable;
  alarm_drafts: AlarmDraftsTable;
  alarm_escalation_steps: AlarmEscalationStepsTable;
  alarm_escalations: AlarmEscalationsTable;
  alarm_events: AlarmEventsTable;
  alarm_history: AlarmHistoryTable;
  alarm_hold_reasons: AlarmHoldReasonsTable;
  alarm_mass_devices: AlarmMassDevicesTable;
  alarm_outcomes: AlarmOutcomesTable;
  alarm_queue: AlarmQueueTable;
  alarm_rules: AlarmRulesTable;
  alarm_steps: AlarmStepsTable;
  alarms: AlarmsTable;
  attribute_shapes: AttributeShapesTable;
  audit: AuditTable;
  backup_runs: BackupRunsTable;
  block_history: BlockHistoryTable;
  block_policies: BlockPoliciesTable;
  block_requests: BlockRequestsTable;
  bulk_changes: BulkChangesTable;
  calendars: CalendarsTable;
  call_outs: CallOutsTable;
  campaign_devices: CampaignDevicesTable;
  campaigns: CampaignsTable;
  changed_hours: ChangedHoursTable;
  changes: ChangesTable;
  commands: CommandsTable;
  company_configurations: CompanyConfigurationsTable;
  company_logos: CompanyLogosTable;
  comparisons: ComparisonsTable;
  computed_attributes: ComputedAttributesTable;
  contact_books: ContactBooksTable;
  contact_messages: ContactMessagesTable;
  contact_requests: ContactRequestsTable;
  contact_tries: ContactTriesTable;
  contacts: ContactsTable;
  customer_standings: CustomerStandingsTable;
  customers: CustomersTable;
  desk_presence: DeskPresenceTable;
  desk_settings: DeskSettingsTable;
  desk_teams: DeskTeamsTable;
  device_attributes: DeviceAttributesTable;
  device_commands: DeviceCommandsTable;
  device_drivers: DeviceDriversTable;
  device_geofences: DeviceGeofencesTable;
  device_images: DeviceImagesTable;
  device_maintenances: DeviceMaintenancesTable;
  device_notifications: DeviceNotificationsTable;
  device_responders: DeviceRespondersTable;
  device_state: DeviceStateTable;
  device_texts: DeviceTextsTable;
  devices: DevicesTable;
  differences: DifferencesTable;
  dirty_hours: DirtyHoursTable;
  document_companies: DocumentCompaniesTable;
  document_turns: DocumentTurnsTable;
  drivers: DriversTable;
  event_comments: EventCommentsTable;
  event_queue: EventQueueTable;
  events: EventsTable;
  fleet_control_findings: FleetControlFindingsTable;
  fleet_control_records: FleetControlRecordsTable;
  fleet_control_runs: FleetControlRunsTable;
  geofences: GeofencesTable;
  group_attributes: GroupAttributesTable;
  group_commands: GroupCommandsTable;
  group_drivers: GroupDriversTable;
  group_geofences: GroupGeofencesTable;
  group_maintenances: GroupMaintenancesTable;
  group_notifications: GroupNotificationsTable;
  group_responders: GroupRespondersTable;
  groups: GroupsTable;
  idempotency_keys: IdempotencyKeysTable;
  ignored_risks: IgnoredRisksTable;
  imported_objects: ImportedObjectsTable;
  ingest_pauses: IngestPausesTable;
  ingest_processes: IngestProcessesTable;
  installation: InstallationTable;
  integration_outcomes: IntegrationOutcomesTable;
  integration_settings: IntegrationSettingsTable;
  job_leases: JobLeasesTable;
  location_share_devices: LocationShareDevicesTable;
  location_shares: LocationSharesTable;
  maintenance_services: MaintenanceServicesTable;
  maintenances: MaintenancesTable;
  mirror_log: MirrorLogTable;
  mirrors: MirrorsTable;
  monthly_prices: MonthlyPricesTable;
  muted_alarm_rules: MutedAlarmRulesTable;
  notification_deliveries: NotificationDeliveriesTable;
  notification_snoozes: NotificationSnoozesTable;
  notifications: NotificationsTable;
  occurrence_images: OccurrenceImagesTable;
  occurrences: OccurrencesTable;
  odd_positions: OddPositionsTable;
  odometer_repairs: OdometerRepairsTable;
  odometer_scan: OdometerScanTable;
  openid_arrivals: OpenidArrivalsTable;
  openid_identities: OpenidIdentitiesTable;
  passkeys: PasskeysTable;
  payment_holders: PaymentHoldersTable;
  payment_keys: PaymentKeysTable;
  payment_links: PaymentLinksTable;
  payment_readings: PaymentReadingsTable;
  payment_records: PaymentRecordsTable;
  phrase_checks: PhraseChecksTable;
  police_facts: PoliceFactsTable;
  police_links: PoliceLinksTable;
  police_visits: PoliceVisitsTable;
  positions: PositionsTable;
  procedure_versions: ProcedureVersionsTable;
  procedures: ProceduresTable;
  processes: ProcessesTable;
  push_subscriptions: PushSubscriptionsTable;
  recovery_codes: RecoveryCodesTable;
  recovery_steps: RecoveryStepsTable;
  refused_messages: RefusedMessagesTable;
  removed_devices: RemovedDevicesTable;
  responders: RespondersTable;
  scheduled_report_devices: ScheduledReportDevicesTable;
  scheduled_report_groups: ScheduledReportGroupsTable;
  scheduled_report_runs: ScheduledReportRunsTable;
  scheduled_reports: ScheduledReportsTable;
  second_factors: SecondFactorsTable;
  sent_commands: SentCommandsTable;
  server_settings: ServerSettingsTable;
  sessions: SessionsTable;
  shift_handovers: ShiftHandoversTable;
  sign_in_answers: SignInAnswersTable;
  sign_in_attempts: SignInAttemptsTable;
  sign_in_names: SignInNamesTable;
  silences: SilencesTable;
  silent_devices: SilentDevicesTable;
  sim_cards: SimCardsTable;
  sim_lists: SimListsTable;
  sinister_watchers: SinisterWatchersTable;
  sinisters: SinistersTable;
  statistics: StatisticsTable;
  statistics_users: StatisticsUsersTable;
  stored_horizon: StoredHorizonTable;
  travel_hours: TravelHoursTable;
  travel_hours_until: TravelHoursUntilTable;
  unknown_trackers: UnknownTrackersTable;
  user_attributes: UserAttributesTable;
  user_calendars: UserCalendarsTable;
  user_commands: UserCommandsTable;
  user_devices: UserDevicesTable;
  user_drivers: UserDriversTable;
  user_geofences: UserGeofencesTable;
  user_groups: UserGroupsTable;
  user_maintenances: UserMaintenancesTable;
  user_notifications: UserNotificationsTable;
  user_responders: UserRespondersTable;
  user_users: UserUsersTable;
  users: UsersTable;
  watched_devices: WatchedDevicesTable;
  web_files: WebFilesTable;
  web_push_keys: WebPushKeysTable;
}
