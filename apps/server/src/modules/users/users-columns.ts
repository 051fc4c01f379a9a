import type { UserInput } from '@atalaia/contract/accounts/user';
import { givenColumns, instantColumn, referenceColumn } from '../../queries/columns.ts';

/** The columns an input speaks of, but the password's. */
export function userColumns(input: UserInput) {
  return givenColumns({
    customer_id: referenceColumn(input.customerId),
    name: input.name,
    email: input.email,
    login: input.login === undefined ? undefined : input.login || null,
    phone: input.phone,
    map: input.map,
    latitude: input.latitude,
    longitude: input.longitude,
    zoom: input.zoom,
    twelve_hour_format: input.twelveHourFormat,
    coordinate_format: input.coordinateFormat,
    poi_layer: input.poiLayer,
    disabled: input.disabled ?? undefined,
    administrator: input.administrator ?? undefined,
    readonly: input.readonly ?? undefined,
    device_readonly: input.deviceReadonly ?? undefined,
    limit_commands: input.limitCommands ?? undefined,
    desk_role: input.deskRole,
    expiration_time: instantColumn(input.expirationTime),
    device_limit: input.deviceLimit,
    user_limit: input.userLimit,
    attributes: input.attributes ?? undefined,
  });
}
