/** The list of customers with the devices of each, listed as devices are. */
import type { Customer } from '@atalaia/contract/accounts/customer';
import { CustomerDevices } from '../../../features/customers/customer-devices.tsx';
import type { CustomerValues } from '../../../features/customers/customer-values.ts';
import { customers } from '../../../features/customers/customers.tsx';
import { devices } from '../../../features/devices/devices.tsx';
import type { Resource, RowViewProps } from '../../../resources/resource.ts';

function DevicesOfCustomer(props: RowViewProps<Customer>) {
  return <CustomerDevices devices={devices} {...props} />;
}

export const customersWithDevices = {
  ...customers,
  views: [
    { key: 'devices', label: 'customer.showDevices', writes: false, wide: true, View: DevicesOfCustomer },
  ],
} satisfies Resource<Customer, CustomerValues>;
