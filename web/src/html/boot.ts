/**
 * One classic script in the head of every page, run before the first paint: it imports only what is
 * small.
 */
import { keyOfVisit, newOpener } from '../features/links/use-visit.ts';
import type { AskedAhead } from '../lib/asked-ahead.ts';
import { getSession, getUser, isExpired } from '../session/stored.ts';
import { showTheme } from '../lib/theme-choice.ts';
import { RESTARTED } from './restarted.ts';

const { firstRead, opensLink } = document.currentScript!.dataset;

function prepareLook({ dataset }: HTMLElement): void {
  showTheme();
  if (/[?&]mode=(register|forgot)/.test(location.search)) dataset['view'] = 'other';
  if (getSession() && getUser()) dataset['session'] = 'stored';
}

/** It is offered once in the life of a page, maybe before the app has come. */
function keepInstallOffer(offer: Event): void {
  offer.preventDefault();
  window.installOffer = offer as NonNullable<Window['installOffer']>;
}

/** A page whose scripts are gone, as it was fetched in the moment of an update, is fetched again. */
function restart({ target }: Event): void {
  try {
    if (!(target instanceof HTMLScriptElement) || sessionStorage.getItem(RESTARTED)) return;
    sessionStorage.setItem(RESTARTED, '1');
    location.reload();
  } catch {
    // Where nothing can be stored it could go on for ever.
  }
}

type Headers = Readonly<Record<string, string>>;

function ask(call: Omit<AskedAhead, 'answer'>): Promise<Response> {
  return fetch(call.url, {
    method: call.method,
    headers: call.headers,
    body: call.body ?? null,
    credentials: 'include',
  });
}

/** The first read of the page, as the app will ask it; with filters in the address the app asks. */
function askFirst(url: string, headers: Headers): void {
  const call = { method: 'GET', url, headers };
  const answer = ask(call);
  answer.catch(() => {});
  window.askedAhead = [{ ...call, answer }];
}

/**
 * What opening the link uses nothing up, it opens. The opener is kept before it is sent, so that
 * whoever asks again is the same visitor.
 */
function openLink(token: string, session: Headers): void {
  const key = keyOfVisit(token);
  if (sessionStorage.getItem(key) !== null) return;
  const look = { method: 'GET', url: '/api/link', headers: { ...session, 'x-link-token': token } };
  const seen = ask(look);
  seen.catch(() => {});
  const body = JSON.stringify({ opener: newOpener() });
  sessionStorage.setItem(key, body);
  const headers = { 'content-type': 'application/json', ...look.headers };
  const open = { method: 'POST', url: '/api/link/open', headers, body };
  const opened = seen
    .then((answer) => (answer.ok ? answer.clone().json() : null))
    .then((link: { needsReveal?: boolean } | null) =>
      link?.needsReveal === false ? ask(open) : undefined,
    )
    .catch(() => undefined);
  window.askedAhead = [
    { ...look, answer: seen },
    { ...open, answer: opened },
  ];
}

function askAhead(): void {
  const session = getUser() && getSession();
  // The app has to renew it first.
  if (session && isExpired(session)) return;
  const headers: Headers = session ? { authorization: `Bearer ${session.access_token}` } : {};
  if (firstRead !== undefined && session && location.search === '') askFirst(firstRead, headers);
  const token = /^\/s\/([\w-]+)$/.exec(location.pathname)?.[1];
  if (opensLink !== undefined && token !== undefined) openLink(token, headers);
}

prepareLook(document.documentElement);
window.addEventListener('beforeinstallprompt', keepInstallOffer);
window.addEventListener('error', restart, true);
try {
  askAhead();
} catch {
  // Where nothing can be stored, or what is stored is damaged, the app asks.
}
