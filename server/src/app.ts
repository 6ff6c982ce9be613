import { endpoints } from '@clipline/contract/schemas/endpoints.ts';
import { clientEvents, serverEvents } from '@clipline/contract/schemas/events.ts';
import packageJson from '../package.json' with { type: 'json' };
import { migrations } from './migrations/migrations.ts';
import { afterCommit } from './core/db/database.ts';
import { plugInAccount } from './account/account.routes.ts';
import { accountMails } from './auth/auth.mails.ts';
import { findLanguage } from './auth/auth.queries.ts';
import { plugInAuth } from './auth/auth.routes.ts';
import { identifyBy, identifySessionBy } from './auth/identify.ts';
import { planReader, sellsPlans } from './auth/plans.ts';
import { securityMails } from './auth/security.mails.ts';
import { plugInBilling } from './billing/billing.routes.ts';
import { connectStripe } from './billing/stripe.ts';
import { endBilling } from './billing/subscriptions.ts';
import { plugInClips } from './clips/clips.module.ts';
import { plugInDesktop } from './desktop/desktop.routes.ts';
import { closeDesktopToHolders } from './desktop/desktop.news.ts';
import { findDesktopOfUser } from './desktop/desktop.queries.ts';
import { plugInDevices } from './devices/devices.routes.ts';
import { notifyBy } from './devices/push.delivery.ts';
import { vapidKeys } from './devices/push.ts';
import { openFiles, quotaOn } from './files/files.ts';
import { plugInFiles } from './files/files.routes.ts';
import { historyJobs } from './texts/history.jobs.ts';
import { localNetwork, openLan, plugInLan } from './lan/lan.routes.ts';
import { endSharing } from './lan/sharing.ts';
import { plugInLinks } from './links/links.module.ts';
import { createLinkNews, endLinksOf } from './links/links.news.ts';
import { removeHandoversOf } from './owner/handovers.queries.ts';
import { ownerMails } from './owner/owner.mails.ts';
import { plugInOwner } from './owner/owner.routes.ts';
import { leave } from './owner/people.changes.ts';
import { plugInPairing } from './pairing/pairing.routes.ts';
import { admitBy, entranceOf, pageAttributesOf } from './owner/registration.ts';
import { becomeFirst } from './owner/setup.ts';
import { accountOf, type SignOn } from './owner/sign-on.ts';
import { joinInvitingRooms } from './rooms/rooms.changes.ts';
import { roomMails } from './rooms/rooms.mails.ts';
import { memberJoined } from './rooms/rooms.news.ts';
import { plugInRooms } from './rooms/rooms.routes.ts';
import { type UnreadChange, unreadChanged } from './rooms/unread.news.ts';
import { countRoomsOf } from './rooms/room-members.queries.ts';
import { createLongReads } from './texts/search.ts';
import { plugInTrash, trashMsOf } from './trash/trash.routes.ts';
import { openUploads } from './uploads/uploads.ts';
import { plugInUploads } from './uploads/uploads.routes.ts';
import type { App } from './core/app.ts';
import type { Config } from './core/config.ts';
import { createRateLimits } from './core/http/limits.ts';
import { createCore, openResources, type Substitutes } from './core/core.ts';

export async function createApp(config: Config, substitutes: Substitutes = {}): Promise<App> {
  const billing = sellsPlans(config);
  const rules = { billing, passwords: config.PASSWORDS !== 'off' };
  const resources = await openResources(config, migrations, substitutes);
  const { db, store, origins } = resources;
  const core = createCore(resources, {
    api: { endpoints, clientEvents, serverEvents, version: packageJson.version },
    identify: identifyBy(db, rules),
    identifySession: identifySessionBy(rules),
    requireSpace: quotaOn(resources),
    mails: {
      writers: {
        ...accountMails(db, origins),
        ...securityMails(origins),
        ...roomMails(db, origins),
        ...ownerMails(db, config, origins),
      },
      languageOf: findLanguage,
    },
    pageAttributes: pageAttributesOf(resources),
    pageValues: {
      BILLING: billing ? 'on' : 'off',
      PAIRING: config.PAIRING,
      MAIL: config.SMTP_URL === undefined ? 'off' : 'on',
      TRASH_DAYS: String(config.TRASH_DAYS),
      MAX_FILE: String(config.MAX_FILE_MB * 1024 ** 2),
    },
  });
  const planOf = planReader(billing);
  const trashMs = trashMsOf(config.TRASH_DAYS);
  const longReads = createLongReads(store.scans);
  const files = await openFiles(core);
  const app: App = {
    ...core,
    planOf,
    trashMs,
    longReads,
    files,
    uploads: openUploads(),
    quietRooms: new Map(),
    tellUnread: core.channels.onEachNode('unread', (change: UnreadChange) =>
      unreadChanged(app, change),
    ),
    unreadSince: new Map(),
    tellLinks: core.channels.onEachNode('links', createLinkNews(core.channels)),
    notify: notifyBy(core),
    push: { publicKey: vapidKeys(config.APP_SECRET).publicKey },
    localNetwork,
    lan: openLan(),
    countRooms: (userId) => countRoomsOf(db, userId),
    linkTries: createRateLimits('on', core.redis),
    stepTries: createRateLimits('on', core.redis),
    codeTries: createRateLimits('on', core.redis),
    stripe: await connectStripe(config, core.server.log),
    admit: admitBy(config),
    bring: {
      'single-sign-on': (tx, _user, about) => accountOf(tx, app, JSON.parse(about) as SignOn, null),
      setup: (tx, user, about) => becomeFirst(tx, about, async () => user),
    },
    entrance: entranceOf(core),
    endHandovers: removeHandoversOf,
    whenLeaving: leave,
    endLinks: (userId) => endLinksOf(app, userId),
    endBilling: (userId) => endBilling(app, userId),
    whenSharingEnds: async (userId) => {
      const desktop = await findDesktopOfUser(db, userId);
      if (!desktop) return;
      closeDesktopToHolders(app, desktop);
      await endSharing(app, desktop.id);
    },
    whenConfirmed: async (tx, user) => {
      for (const roomId of await joinInvitingRooms(tx, user))
        afterCommit(tx, () => memberJoined(app, roomId, user.id));
    },
  };

  plugInFiles(app);
  plugInUploads(app);
  plugInRooms(app);
  plugInAuth(app);
  plugInClips(app);
  plugInLinks(app);
  app.jobs.push(...historyJobs(db, planOf));
  await plugInLan(app);
  plugInDesktop(app);
  plugInPairing(app);
  plugInTrash(app);
  await plugInBilling(app);
  plugInAccount(app);
  plugInOwner(app);
  plugInDevices(app);
  return app;
}
