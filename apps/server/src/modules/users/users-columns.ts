import type { UserInput } from '@atalaia/contract/user';
import { givenColumns } from '../../writing/given-columns.ts';
import { referenceColumn } from '../../writing/reference-column.ts';

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
    disabled: input.disabled,
    administrator: input.administrator,
    readonly: input.readonly,
    device_readonly: input.deviceReadonly,
    limit_commands: input.limitCommands,
    expiration_time: instantColumn(input.expirationTime),
    device_limit: input.deviceLimit,
    user_limit: input.userLimit,
    attributes: input.attributes,
  });
}

/** In the form in which it is read again, so that an unchanged instant is seen to be unchanged. */
function instantColumn(text: string | null | undefined): string | null | undefined {
  return text ? new Date(text).toISOString() : text;
}
