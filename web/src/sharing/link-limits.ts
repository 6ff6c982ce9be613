import {
  MAX_LINK_SECONDS,
  MAX_LINK_VIEWS,
  MIN_LINK_PASSWORD_LENGTH,
  MIN_LINK_SECONDS,
} from '@clipline/contract/limits.ts';
import type { Link } from '@clipline/contract/schemas/links.ts';
import { m } from '../paraglide/messages.js';
import type { LinkLimits } from './links.api.ts';

const HOUR = 3600;
const DAY = 24 * HOUR;
const PERIODS = { hour: HOUR, day: DAY, week: 7 * DAY, month: 30 * DAY } as const;
export type Expiry = 'unchanged' | 'never' | keyof typeof PERIODS | 'date';
export type Opens = 'unlimited' | 'once' | 'times';

/** What the form holds: text as it was typed. */
export interface LinkDraft {
  readonly access: 'read' | 'edit';
  readonly expires: Expiry;
  /** As an input of a date and time has it. */
  readonly until: string;
  readonly opens: Opens;
  readonly times: string;
  readonly burn: boolean;
  readonly hasPassword: boolean;
  readonly password: string;
  readonly label: string;
  readonly notify: boolean;
  readonly closeAddress: boolean;
}

export const newDraft: LinkDraft = {
  access: 'read',
  expires: 'never',
  until: '',
  opens: 'unlimited',
  times: '3',
  burn: false,
  hasPassword: false,
  password: '',
  label: '',
  notify: false,
  closeAddress: false,
};

export const draftOf = (link: Link): LinkDraft => ({
  ...newDraft,
  access: link.access === 'edit' ? 'edit' : 'read',
  expires: link.expiresAt === null ? 'never' : 'unchanged',
  opens: link.maxViews === null ? 'unlimited' : link.maxViews === 1 ? 'once' : 'times',
  times: String(link.maxViews ?? 3),
  burn: link.burn,
  hasPassword: link.hasPassword,
  label: link.label ?? '',
  notify: link.notify,
});

/** A link with limits that anyone could pass by at the plain address would limit nothing. */
export const isLimited = ({ expires, opens, burn, hasPassword }: LinkDraft): boolean =>
  (expires !== 'never' && expires !== 'unchanged') || opens !== 'unlimited' || burn || hasPassword;

/** Whoever has the link open could not open it so any more. */
export const isTightened = (draft: LinkDraft, link: Link): boolean => {
  const views = link.kind === 'inbox' ? null : maxViewsOf(draft);
  return (
    (draft.hasPassword && (draft.password !== '' || !link.hasPassword)) ||
    (views !== null && views < (link.maxViews ?? Infinity))
  );
};

export interface DraftErrors {
  readonly until?: string;
  readonly times?: string;
  readonly password?: string;
}

const secondsUntil = (until: string, now: number) =>
  Math.floor((new Date(until).getTime() - now) / 1000);
const isWithin = (value: number, min: number, max: number) =>
  Number.isInteger(value) && value >= min && value <= max;

/** `keepsPassword`: an empty field leaves the one there is. */
export function errorsIn(draft: LinkDraft, now: number, keepsPassword: boolean): DraftErrors {
  const seconds = secondsUntil(draft.until, now);
  const isKept = keepsPassword && draft.password === '';
  return {
    ...(draft.expires === 'date' && !isWithin(seconds, MIN_LINK_SECONDS, MAX_LINK_SECONDS)
      ? { until: m.links_until_bad() }
      : {}),
    ...(draft.opens === 'times' && !isWithin(Number(draft.times), 1, MAX_LINK_VIEWS)
      ? { times: m.links_how_often_bad() }
      : {}),
    ...(draft.hasPassword && !isKept && draft.password.length < MIN_LINK_PASSWORD_LENGTH
      ? { password: m.links_password_bad() }
      : {}),
  };
}

const expiresInOf = ({ expires, until }: LinkDraft, now: number): number | null | undefined => {
  if (expires === 'unchanged') return undefined;
  if (expires === 'never') return null;
  return expires === 'date' ? secondsUntil(until, now) : PERIODS[expires];
};
const maxViewsOf = ({ opens, times }: LinkDraft): number | null =>
  opens === 'unlimited' ? null : opens === 'once' ? 1 : Number(times);

/** The draft as a call takes it. */
export function limitsOf(draft: LinkDraft, now: number): LinkLimits {
  const expiresIn = expiresInOf(draft, now);
  return {
    ...(expiresIn === undefined ? {} : { expiresIn }),
    maxViews: maxViewsOf(draft),
    ...(draft.hasPassword
      ? draft.password === ''
        ? {}
        : { password: draft.password }
      : { password: null }),
    label: draft.label.trim() === '' ? null : draft.label,
    notify: draft.notify,
  };
}
