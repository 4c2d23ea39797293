import * as z from 'zod';

import { errorCodes } from '../base/error.ts';

/** A LinchpinError as it travels: causes stay in the process that has them. */
export const errorSchema = z.object({ code: z.enum(errorCodes), message: z.string(), next: z.string() });
export type WireError = z.infer<typeof errorSchema>;
