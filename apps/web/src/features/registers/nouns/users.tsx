import { type User, userSchema } from '@atalaia/contract/user';
import { Pill } from '../../../ui/layout/pill.tsx';
import type { Register } from '../register.ts';

export const users: Register<User> = {
  title: 'user.title',
  path: 'users',
  schema: userSchema,
  nameOf: ({ name }) => name,
  links: 'userId',
  columns: [
    { key: 'name', title: 'user.name', cell: ({ name }) => name },
    { key: 'email', title: 'user.email', cell: ({ email }) => email },
    { key: 'phone', title: 'user.phone', muted: true, cell: ({ phone }) => phone },
    { key: 'customer', title: 'user.customer', cell: ({ customerName }) => customerName },
    {
      key: 'state',
      title: 'list.columnStatus',
      cell: ({ disabled, administrator }, { text }) =>
        disabled ? (
          <Pill tone="offline">{text('user.disabled')}</Pill>
        ) : (
          <Pill tone={administrator ? 'brand' : 'online'}>
            {text(administrator ? 'user.administrator' : 'user.active')}
          </Pill>
        ),
    },
    {
      key: 'expires',
      title: 'user.expirationTime',
      muted: true,
      cell: ({ expirationTime }, { formats }) => expirationTime && formats.dateTime(expirationTime),
    },
  ],
};
