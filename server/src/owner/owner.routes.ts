import { setUp as setUpEndpoint } from '@clipline/contract/schemas/owner.ts';
import type { App } from '../core/app.ts';
import { serve } from '../core/http/serve.ts';
import { serveHandovers } from './handover.routes.ts';
import { serveInvitations } from './invitations.routes.ts';
import { serveOidc } from './oidc.routes.ts';
import { ownerJobs } from './owner.jobs.ts';
import { servePeople } from './people.routes.ts';
import { serveServerState } from './server-state.routes.ts';
import { setUp } from './setup.ts';

export function plugInOwner(app: App): void {
  serve(app, setUpEndpoint, setUp);
  serveOidc(app);
  serveHandovers(app);
  serveInvitations(app);
  servePeople(app);
  serveServerState(app);
  app.jobs.push(...ownerJobs(app));
}
