import {
  askForDevice,
  askForDeviceToken,
  decideDevice,
  findDevice,
} from '@clipline/contract/schemas/programs.ts';
import { DEVICE_CODE_SECONDS, DEVICE_POLL_SECONDS } from '@clipline/contract/limits.ts';
import { ProductError } from '@clipline/contract/errors.ts';
import type { Db } from '../core/db/database.ts';
import type { RateLimits } from '../core/http/limits.ts';
import { isFromElsewhere } from '../core/http/origins.ts';
import type { App } from '../core/app.ts';
import { serve } from '../core/http/serve.ts';
import { queueMail } from '../core/mail/mails.queries.ts';
import { isoTime } from '../core/time.ts';
import { checkTokenCount, scopesOf } from './api-tokens.ts';
import { decideRequest, type DeviceRequest, findWaiting } from './devices.queries.ts';
import { codeOf, fetchToken, networkOf, openRequest, shownCode } from './devices.ts';
import type { Programs } from './programs.ts';
import type { AllowedProgram } from './programs.mails.ts';
import { programLimits } from './programs.limits.ts';

async function lookUp(db: Db, typed: string): Promise<DeviceRequest | undefined> {
  const code = codeOf(typed);
  return code === undefined ? undefined : findWaiting(db, code, Date.now());
}

/**
 * Guessing is stopped, so that a code may be short enough to be typed. A guess is counted before it
 * is looked up: many at once are no more than their number.
 */
async function waitingFor(
  db: Db,
  limits: RateLimits,
  userId: string,
  typed: string,
): Promise<DeviceRequest> {
  await limits.take(programLimits.deviceCodeFailures, userId);
  const found = await lookUp(db, typed);
  if (!found) throw new ProductError('DEVICE_CODE_INVALID');
  await limits.giveBack(programLimits.deviceCodeFailures, userId);
  return found;
}

export function serveDevices(app: App, programs: Programs): void {
  const { db } = app;
  const { limits, secret } = programs;

  serve(app, askForDevice, async ({ body, address, request }) => {
    // Forms of any page may be sent here, and would take the places of the network that reads it.
    if (isFromElsewhere(request.headers, programs.own)) throw new ProductError('ORIGIN_REFUSED');
    const { deviceCode, userCode } = await openRequest(
      db,
      { ...body, network: networkOf(secret, address) },
      programs.limitsWaiting,
    );
    return {
      device_code: deviceCode,
      user_code: shownCode(userCode),
      verification_uri: `${programs.publicUrl}/device`,
      expires_in: DEVICE_CODE_SECONDS,
      interval: DEVICE_POLL_SECONDS,
    };
  });

  serve(app, askForDeviceToken, async ({ body }) => {
    const fetched = await fetchToken(db, body.device_code);
    if ('refused' in fetched) throw new ProductError(fetched.refused);
    return {
      access_token: fetched.token,
      token_type: 'Bearer',
      scope: fetched.scopes.join(' '),
    };
  });

  serve(app, findDevice, async ({ user, query }) => {
    const found = await waitingFor(db, limits, user.id, query.user_code);
    return {
      name: found.name,
      scopes: scopesOf(found.scopes),
      askedAt: isoTime(found.created_at),
    };
  });

  serve(app, decideDevice, async ({ user, body, change }) => {
    const found = await waitingFor(db, limits, user.id, body.user_code);
    if (body.allow) {
      await checkTokenCount(db, user.id, Date.now());
      await limits.take(programLimits.newTokens, user.id);
    }
    await change(async (tx) => {
      // Another user may have typed it in the same moment.
      const waiting = await findWaiting(tx, found.user_code, Date.now());
      if (!waiting) throw new ProductError('DEVICE_CODE_INVALID');
      await decideRequest(tx, waiting.device_hash, user.id, body.allow);
      if (!body.allow) return;
      const about: AllowedProgram = { name: waiting.name, scopes: waiting.scopes };
      await queueMail(tx, {
        kind: 'program-allowed',
        recipient: user.email,
        user_id: user.id,
        about: JSON.stringify(about),
      });
    });
    programs.deliverMail();
    return { message: body.allow ? 'The program is signed in' : 'The program was refused' };
  });
}
