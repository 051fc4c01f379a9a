import { AppError } from '../../../errors/app-error.ts';

export function unreadable(reason: string): AppError {
  return new AppError('spreadsheet-unreadable', `the file is no spreadsheet that can be read: ${reason}`);
}
