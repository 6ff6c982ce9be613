import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { call } from '../../testing/call.ts';
import { bearer, type Person, signUp } from '../../testing/factories.ts';
import { grantFor, makeLink, newOpener, withGrant } from '../../testing/links.ts';
import { closeSockets, connectSocket, record } from '../../testing/sockets.ts';
import { upload } from '../../testing/uploads.ts';
import { wantsText } from './clip-lists.routes.ts';

describe('texts of programs', () => {
  let app: TestApp;
  let ada: Person;
  beforeAll(async () => {
    app = await buildTestApp();
    ada = await signUp(app);
  });
  afterAll(() => app.stop());

  const save = async (
    body: string | Uint8Array<ArrayBuffer>,
    headers: Record<string, string> = {},
  ) => {
    const response = await fetch(`${app.url}/api/clipboard/text`, {
      method: 'POST',
      headers: { ...bearer(ada.session), 'content-type': 'text/plain', ...headers },
      body,
    });
    return { status: response.status, body: (await response.json()) as any };
  };
  const read = (path: string, headers: Record<string, string> = ada.headers) =>
    fetch(`${app.url}/api${path}`, { headers, redirect: 'manual' });

  test('a text is saved as it is, and read back byte for byte', async () => {
    const text = '\ufeff  Grüße\r\n\t“λ” \u001b[31m🙂\n\n';
    const { status, body } = await save(text, { 'content-type': 'text/plain; charset="UTF-8"' });
    expect([status, body.content, body.userId]).toEqual([201, text, ada.user.id]);
    for (const path of ['/clipboard/latest', `/clipboard/${body.id}/text`]) {
      const response = await read(path, { ...ada.headers, accept: 'text/plain' });
      expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
      expect(response.headers.get('content-security-policy')).toContain('sandbox');
      expect(Buffer.from(await response.arrayBuffer())).toEqual(Buffer.from(text));
    }
    const latest = await read('/clipboard/latest');
    expect(latest.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(await latest.json()).toEqual(body);
  });

  test('what is no text in UTF-8 is refused', async () => {
    expect(await save('')).toMatchObject({ status: 400 });
    expect(await save(new Uint8Array([0x61, 0xff]))).toMatchObject({ status: 400 });
    expect(await save('a', { 'content-type': 'text/plain; charset=latin1' })).toMatchObject({
      status: 400,
    });
    expect(await save('"a"', { 'content-type': 'application/json' })).toMatchObject({
      status: 415,
    });
    expect(
      await save('a=b', { 'content-type': 'application/x-www-form-urlencoded' }),
    ).toMatchObject({ status: 415 });
    expect(await save('a', { 'x-capture-id': 'short' })).toMatchObject({ status: 400 });
    expect(await save('a', { authorization: 'Bearer wrong' })).toMatchObject({ status: 401 });
  });

  test('the file of the newest clip is one step away', async () => {
    const { body } = await save('with a file');
    expect(await (await read('/clipboard/latest/file')).json()).toMatchObject({
      code: 'FILE_NOT_FOUND',
    });
    await upload(app, `/clipboard/${body.id}/files`, ada.headers, { name: 'a', bytes: 'first' });
    await upload(app, `/clipboard/${body.id}/files`, ada.headers, { name: 'b', bytes: 'second' });
    const response = await read('/clipboard/latest/file');
    expect(response.status).toBe(302);
    const link = new URL(response.headers.get('location') ?? '', app.url);
    expect(await (await fetch(link)).text()).toBe('first');
  });

  test('a clip of files alone has no text to paste', async () => {
    const body = { content: '' };
    const { body: draft } = await call(app, 'POST /clipboard', { headers: ada.headers, body });
    await upload(app, `/clipboard/${draft.id}/files`, ada.headers, { name: 'a', bytes: 'first' });
    const text = await read('/clipboard/latest', { ...ada.headers, accept: 'text/plain' });
    expect([text.status, await text.json()]).toEqual([
      404,
      { error: 'Clip not found', code: 'CLIP_NOT_FOUND' },
    ]);
    expect((await read('/clipboard/latest')).status).toBe(200);
  });

  test('what others sent through a link is the newest clip only where it is asked for', async () => {
    const bob = await signUp(app);
    const grant = withGrant(await grantFor(app, await makeLink(app, bob, { inbox: true })));
    const text = { ...bob.headers, accept: 'text/plain' };
    const body = { content: 'sent', captureId: newOpener(), files: 1 };
    const sent = (await call(app, 'POST /link/clips', { headers: grant, body })).body.id;
    await upload(app, `/link/clips/${sent}/files`, grant, { name: 'a', bytes: 'bytes' });
    for (const path of ['/clipboard/latest', '/clipboard/latest/file']) {
      expect((await read(path, bob.headers)).status).toBe(404);
      expect((await read(`${path}?via=link`, bob.headers)).status).toBe(400);
    }
    expect(await (await read('/clipboard/latest?via=any', text)).text()).toBe('sent');
    expect((await read('/clipboard/latest/file?via=any', bob.headers)).status).toBe(302);
    await call(app, 'POST /clipboard', { headers: bob.headers, body: { content: 'my own' } });
    await call(app, 'POST /link/clips', {
      headers: grant,
      body: { ...body, captureId: newOpener() },
    });
    expect(await (await read('/clipboard/latest', text)).text()).toBe('my own');
  });

  test('what a link edited last is the newest clip once its owner changed it', async () => {
    const bob = await signUp(app);
    const as = (what: Parameters<typeof call>[1], body?: object) =>
      call(app, what, { headers: bob.headers, ...(body && { body }) });
    await as('POST /clipboard', { content: 'older' });
    const { body: clip } = await as('POST /clipboard', { content: 'first' });
    const link = await makeLink(app, bob, { clipId: clip.id, access: 'edit', label: 'Jonas' });
    const grant = withGrant(await grantFor(app, link));
    const path = `/clipboard/${clip.id}` as const;
    const heard = record(
      await connectSocket(app.url, { token: bob.session.access_token }),
    ) as unknown as [string, { change: string; via: unknown }][];
    /** The text that is pasted, and by whom the last change that was told of. */
    const seen = async () => {
      const [mine, any] = [
        await as('GET /clipboard/latest'),
        await as('GET /clipboard/latest?via=any'),
      ];
      expect((await as(`GET ${path}`)).body).not.toHaveProperty('via');
      const told = heard.findLast(([name]) => name === 'clip-update')?.[1];
      return [mine.body.content, any.body.content, told?.change, told?.via];
    };
    const jonas = { kind: 'link', label: 'Jonas' };
    const edit = async (content: string) => {
      const { version } = (await as(`GET ${path}`)).body;
      const headers = { ...grant, 'if-match': String(version) };
      expect((await call(app, `PUT ${path}`, { headers, body: { content } })).status).toBe(200);
    };
    const attach = async (headers: Record<string, string>) =>
      (await upload(app, `${path}/files`, headers, { name: 'a', bytes: 'bytes' })).body.id;

    await edit('by Jonas');
    await expect.poll(seen).toEqual(['older', 'by Jonas', 'updated', jonas]);
    await as(`POST ${path}/favorite`);
    await as(`PUT ${path}/tags`, { tagIds: [(await as('POST /tags', { name: 'tag' })).body.id] });
    await as(`PATCH ${path}/address`, { open: false });
    expect((await as('GET /clipboard/latest')).body.content).toBe('older');
    await as(`PUT ${path}`, { content: 'mine' });
    await expect.poll(seen).toEqual(['mine', 'mine', 'updated', null]);

    await attach(grant);
    await expect.poll(seen).toEqual(['older', 'mine', 'files', jonas]);
    const own = await attach(bob.headers);
    await expect.poll(seen).toEqual(['mine', 'mine', 'files', null]);
    await edit('by Jonas again');
    await as(`DELETE ${path}/files/${own}`);
    await expect.poll(seen).toEqual(['by Jonas again', 'by Jonas again', 'files', null]);

    await edit('not this');
    const [{ version }] = (await as(`GET ${path}/versions`)).body;
    await as(`POST ${path}/versions/${version}/restore`);
    await expect.poll(async () => (await seen()).slice(2)).toEqual(['files', null]);
    expect((await as('GET /clipboard/latest')).body.id).toBe(clip.id);
    closeSockets();
  });
});

describe('Accept', () => {
  test.each([
    [undefined, false],
    ['', false],
    ['*/*', false],
    ['text/plain', true],
    ['TEXT/PLAIN; charset=utf-8', true],
    ['text/*', true],
    ['text/plain, */*', true],
    ['application/json, text/plain, */*', false],
    ['text/plain;q=0.5, application/json', false],
    ['application/json;q=0.5, text/plain;q=0.9', true],
    ['text/plain;q=0', false],
    ['text/html', false],
  ])('%s', (accept, expected) => expect(wantsText(accept)).toBe(expected));
});
