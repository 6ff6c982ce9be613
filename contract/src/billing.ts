import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

export const checkout = endpoint({
  method: 'POST',
  path: '/stripe/checkout',
  access: 'user',
  summary: 'Begin to buy a plan: answers the address of the hosted payment page.',
  body: z.strictObject({ plan: z.enum(['basic', 'pro', 'advanced']), interval: z.optional(z.enum(['monthly', 'yearly'])) }),
  reply: z.object({ url: z.string() }),
});
