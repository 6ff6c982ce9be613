import * as endpoints from '@clipline/contract/schemas/owner.ts';
import type { App } from '../core/app.ts';
import { serve } from '../core/http/serve.ts';
import { DAY_MS, MINUTE_MS } from '../core/time.ts';
import { serveHandovers } from './handover.routes.ts';
import { removeOldHandovers } from './handovers.queries.ts';
import { removeOldInvitations } from './invitations.queries.ts';
import { serveInvitations } from './invitations.routes.ts';
import { serveOidc } from './oidc.routes.ts';
import { removeOldCodes } from './owner.queries.ts';
import { servePeople } from './people.routes.ts';
import { serveServerState } from './server-state.routes.ts';
import { checkSetup, setUp } from './setup.ts';

const KEEP_INVITATIONS_MS = 90 * DAY_MS;

async function removeWhatIsOver({ db }: App): Promise<void> {
  const now = Date.now();
  await removeOldCodes(db, now);
  await removeOldHandovers(db, now);
  await removeOldInvitations(db, now - KEEP_INVITATIONS_MS);
}

export function plugInOwner(app: App): void {
  serve(app, endpoints.setUp, setUp);
  serve(app, endpoints.checkSetup, checkSetup);
  serveOidc(app);
  serveHandovers(app);
  serveInvitations(app);
  servePeople(app);
  serveServerState(app);
  app.jobs.push({
    name: 'remove codes and invitations that are over',
    everyMs: 15 * MINUTE_MS,
    run: () => removeWhatIsOver(app),
  });
}
