import type { LoginKey } from '../pt-br/login.ts';

/** Sign-in screen and session. */
export const login = {
  'login.title': 'Sign in',
  'login.user': 'User name or e-mail',
  'login.password': 'Password',
  'login.showPassword': 'Show the password',
  'login.hidePassword': 'Hide the password',
  'login.capsLock': 'Caps Lock is on',
  'login.keepConnected': 'Keep me signed in',
  'login.submit': 'Sign in',
  'login.submitting': 'Signing in…',
  'login.userRequired': 'Please enter your user name or e-mail',
  'login.passwordRequired': 'Please enter the password',
  'login.failed': 'Invalid credential authorization, please check email and password.',
  'user.passwordShort': 'The password needs at least 8 characters.',
  'user.passwordCommon': 'This password is among the commonest and would be guessed. Choose another.',
  'user.passwordOwn': 'The password may not be your e-mail, login or name.',
  'login.tooManyAttempts': 'Too many attempts. Wait {{seconds}} s and try again.',
  'login.logo': 'Logo of {{company}}',
  'login.logout': 'Sign out',
  'login.restoring': 'Restoring your session…',
  'login.sessionEnded': 'Your session has ended. Sign in again to return to where you were.',
  'login.again': 'Sign in again',
  'login.againKept': 'Your session has ended. What you typed is still here: sign in again to save it.',
  'login.profileLoading': 'Loading devices and positions…',
  'login.language': 'Language',
} satisfies Record<LoginKey, string>;
