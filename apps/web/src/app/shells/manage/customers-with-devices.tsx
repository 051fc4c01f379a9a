/** The list of customers with the devices of each, listed as devices are, and whom to call for him. */
import type { Customer } from '@atalaia/contract/accounts/customer';
import { ContactBookView } from '../../../features/contacts/book/contact-book-view.tsx';
import { CustomerDevices } from '../../../features/customers/customer-devices.tsx';
import type { CustomerValues } from '../../../features/customers/customer-values.ts';
import { customers } from '../../../features/customers/customers.tsx';
import { devices } from '../../../features/devices/devices.tsx';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import type { Resource, RowViewProps } from '../../../resources/resource.ts';
import { newCustomerTool } from './new-customer.tsx';
import { customerRecord } from './records.tsx';

function DevicesOfCustomer(props: RowViewProps<Customer>) {
  return <CustomerDevices devices={devices} {...props} />;
}

function ContactsOfCustomer({ row: { id, name }, onDone }: RowViewProps<Customer>) {
  const { text } = useTexts();
  return <ContactBookView customerId={id} title={text('contacts.ofCustomer', { name })} onDone={onDone} />;
}

export const customersWithDevices = {
  ...customers,
  tools: [newCustomerTool, ...customers.tools],
  views: [
    customerRecord,
    { key: 'devices', label: 'customer.showDevices', writes: false, wide: true, View: DevicesOfCustomer },
    { key: 'contacts', label: 'contacts.title', writes: false, wide: true, View: ContactsOfCustomer },
  ],
} satisfies Resource<Customer, CustomerValues>;
