import { z } from 'zod';

/** A person's right at the alarm desk. Apart from the desk, since the user's own description has it. */
export const deskRoleSchema = z.enum(['none', 'operator', 'supervisor']);

export type DeskRole = z.infer<typeof deskRoleSchema>;
