/**
 * A real provider of single sign-on, in a process of its own: it signs in, without asking, whom it
 * was told last by `PUT /who`. Its first argument is where it leads back to; it prints its issuer.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { Provider } from 'oidc-provider';

let who = { sub: 'nobody' };
const people = new Map();
const server = createServer().listen(0, '127.0.0.1');
await once(server, 'listening');
const issuer = `http://127.0.0.1:${server.address().port}`;

const provider = new Provider(issuer, {
  clients: [
    {
      client_id: 'clipline',
      client_secret: 'the secret of clipline',
      redirect_uris: [process.argv[2] ?? ''],
    },
  ],
  claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
  cookies: { keys: ['only for tests'] },
  features: { devInteractions: { enabled: false } },
  findAccount: (_context, sub) => ({
    accountId: sub,
    claims: () => people.get(sub) ?? { sub },
  }),
  interactions: { url: () => '/interaction' },
});

async function interact(request, response) {
  const { prompt, params, session } = await provider.interactionDetails(request, response);
  const finish = (result) => provider.interactionFinished(request, response, result);
  if (who.denies) return finish({ error: 'access_denied', error_description: 'Never shown' });
  if (prompt.name === 'login') return finish({ login: { accountId: who.sub } });
  const grant = new provider.Grant({ accountId: session.accountId, clientId: params.client_id });
  grant.addOIDCScope(params.scope);
  return finish({ consent: { grantId: await grant.save() } });
}

async function become(request, response) {
  who = await json(request);
  people.set(who.sub, who);
  response.end();
}

const serve = provider.callback();
server.on('request', (request, response) => {
  if (request.url === '/who') void become(request, response);
  else if (request.url === '/interaction') void interact(request, response);
  else void serve(request, response);
});
console.log(`Issuer ${issuer}`);
