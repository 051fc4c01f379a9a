/** Imported before any schema is made: the content policy forbids code made from text, and zod would try it. */
import { config } from 'zod';

config({ jitless: true });
