import type { TestApp } from './build-test-app.ts';
import { type Answer, call } from './call.ts';

export const DESKTOP_COOKIE = 'clipline_desktop';

export function givenCookie({ headers }: Pick<Answer, 'headers'>): string | undefined {
  const header = headers
    .getSetCookie()
    .find((each) => each.replace(/^__Host-/, '').startsWith(`${DESKTOP_COOKIE}=`));
  return header && /=([^;]*)/.exec(header)?.[1];
}

export const cookie = (token: string) => ({ cookie: `${DESKTOP_COOKIE}=${token}` });

export async function openBrowser(app: Pick<TestApp, 'url'>, ...texts: string[]) {
  const first = await call(app, 'POST /virtual-desktop/items/text', {
    body: { content: texts[0] ?? 'First', position: 'free' },
  });
  const headers = cookie(givenCookie(first) ?? '');
  for (const content of texts.slice(1))
    await call(app, 'POST /virtual-desktop/items/text', {
      body: { content, position: 'free' },
      headers,
    });
  const { body } = await call(app, 'GET /virtual-desktop', { headers });
  return { headers, desktop: body.desktop, items: body.items };
}
