import type { CustomFieldProps } from '../../../resources/form/form-definition.ts';
import { ReferencesField } from '../../../resources/form/several-references.tsx';

type Props = CustomFieldProps<unknown>;

export const UsersField = (props: Props) => <ReferencesField path="users" {...props} />;
export const GroupsField = (props: Props) => <ReferencesField path="groups" {...props} />;
export const CustomersField = (props: Props) => <ReferencesField path="customers" {...props} />;
export const GeofencesField = (props: Props) => <ReferencesField path="geofences" {...props} />;
export const DevicesField = (props: Props) => <ReferencesField path="devices" {...props} />;
