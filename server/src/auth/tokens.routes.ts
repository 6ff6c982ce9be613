import {
  type ApiToken,
  createToken,
  deleteToken,
  endCurrentToken,
  listTokens,
  whoami,
} from '@clipline/contract/schemas/programs.ts';
import { ProductError } from '@clipline/contract/errors.ts';
import type { Change } from '../core/http/current-user.ts';
import type { App } from '../core/app.ts';
import { serve } from '../core/http/serve.ts';
import { DAY_MS, isoOrNull, isoTime } from '../core/time.ts';
import { checkPassword } from './check-password.ts';
import { checkTokenCount, issueApiToken, scopesOf } from './api-tokens.ts';
import { type ApiTokenRow, removeApiToken, listApiTokens } from './api-tokens.queries.ts';
import type { Programs } from './programs.ts';
import { programLimits } from './programs.limits.ts';

const present = (row: ApiTokenRow): ApiToken => ({
  id: row.id,
  name: row.name,
  scopes: scopesOf(row.scopes),
  start: row.start,
  createdAt: isoTime(row.created_at),
  lastUsedAt: isoOrNull(row.last_used_at),
  expiresAt: isoOrNull(row.expires_at),
});

export function serveTokens(app: App, { limits, channels }: Programs): void {
  const { db } = app;

  serve(app, listTokens, async ({ user }) =>
    (await listApiTokens(db, user.id, Date.now())).map(present),
  );

  serve(app, createToken, async ({ user, address, body, create }) => {
    await checkPassword({ db, limits }, { userId: user.id, address }, body.password);
    await checkTokenCount(db, user.id, Date.now());
    await limits.take(programLimits.newTokens, user.id);
    const { name, scopes, expiresInDays } = body;
    return create(async (tx) => {
      const now = Date.now();
      const expiresAt = expiresInDays === null ? null : now + expiresInDays * DAY_MS;
      const issued = await issueApiToken(tx, { userId: user.id, name, scopes, expiresAt }, now);
      return { ...present(issued.row), token: issued.token };
    });
  });

  const end = async (change: Change, userId: string, id: string) => {
    if (!(await change((tx) => removeApiToken(tx, userId, id))))
      throw new ProductError('TOKEN_NOT_FOUND');
    channels.disconnectSession(id);
    return { message: 'Token deleted' };
  };

  serve(app, endCurrentToken, ({ user, change }) => end(change, user.id, user.sessionId));

  serve(app, deleteToken, ({ user, params, change }) => end(change, user.id, params.id));

  serve(app, whoami, async ({ user: { id, name, email, program } }) => ({
    user: { id, name, email },
    scopes: program ? [...program.scopes] : null,
  }));
}
