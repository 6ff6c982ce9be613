import { call } from './call.ts';
import { closeSockets, connectSocket } from './sockets.ts';

/**
 * A process in a network of its own: makes the first account of a server by its link, opens a page's
 * socket there, and says what it is told.
 */
const { origin: url, hash } = new URL(process.argv[2] ?? '');
const { body: signedIn } = await call({ url }, 'POST /auth/setup', {
  body: {
    token: hash.replace('#token=', ''),
    name: 'Ada',
    email: 'ada@example.com',
    password: 'correct horse battery',
  },
});
const { access_token: token } = signedIn.session;
const headers = { authorization: `Bearer ${token}` };
const socket = await connectSocket(url, { token, origin: url });
const told = new Promise((resolve) => socket.once('clip-update', resolve));
const { body: clip } = await call({ url }, 'POST /clipboard', {
  headers,
  body: { content: 'From the phone' },
});
await told;
const { body: link } = await call({ url }, 'POST /links', { headers, body: { clipId: clip.id } });
const { body: features } = await call({ url }, 'GET /features', { headers });
console.log(JSON.stringify({ origins: features.origins, link: link.url }));
closeSockets();
