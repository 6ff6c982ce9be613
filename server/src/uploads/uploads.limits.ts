import { DAY_MS, HOUR_MS, MINUTE_MS } from '../core/time.ts';

/** From the last part that was stored. */
export const UPLOAD_MS = 3 * DAY_MS;
/** Without any part. */
export const FIRST_PART_MS = HOUR_MS;
export const FIRST_PART_SIGNED_OUT_MS = 10 * MINUTE_MS;

export const uploadLimit = { name: 'uploads', points: 300, seconds: 3600 } as const;
export const PARTS_AT_A_TIME = { ofUpload: 4, ofCaller: 8 };
