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
export const PERIODS = { hour: HOUR, day: DAY, week: 7 * DAY, month: 30 * DAY } as const;
export type Period = keyof typeof PERIODS;
export type Choice = 'never' | Period | 'date';
export const CHOICES: readonly { readonly value: Choice; readonly label: string }[] = [
  { value: 'never', label: m.links_never() },
  { value: 'hour', label: m.links_hour() },
  { value: 'day', label: m.links_day() },
  { value: 'week', label: m.links_week() },
  { value: 'month', label: m.links_month() },
  { value: 'date', label: m.links_date() },
];
export type Expiry = 'unchanged' | Choice;
export type Opens = 'unlimited' | 'once' | 'times';

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
};

export const draftOf = (link: Link): LinkDraft => ({
  ...newDraft,
  access: link.access === 'edit' ? 'edit' : 'read',
  expires: link.expiresAt === null ? 'never' : 'unchanged',
  opens: link.maxViews === null ? 'unlimited' : link.maxViews === 1 ? 'once' : 'times',
  times: String(link.maxViews ?? 3),
  burn: link.burn,
  // Of what is sealed it is part of the key.
  hasPassword: link.hasPassword && link.kind !== 'sealed',
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

export const expiresInOf = (
  { expires, until }: LinkDraft,
  now = Date.now(),
): number | null | undefined => {
  if (expires === 'unchanged') return undefined;
  if (expires === 'never') return null;
  return expires === 'date' ? secondsUntil(until, now) : PERIODS[expires];
};
/** What was chosen when the link was made; null of a link without end. */
export function choiceOf(link: Pick<Link, 'createdAt' | 'expiresAt'> | null): Choice | null {
  if (link === null || link.expiresAt === null) return null;
  const seconds = (Date.parse(link.expiresAt) - Date.parse(link.createdAt)) / 1000;
  const periods = Object.keys(PERIODS) as (keyof typeof PERIODS)[];
  return periods.find((period) => Math.abs(PERIODS[period] - seconds) < 60) ?? 'date';
}

const maxViewsOf = ({ opens, times }: LinkDraft): number | null =>
  opens === 'unlimited' ? null : opens === 'once' ? 1 : Number(times);

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

/** Short, common, and spelled as they sound: they are told on the phone. */
const WORDS =
  'acid acorn actor album alley angle ankle apple april apron arena arrow atlas attic autumn award bacon badge baker bamboo banjo barrel basket beach beaver bench berry bike birch bird biscuit blanket blue boat bonus book boot bottle bowl branch bread brick bridge broom brush bubble bucket butter button cabin cable cactus camel camp candle canoe canyon carpet castle cattle cedar cellar chair chalk cherry chess chief chimney circle circus citrus clever clock cloud clover coast cobra cocoa coffee comet copper coral corner cotton couch cousin crane crayon cricket crown cube cup curtain daisy dance desert diamond dinner dolphin donkey dragon drum eagle earth easel echo elbow elephant engine evening fabric falcon farmer feather fence fern ferry fiddle field finger flag flame flute fog forest fossil fountain fox frame frost galaxy garden garlic gate ginger giraffe glass glove goat gold grape grass green guitar hammer harbor harvest hat hazel helmet heron hill honey horse hotel igloo island ivory ivy jacket jaguar jam jelly jewel judge jungle kettle kitchen kite ladder lake lamp lantern lemon letter lily linen lion lizard lobster lotus lunch magnet mango maple marble market meadow medal melon mirror mitten monkey moon moss mountain muffin museum music napkin needle nest north novel nutmeg oak oasis ocean olive onion orange orbit otter owl oyster paddle palace panda paper parrot peach pearl pebble pepper piano picnic pigeon pillow pilot pine planet plum pocket poem pond pony poplar potato prairie puppet quartz quiet quilt rabbit radio rain raven ribbon river robin rocket rope rose ruby saddle salad salmon sand scarf school seed shadow shell silver sister sketch sky snow sofa spice spider spoon spring squash stable star stone storm summer sun swan table tango tea tiger toast tomato tower train tree trumpet tulip tunnel turtle umbrella valley vanilla velvet village violet violin wagon walnut water whale wheat willow window winter wolf wonder yard yellow zebra'.split(
    ' ',
  );

export function fourWords(): string {
  const limit = 2 ** 32 - (2 ** 32 % WORDS.length);
  const words: string[] = [];
  while (words.length < 4) {
    const [drawn = 0] = crypto.getRandomValues(new Uint32Array(1));
    // Beyond it the first words would come more often.
    if (drawn < limit) words.push(WORDS[drawn % WORDS.length] ?? '');
  }
  return words.join('-');
}
