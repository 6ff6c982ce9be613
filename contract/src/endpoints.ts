import { authEndpoints } from './auth.ts';
import { clipEndpoints } from './clips.ts';
import { filesEndpoints } from './files.ts';
import { roomEndpoints } from './rooms.ts';

/** Every HTTP call, by name. */
export const endpoints = { ...authEndpoints, ...clipEndpoints, ...filesEndpoints, ...roomEndpoints } as const;
