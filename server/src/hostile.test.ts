import { hardText } from '@clipline/contract/hostile.test-suite.ts';
import { parse } from 'content-disposition';
import { expect, test } from 'vitest';
import {
  acceptedBy,
  deviceOf,
  matchesTag,
  readCookie,
  requestedRange,
  userAgentOf,
} from './core/http/headers.ts';
import { boundaryOf } from './core/http/uploads.ts';
import { titleFrom } from './core/title.ts';
import { safeName, strangersName } from './files/names.ts';
import { deviceName } from './lan/lan.sockets.ts';

/** Of all headers together, and of a name. */
const LONGEST = 16_000;

test.each<[string, (text: string) => unknown]>([
  ['acceptedBy', acceptedBy],
  ['boundaryOf', (text) => boundaryOf(`multipart/form-data; ${text}`)],
  ['disposition', (text) => parse(`form-data; ${text}`, { multipart: true })],
  ['matchesTag', (text) => matchesTag(text, '"1"')],
  ['readCookie', (text) => readCookie(text, 'a')],
  ['requestedRange', (text) => requestedRange(text, 1000)],
  ['deviceOf', (text) => deviceOf(userAgentOf({ 'user-agent': text }))],
  ['safeName', safeName],
  ['deviceName', deviceName],
  ['strangersName', strangersName],
  ['titleFrom', (text) => titleFrom(text, 100)],
])('%s takes no more than the double of twice the letters', (_name, look) => {
  expect(hardText(look, LONGEST)).toBeUndefined();
});
