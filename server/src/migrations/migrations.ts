import type { Migrations } from '../core/db/migrate.ts';
import * as accountsClipsFiles from './0001-accounts-clips-files.ts';
import * as rooms from './0002-rooms.ts';
import * as desktop from './0003-desktop.ts';
import * as billing from './0004-billing.ts';
import * as lan from './0005-lan.ts';
import * as imports from './0006-imports.ts';
import * as largeRooms from './0007-large-rooms.ts';
import * as owners from './0008-owners.ts';
import * as mails from './0009-mails.ts';
import * as addresses from './0010-addresses.ts';
import * as storageUse from './0011-storage-use.ts';
import * as searchTexts from './0012-search-texts.ts';
import * as programs from './0013-programs.ts';
import * as captures from './0014-captures.ts';
import * as links from './0015-links.ts';
import * as versions from './0016-versions.ts';
import * as tags from './0017-tags.ts';
import * as bulkChanges from './0020-bulk-changes.ts';
import * as trash from './0021-trash.ts';
import * as desktopLinks from './0022-desktop-links.ts';
import * as languages from './0023-languages.ts';
import * as keptAnswers from './0024-kept-answers.ts';
import * as activityItems from './0025-activity-items.ts';
import * as itemChanges from './0026-item-changes.ts';
import * as referencesToUsers from './0027-references-to-users.ts';
import * as triesOfNetworks from './0028-tries-of-networks.ts';
import * as foldAgain from './0029-fold-again.ts';
import * as listedTags from './0030-listed-tags.ts';
import * as unusedTokens from './0031-unused-tokens.ts';
import * as channelEndings from './0032-channel-endings.ts';
import * as noSpentTrials from './0033-no-spent-trials.ts';
import * as uncountedClips from './0034-uncounted-clips.ts';
import * as noLinkTries from './0035-no-link-tries.ts';
import * as once from './0036-once.ts';
import * as desktopsOfNoNetwork from './0037-desktops-of-no-network.ts';
import * as owner from './0038-owner.ts';
import * as previews from './0039-previews.ts';
import * as news from './0040-news.ts';
import * as codesOfBrowsers from './0041-codes-of-browsers.ts';
import * as whoDidIt from './0042-who-did-it.ts';
import * as previewTurns from './0043-preview-turns.ts';
import * as editedByLink from './0044-edited-by-link.ts';
import * as sizes from './0045-sizes.ts';
import * as lots from './0046-lots.ts';
import * as uploads from './0047-uploads.ts';
import * as secondSteps from './0048-second-steps.ts';
import * as pairings from './0049-pairings.ts';

/** In order; a name never changes once released, a migration never goes back. */
export const migrations: Migrations = {
  '0001-accounts-clips-files': accountsClipsFiles,
  '0002-rooms': rooms,
  '0003-desktop': desktop,
  '0004-billing': billing,
  '0005-lan': lan,
  '0006-imports': imports,
  '0007-large-rooms': largeRooms,
  '0008-owners': owners,
  '0009-mails': mails,
  '0010-addresses': addresses,
  '0011-storage-use': storageUse,
  '0012-search-texts': searchTexts,
  '0013-programs': programs,
  '0014-captures': captures,
  '0015-links': links,
  '0016-versions': versions,
  '0017-tags': tags,
  '0020-bulk-changes': bulkChanges,
  '0021-trash': trash,
  '0022-desktop-links': desktopLinks,
  '0023-languages': languages,
  '0024-kept-answers': keptAnswers,
  '0025-activity-items': activityItems,
  '0026-item-changes': itemChanges,
  '0027-references-to-users': referencesToUsers,
  '0028-tries-of-networks': triesOfNetworks,
  '0029-fold-again': foldAgain,
  '0030-listed-tags': listedTags,
  '0031-unused-tokens': unusedTokens,
  '0032-channel-endings': channelEndings,
  '0033-no-spent-trials': noSpentTrials,
  '0034-uncounted-clips': uncountedClips,
  '0035-no-link-tries': noLinkTries,
  '0036-once': once,
  '0037-desktops-of-no-network': desktopsOfNoNetwork,
  '0038-owner': owner,
  '0039-previews': previews,
  '0040-news': news,
  '0041-codes-of-browsers': codesOfBrowsers,
  '0042-who-did-it': whoDidIt,
  '0043-preview-turns': previewTurns,
  '0044-edited-by-link': editedByLink,
  '0045-sizes': sizes,
  '0046-lots': lots,
  '0047-uploads': uploads,
  '0048-second-steps': secondSteps,
  '0049-pairings': pairings,
};
