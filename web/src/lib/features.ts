import { call } from './api.ts';

export const readFeatures = { queryKey: ['features'], queryFn: () => call('GET /features') };
