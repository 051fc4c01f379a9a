import { AppError, fieldRefusal } from '../errors/app-error.ts';
import { violatedConstraint } from '../errors/database-errors.ts';

/** The errors for writes that a constraint of the database refuses; it decides where two writes race. */
const refusals: Readonly<Record<string, () => AppError>> = {
  devices_unique_id_key: () =>
    fieldRefusal('duplicate-unique-id', { path: 'uniqueId', message: 'belongs to another device' }),
  sign_in_names_pkey: () =>
    fieldRefusal('duplicate-user-name', {
      path: 'email',
      message: 'belongs to another user, as e-mail or login',
    }),
  sinisters_open_device: () =>
    new AppError('sinister-already-open', 'another sinister of this device is open'),
  payment_links_provider: () =>
    new AppError('payment-customer-taken', 'another customer is linked to that one of the provider'),
  company_configurations_label_key: () =>
    fieldRefusal('duplicate-label', { path: 'label', message: 'belongs to another company configuration' }),
  drivers_unique_id_key: () =>
    fieldRefusal('duplicate-driver', { path: 'uniqueId', message: 'belongs to another driver' }),
  customers_group_id_fkey: () => referenceRefusal('groupId'),
  geofences_calendar_id_fkey: () => referenceRefusal('calendarId'),
  scheduled_reports_calendar_id_fkey: () => referenceRefusal('calendarId'),
  scheduled_report_devices_device_id_fkey: () => referenceRefusal('deviceIds'),
  scheduled_report_groups_group_id_fkey: () => referenceRefusal('groupIds'),
  notifications_calendar_id_fkey: () => referenceRefusal('calendarId'),
  devices_group_id_fkey: () => referenceRefusal('groupId'),
  devices_customer_id_fkey: () => referenceRefusal('customerId'),
  groups_group_id_fkey: () => referenceRefusal('groupId'),
  users_company_id_fkey: () => referenceRefusal('companyId'),
  users_customer_id_fkey: () => referenceRefusal('customerId'),
};

/** A reference to something that does not exist or that the caller does not see. */
export function referenceRefusal(path: string): AppError {
  return fieldRefusal('reference-not-found', { path, message: 'names nothing that exists' });
}

/** The refusal for an error of the database, or the error itself. */
export function refusalOrError(error: unknown): unknown {
  const constraint = violatedConstraint(error);
  return (constraint && refusals[constraint]?.()) || error;
}
