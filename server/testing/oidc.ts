import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { TestApp } from './build-test-app.ts';
import { call } from './call.ts';
import { commandEnvironment } from './command-environment.ts';
import { fragmentOf } from './mailbox.ts';

const REDIRECT_URI = 'http://clipline.test/api/auth/oidc/callback';
const program = fileURLToPath(new URL('oidc-provider-process.mjs', import.meta.url));

export interface TestProvider {
  readonly settings: Record<string, string>;
  /** Whom it signs in from now on. */
  become(who: { sub: string; [claim: string]: unknown }): Promise<unknown>;
  stop(): Promise<void>;
}

export async function startProvider(): Promise<TestProvider> {
  // It warns about runtimes and keys that are no matter of these tests.
  const child = spawn(process.execPath, [program, REDIRECT_URI], {
    env: commandEnvironment,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const closed = once(child, 'close');
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const issuer = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      const [, found] = /Issuer (\S+)\n/.exec(said) ?? [];
      if (found !== undefined) resolve(found);
    });
    void closed.then(() => reject(new Error(said)));
  });
  return {
    settings: {
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: 'clipline',
      OIDC_CLIENT_SECRET: 'the secret of clipline',
      OIDC_NAME: 'Home',
    },
    become: (who) => fetch(`${issuer}/who`, { method: 'PUT', body: JSON.stringify(who) }),
    async stop() {
      child.kill();
      await closed;
    },
  };
}

/** A browser that keeps the cookies of each server and follows nothing by itself. */
export class Browser {
  readonly #cookies = new Map<string, Map<string, string>>();

  /** Of the server at that address. */
  headersFor(url: string): { cookie: string } {
    const jar = this.#cookies.get(new URL(url).host) ?? [];
    return { cookie: [...jar].map((pair) => pair.join('=')).join('; ') };
  }

  async go(url: string): Promise<Response> {
    const { host } = new URL(url);
    const jar = this.#cookies.get(host) ?? new Map<string, string>();
    this.#cookies.set(host, jar);
    const response = await fetch(url, { redirect: 'manual', headers: this.headersFor(url) });
    for (const header of response.headers.getSetCookie()) {
      const [pair = ''] = header.split(';', 1);
      const [name = '', ...value] = pair.split('=');
      if (/max-age=0|expires=thu, 01 jan 1970/i.test(header)) jar.delete(name);
      else jar.set(name, value.join('='));
    }
    return response;
  }
}

const placeOf = (response: Response, from: string): string =>
  new URL(response.headers.get('location') ?? '', from).href;

/** Begins a sign-in; returns where the provider leads back to. */
export async function leave(app: TestApp, browser: Browser, query = ''): Promise<string> {
  let at = `${app.url}/api/auth/oidc${query}`;
  for (let step = 0; step < 20; step++) {
    at = placeOf(await browser.go(at), at);
    if (at.startsWith(REDIRECT_URI) || at.startsWith(`${app.url}/auth`)) return at;
  }
  throw new Error(`Led nowhere but to ${at}`);
}

/** Comes back from the provider; returns what the app is told. */
export async function comeBack(app: TestApp, browser: Browser, back: string) {
  const response = await browser.go(back.replace('http://clipline.test', app.url));
  return { status: response.status, told: fragmentOf(placeOf(response, app.url)) };
}

/** All of a sign-in. */
export async function signOn(app: TestApp, query = '') {
  const browser = new Browser();
  const { told } = await comeBack(app, browser, await leave(app, browser, query));
  return exchange(app, browser, told);
}

/** Signs in with what the app was told. */
export const exchange = (app: TestApp, browser: Browser, told: URLSearchParams) =>
  call(app, 'POST /auth/oidc', {
    body: { code: told.get('oidc') ?? '' },
    headers: browser.headersFor(app.url),
  });
