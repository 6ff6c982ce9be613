import { endpoints } from '@clipline/contract/schemas/endpoints.ts';
import { clientEvents, serverEvents } from '@clipline/contract/schemas/events.ts';
import packageJson from '../package.json' with { type: 'json' };
import { migrations } from './migrations/migrations.ts';
import { plugInAccount } from './modules/account/account.module.ts';
import { accountMails } from './modules/auth/auth.mails.ts';
import { findLanguage } from './modules/auth/auth.queries.ts';
import { plugInAuth } from './modules/auth/auth.module.ts';
import { identifyBy, identifySessionBy, planReader } from './modules/auth/sessions.ts';
import { plugInBilling } from './modules/billing/billing.module.ts';
import { plugInClips } from './modules/clips/clips.module.ts';
import { plugInDesktop } from './modules/desktop/desktop.module.ts';
import { findDesktopOfUser } from './modules/desktop/desktops.queries.ts';
import { serveFeatures } from './modules/features/features.routes.ts';
import { plugInFiles, requireSpaceOn } from './modules/files/files.module.ts';
import { browserCookie } from './modules/files/browser-cookie.ts';
import type { Files } from './modules/files/files.ts';
import { historyJobs } from './modules/history/history.jobs.ts';
import { plugInLan } from './modules/lan/lan.module.ts';
import { plugInLinks } from './modules/links/links.module.ts';
import { linksToClips } from './modules/links/links-to-clips.ts';
import { plugInPrograms } from './modules/programs/programs.module.ts';
import { joinInvitingRooms } from './modules/rooms/join-room.ts';
import { programMails } from './modules/programs/programs.mails.ts';
import { roomMails } from './modules/rooms/rooms.mails.ts';
import { plugInRooms } from './modules/rooms/rooms.module.ts';
import { countRoomsOf } from './modules/rooms/rooms.queries.ts';
import { createLongReads } from './modules/search/long-reads.ts';
import { serveTrash } from './modules/trash/trash.routes.ts';
import { trashMsOf } from './modules/trash/trash.ts';
import type { Config } from './platform/config.ts';
import { createPlatform, type Platform } from './platform/platform.ts';
import { openResources, type Substitutes } from './platform/resources.ts';

export interface App extends Platform {
  readonly files: Files;
}

/**
 * Builds the whole program from its configuration: the platform, then each module with the
 * neighbours it needs. Tests call it with a configuration of their own.
 */
export async function createApp(config: Config, substitutes: Substitutes = {}): Promise<App> {
  const sellsPlans = config.STRIPE_SECRET_KEY !== undefined;
  const resources = await openResources(config, migrations, substitutes);
  const { db, store } = resources;
  const platform = createPlatform(resources, {
    api: { endpoints, clientEvents, serverEvents, version: packageJson.version },
    identify: identifyBy(db, sellsPlans),
    identifySession: identifySessionBy(sellsPlans),
    requireSpace: requireSpaceOn(resources),
    mails: {
      writers: {
        ...accountMails(db, config.PUBLIC_URL),
        ...programMails(config.PUBLIC_URL),
        ...roomMails(db, config.PUBLIC_URL),
      },
      languageOf: findLanguage,
    },
    pageValues: {
      BILLING: sellsPlans ? 'on' : 'off',
      MAIL: config.SMTP_URL === undefined ? 'off' : 'on',
      TRASH_DAYS: String(config.TRASH_DAYS),
    },
  });
  const planOf = planReader(sellsPlans);
  const trashMs = trashMsOf(config.TRASH_DAYS);
  const longReads = createLongReads(store.scans);

  const browser = browserCookie(config.APP_SECRET, config);
  const files = await plugInFiles(platform, { planOf, browser });
  const rooms = plugInRooms(platform, { files, longReads, planOf, trashMs });
  plugInAuth(platform, {
    billing: sellsPlans,
    // Only a plan that keeps its person from sharing ever asks for it.
    ...(sellsPlans ? { browser } : {}),
    whenConfirmed: async (tx, user) => {
      const joined = await joinInvitingRooms(tx, user);
      return () => joined.forEach((roomId) => rooms.news.joined(roomId, user.id));
    },
  });
  const clipNews = plugInClips(platform, {
    files,
    longReads,
    planOf,
    links: linksToClips,
    trashMs,
    countRooms: (userId) => countRoomsOf(db, userId),
  });
  const endLinks = plugInLinks(platform, { files, planOf, news: clipNews });
  platform.jobs.push(...historyJobs(db, planOf));
  plugInPrograms(platform, { files, planOf, news: clipNews });
  const lan = await plugInLan(platform, { files, planOf });
  const desktops = plugInDesktop(platform, { files, planOf, trashMs }, lan);
  serveTrash(platform.serving, { longReads, rooms, desktops, trashMs });
  const endBilling = await plugInBilling(platform, {
    planOf,
    whenSharingEnds: async (userId) => {
      const desktop = await findDesktopOfUser(db, userId);
      if (!desktop) return;
      desktops.news.closedToHolders(desktop);
      await lan.endSharing(desktop.id);
    },
  });
  plugInAccount(platform, {
    files,
    roomNews: rooms.news,
    desktopNews: desktops.news,
    endLinks,
    endBilling,
  });
  serveFeatures(platform.serving, platform.build, config.TRASH_DAYS);
  return { ...platform, files };
}
