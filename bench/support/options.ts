import path from 'node:path';
import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { against: { type: 'string' }, small: { type: 'boolean', default: false } },
});

export const options = {
  parts: positionals,
  /** A checkout of another build. */
  against: values.against === undefined ? undefined : path.resolve(values.against),
};

const SMALL = 50;
/** So many; with `--small` a fiftieth of it. */
export const sized = (count: number): number => (values.small ? Math.ceil(count / SMALL) : count);
