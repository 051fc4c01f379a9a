import { type ComponentType, lazy } from 'react';
import type { FieldValues } from 'react-hook-form';
import type { Register } from '../register.ts';
import type { RegisterNoun } from '../register-nouns.ts';
import { RegisterScreen } from './register-screen.tsx';

interface ScreenProps {
  /** A row that stands for a device was chosen. */
  readonly onDevice: ((deviceId: number) => void) | undefined;
}

/** A noun's own files come when it is opened. */
const screenOf = <Row extends { readonly id: number }, Values extends FieldValues>(
  load: () => Promise<Register<Row, Values>>,
) =>
  lazy(async () => {
    const register = await load();
    return {
      default: ({ onDevice }: ScreenProps) => <RegisterScreen register={register} onDevice={onDevice} />,
    };
  });

const screens: Readonly<Record<RegisterNoun, ComponentType<ScreenProps>>> = {
  attributes: screenOf(async () => (await import('../nouns/computed-attributes.ts')).computedAttributes),
  calendars: screenOf(async () => (await import('../nouns/calendars.ts')).calendars),
  commands: screenOf(async () => (await import('../nouns/saved-commands.ts')).savedCommands),
  customers: screenOf(async () => (await import('../nouns/customers.tsx')).customers),
  device: screenOf(async () => (await import('../nouns/devices.tsx')).devices),
  drivers: screenOf(async () => (await import('../nouns/drivers.ts')).drivers),
  geofences: screenOf(async () => (await import('../nouns/geofences.ts')).geofences),
  groups: screenOf(async () => (await import('../nouns/groups.tsx')).groups),
  maintenance: screenOf(async () => (await import('../nouns/maintenances.ts')).maintenances),
  notifications: screenOf(async () => (await import('../nouns/notifications.ts')).notifications),
  'scheduled-reports': screenOf(
    async () => (await import('../nouns/scheduled-reports.tsx')).scheduledReports,
  ),
  sinister: screenOf(async () => (await import('../nouns/sinisters.tsx')).sinisters),
  users: screenOf(async () => (await import('../nouns/users.tsx')).users),
};

interface RegisterViewProps extends ScreenProps {
  readonly noun: RegisterNoun;
}

/** The list of a noun that is chosen at run time. */
export function RegisterView({ noun, onDevice }: RegisterViewProps) {
  const Screen = screens[noun];
  return <Screen onDevice={onDevice} />;
}
