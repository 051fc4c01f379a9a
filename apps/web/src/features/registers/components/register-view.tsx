import type { ReactNode } from 'react';
import { calendars } from '../nouns/calendars.ts';
import { customers } from '../nouns/customers.tsx';
import { devices } from '../nouns/devices.tsx';
import { drivers } from '../nouns/drivers.ts';
import { geofences } from '../nouns/geofences.ts';
import { groups } from '../nouns/groups.tsx';
import { maintenances } from '../nouns/maintenances.ts';
import { notifications } from '../nouns/notifications.ts';
import { sinisters } from '../nouns/sinisters.tsx';
import { users } from '../nouns/users.tsx';
import type { Register } from '../register.ts';
import type { RegisterNoun } from '../register-nouns.ts';
import { RegisterList } from './register-list.tsx';

interface ListProps {
  readonly onDevice: ((deviceId: number) => void) | undefined;
}

const listOf =
  <Row extends { readonly id: number }>(register: Register<Row>) =>
  ({ onDevice }: ListProps): ReactNode => <RegisterList register={register} onDevice={onDevice} />;

const lists: Readonly<Record<RegisterNoun, (props: ListProps) => ReactNode>> = {
  calendars: listOf(calendars),
  customers: listOf(customers),
  device: listOf(devices),
  drivers: listOf(drivers),
  geofences: listOf(geofences),
  groups: listOf(groups),
  maintenance: listOf(maintenances),
  notifications: listOf(notifications),
  sinister: listOf(sinisters),
  users: listOf(users),
};

interface RegisterViewProps extends ListProps {
  readonly noun: RegisterNoun;
}

/** The list of a noun that is chosen at run time. */
export function RegisterView({ noun, onDevice }: RegisterViewProps) {
  const List = lists[noun];
  return <List onDevice={onDevice} />;
}
