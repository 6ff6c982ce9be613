import { accountEndpoints } from './account.ts';
import { authEndpoints } from './auth.ts';
import { billingEndpoints } from './billing.ts';
import { bulkEndpoints } from './bulk.ts';
import { clipEndpoints } from './clips.ts';
import { desktopEndpoints } from './desktop.ts';
import { deviceEndpoints } from './devices.ts';
import type { Endpoint } from './endpoint.ts';
import { featureEndpoints } from './features.ts';
import { filesEndpoints } from './files.ts';
import { handoverEndpoints } from './handover.ts';
import { historyEndpoints } from './history.ts';
import { lanEndpoints } from './lan.ts';
import { linkEndpoints } from './links.ts';
import { ownerEndpoints } from './owner.ts';
import { pairingEndpoints } from './pairing.ts';
import { programEndpoints } from './programs.ts';
import { roomEndpoints } from './rooms.ts';
import { securityEndpoints } from './security.ts';
import { trashEndpoints } from './trash.ts';
import { tagEndpoints } from './tags.ts';
import { uploadEndpoints } from './uploads.ts';

export const endpoints = {
  ...authEndpoints,
  ...accountEndpoints,
  ...clipEndpoints,
  ...tagEndpoints,
  ...bulkEndpoints,
  ...featureEndpoints,
  ...filesEndpoints,
  ...uploadEndpoints,
  ...historyEndpoints,
  ...linkEndpoints,
  ...roomEndpoints,
  ...desktopEndpoints,
  ...lanEndpoints,
  ...billingEndpoints,
  ...ownerEndpoints,
  ...handoverEndpoints,
  ...pairingEndpoints,
  ...programEndpoints,
  ...securityEndpoints,
  ...trashEndpoints,
  ...deviceEndpoints,
} as const;

export const requestHeaders: readonly string[] = [
  ...new Set([
    'authorization',
    'content-type',
    'idempotency-key',
    ...Object.values<Endpoint>(endpoints).flatMap(({ headers }) =>
      Object.keys(headers?.shape ?? {}),
    ),
  ]),
];

type Endpoints = typeof endpoints;
type Described = Endpoints[keyof Endpoints];

export type Calls = {
  readonly [E in Described as `${E['method']} ${E['path']}`]: E;
};
export type CallName = keyof Calls;
