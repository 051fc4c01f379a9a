import type { Session } from '@atalaia/contract/accounts/session';

/** A session as `POST session` answers it; give the fields a test is about. */
export function aSession(part: Partial<Session> = {}): Session {
  return {
    id: 1,
    customerId: 0,
    customerName: null,
    companyId: 0,
    name: 'Central',
    email: 'central@example.com',
    login: null,
    phone: null,
    map: null,
    latitude: 0,
    longitude: 0,
    zoom: 0,
    twelveHourFormat: false,
    coordinateFormat: null,
    poiLayer: null,
    disabled: false,
    administrator: false,
    readonly: false,
    deviceReadonly: false,
    deskRole: 'none',
    limitCommands: false,
    fixedEmail: false,
    temporary: false,
    expirationTime: null,
    deviceLimit: 0,
    userLimit: 0,
    attributes: {},
    token: 'a-token',
    deviceCount: 0,
    needsSecondFactor: false,
    ...part,
  };
}
