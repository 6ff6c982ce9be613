import { writeFileSync } from 'node:fs';
import { test } from '@playwright/test';

/**
 * The path of a file of so many zeros, which goes with the test: as an argument, large ones would
 * take their time on the way to the browser.
 */
export function fileOf(name: string, bytes: number): string {
  const path = test.info().outputPath(name);
  writeFileSync(path, Buffer.alloc(bytes));
  return path;
}
