import { accountEndpoints } from './account.ts';
import { authEndpoints } from './auth.ts';
import { billingEndpoints } from './billing.ts';
import { clipEndpoints } from './clips.ts';
import { desktopEndpoints } from './desktop.ts';
import { filesEndpoints } from './files.ts';
import { lanEndpoints } from './lan.ts';
import { roomEndpoints } from './rooms.ts';

/** Every HTTP call, by name. */
export const endpoints = {
  ...authEndpoints,
  ...accountEndpoints,
  ...clipEndpoints,
  ...filesEndpoints,
  ...roomEndpoints,
  ...desktopEndpoints,
  ...lanEndpoints,
  ...billingEndpoints,
} as const;
