import '../styles/main.css';
import { MAX_FILE_BYTES, UPLOAD_PART_BYTES } from '@clipline/contract/limits.ts';
import type { User } from '@clipline/contract/schemas/auth.ts';
import type { ReplyOf } from '@clipline/contract/schemas/endpoint.ts';
import type { Calls } from '@clipline/contract/schemas/endpoints.ts';
import { useEffect } from 'react';
import {
  MemoryRouter,
  useLocation,
  useNavigate,
  type Location,
  type NavigateFunction,
} from 'react-router';
import { expect } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';
import { cleanup, render } from 'vitest-browser-react';
import { App } from '../app/app.tsx';
import { getUser, signIn, signOut } from '../session/session.ts';
import { queues } from '../things/sending/sending.ts';
import { toastQueue } from '../ui/toast.ts';
import { USER } from './fake-browser.ts';
import { security } from './fake-passkeys.ts';
import { repliesOtherwise } from './fake-server.ts';
import { cutConnections, takeConnections } from './fake-socket.ts';

const at: { location?: Location; navigate?: NavigateFunction } = {};
const here = (): string => at.location!.pathname + at.location!.search + at.location!.hash;

/** What a reload of the page would find. */
export const keptState = (): unknown => at.location!.state;

export async function arrives(address: string): Promise<void> {
  await expect.poll(here).toBe(address);
}

/** As an address that is opened in the tab of the page; a number is Back or Forward. */
export const goTo = async (address: string | number): Promise<void> =>
  at.navigate!(address as string);

/** Back and forth: whatever else was asked of the address meanwhile has happened by then. */
export async function isStillAt(address: string): Promise<void> {
  await goTo(-1);
  await expect.poll(here).not.toBe(address);
  await goTo(1);
  await arrives(address);
}

function Here() {
  const location = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    at.location = location;
    at.navigate = navigate;
  });
  return null;
}

export const signInAs = (user: User = USER): void =>
  signIn(user, {
    access_token: 'token',
    refresh_token: 'refresh',
    expires_at: Math.floor(Date.now() / 1000) + 3000,
  });

interface Visit {
  /** Who looks; null is signed out. */
  readonly as?: User | null;
  /** What the link that led here gave along. */
  readonly state?: unknown;
  /** Whether the server takes the page's connection; it does unless said otherwise. */
  readonly connects?: boolean;
}

/** An answer may have come after its test. */
function forgetToasts(): void {
  toastQueue.clear();
  // One that was dismissed stays for as long as its leaving takes, and would be read by the next.
  toastQueue.shown.setState(null, true);
}

/** The whole app at an address, as it is in a browser, in place of what was shown before. */
export async function show(address: string, { as = USER, state, connects = true }: Visit = {}) {
  await cleanup();
  forgetToasts();
  if (connects) takeConnections();
  else cutConnections();
  if (!as) signOut(null);
  // A log-in leaves nothing of what this device kept.
  else if (JSON.stringify(getUser()) !== JSON.stringify(as)) signInAs(as);
  const url = new URL(address, 'http://app');
  const entry = { pathname: url.pathname, search: url.search, hash: url.hash, state };
  return render(
    <MemoryRouter initialEntries={[entry]}>
      <App />
      <Here />
    </MemoryRouter>,
  );
}

export const FEATURES: ReplyOf<Calls['GET /features']> = {
  build: 'this',
  captureDays: 30,
  trashDays: 30,
  maxFileBytes: MAX_FILE_BYTES,
  uploadPartBytes: UPLOAD_PART_BYTES,
  plan: 'advanced',
  registration: 'open',
  hasAdmin: true,
  oidc: null,
  passwords: true,
  passkeys: null,
  push: null,
  origins: [],
  mail: true,
  pairing: true,
};

// What the frame around a page asks for, and the dashboard beside its list.
repliesOtherwise({
  'GET /features': FEATURES,
  'GET /account/security': security(),
  'GET /account/storage': { used: 0, limit: 20 * 1024 ** 3, kinds: [], largest: [] },
  'GET /tags': [],
  'GET /rooms': [],
  'GET /devices/inbox': [],
  'GET /uploads': [],
  'PUT /rooms/{id}/seen': undefined,
  'GET /clipboard/favorites': { clips: [], total: 0 },
});

// As where nothing is sold; tests about plans say otherwise.
document.body.dataset['billing'] = 'off';
document.body.dataset['trashDays'] = '30';

export const main = (): Locator => page.getByRole('main');
export const dialog = (): Locator => page.getByRole('dialog');
/** By the whole of its name. */
export const button = (name: string) => page.getByRole('button', { name, exact: true });
export const field = (name: string) => page.getByRole('textbox', { name, exact: true });
/** The names of what stands out as the next step, by its colour. */
export function primaries(): string[] {
  const probe = document.createElement('i');
  probe.style.backgroundColor = 'var(--color-ink)';
  document.body.append(probe);
  const ink = getComputedStyle(probe).backgroundColor;
  probe.remove();
  // The way past the sidebar is seen with focus in it alone.
  return [...document.querySelectorAll('a:not([href^="#"]), button:not(:disabled)')]
    .filter((each) => each.checkVisibility() && getComputedStyle(each).backgroundColor === ink)
    .map((each) => each.textContent);
}
export async function choose(...given: (File | Locator)[]): Promise<void> {
  const files = given.filter((each): each is File => each instanceof File);
  const named = given.find((each): each is Locator => !(each instanceof File));
  const picker = () =>
    named
      ? (named.element() as HTMLInputElement)
      : document.querySelector<HTMLInputElement>('input[type=file]');
  await expect.poll(picker).not.toBeNull();
  const chosen = new DataTransfer();
  for (const file of files) chosen.items.add(file);
  picker()!.files = chosen.files;
  picker()!.dispatchEvent(new Event('change', { bubbles: true }));
}
export async function select(name: string, option: string): Promise<void> {
  await userEvent.selectOptions(page.getByRole('combobox', { name }), option);
}
/** Deprecated, but nothing else types within one moment. */
interface Typing {
  execCommand(command: 'insertText', showUi: false, text: string): boolean;
}
/** Into the field in focus, letter by letter, however long a busy machine takes over a key. */
export function typeAtOnce(text: string): void {
  const typing: Typing = document;
  for (const letter of text) typing.execCommand('insertText', false, letter);
}
export const news = () => page.getByRole('region', { name: 'Notifications' });

export async function says(where: Locator, text: string | RegExp): Promise<void> {
  await expect.element(where).toMatchTextContent(text);
}

/** Leaves nothing of a test to the next one. */
export async function leave(): Promise<void> {
  await cleanup();
  signOut(null);
  forgetToasts();
  queues.setState({}, true);
  localStorage.clear();
  sessionStorage.clear();
}
