import { expect, it } from 'vitest';
import { isThisComputerOnly } from './browser.ts';

it.each([
  ['http://localhost:3000/clips/1', true],
  ['http://127.0.0.1:3000/clips/1', true],
  ['http://[::1]:3000/clips/1', true],
  ['http://192.168.1.20:3000/clips/1', false],
  ['https://localhost.example.com/clips/1', false],
])('%s works on this computer alone: %s', (link, alone) =>
  expect(isThisComputerOnly(link)).toBe(alone),
);
