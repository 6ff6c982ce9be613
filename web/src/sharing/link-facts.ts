import type { Link } from '@clipline/contract/schemas/links.ts';
import { fileSize, fullDate, momentAhead, relativeTimeWithin } from '../lib/format.ts';
import { m } from '../paraglide/messages.js';
import { copyAndTell } from '../ui/copy-text.ts';
import { reachable } from './reachable.ts';

const NAMES = {
  clip: () => m.links_unnamed(),
  inbox: () => m.links_drop_link(),
  sealed: () => m.links_unnamed(),
};

export const nameOfLink = ({ label, title, kind }: Link): string =>
  label ?? (title || NAMES[kind]());

export const copyLink = (url: string): void =>
  void copyAndTell(reachable(url), m.sharing_copied(), m.sharing_copy_failed());

const openedText = ({ views, lastOpenedAt }: Link): string =>
  views === 0 || lastOpenedAt === null
    ? m.links_never_opened()
    : m.links_opened({ count: views, age: relativeTimeWithin(lastOpenedAt) });

const begun = (fact: string) => fact.charAt(0).toLocaleUpperCase() + fact.slice(1);

/** How long it works, and whether it was opened, as sentences. */
export function truthOf(link: Link): string {
  const { maxViews, views, expiresAt } = link;
  const facts = [
    expiresAt === null
      ? m.sharing_until_revoked()
      : m.sharing_works_until({ time: momentAhead(expiresAt) }),
    ...(maxViews === null ? [] : [m.links_views_left({ count: maxViews - views })]),
    ...(link.hasPassword ? [m.links_fact_password()] : []),
    ...(link.burn ? [m.links_fact_burn()] : []),
    openedText(link),
  ];
  return facts.map((fact) => `${begun(fact)}.`).join(' ');
}

function factsOf(link: Link): string[] {
  const { maxViews, views, expiresAt, state } = link;
  const canBeOpened = state === 'active';
  return [
    ...(link.bytes ? [fileSize(link.bytes)] : []),
    ...(link.access === 'edit' ? [m.links_fact_edit()] : []),
    ...(canBeOpened && maxViews !== null ? [m.links_views_left({ count: maxViews - views })] : []),
    ...(canBeOpened && expiresAt !== null
      ? [m.links_until_date({ date: fullDate(expiresAt) })]
      : []),
    ...(link.hasPassword ? [m.links_fact_password()] : []),
    ...(link.burn ? [m.links_fact_burn()] : []),
    openedText(link),
  ];
}

/** Facts stand in one line: each begins small but the first. */
export const factLine = (link: Link): string =>
  factsOf(link)
    .map((fact, index) => (index === 0 ? begun(fact) : fact))
    .join(' · ');
