import fc from 'fast-check';

/** One or more of each class of letter, and words that an expression somewhere begins with. */
const CLASSES =
  ' |\t|\n|\r|a|A|0|_|-|--|*|**|#|>|:|.|,|;|=|(|)|[|]|{|}|<|"|\'|`|~|\\|/|@|!|$|%|+|&|é|\u0301|\u0e33|漢|😀|\u3099\u0301|\ud800|\0|\u00ad|\u3099|\u1100|||| |a |a, |; |, |](|[a](|: |\n#|\n- |\n\n|""'
    .split('|')
    .map((each) => each || '|');
const WORDS =
  'for a| in |fn |select |from|eyJ|.eyJ|sk-|www.|https://|a.|public |static |import |class |if |a:|.a|a!|update a|def a(|print(|a=|echo |@a(|#!|impl|-----BEGIN |A PRIVATE KEY|token:|bytes=|Version/|Safari/|multipart/form-data;| boundary=|charset='.split(
    '|',
  );

interface Shape {
  readonly before: string;
  readonly unit: string;
  readonly after: string;
}

const textOf = ({ before, unit, after }: Shape, length: number): string =>
  (before + unit.repeat(Math.ceil(length / unit.length))).slice(0, length - after.length) + after;

const AFTER = ['', '!', '\nx{'];

/** Each class by itself, and some hundreds by chance. */
function* shapes(): Generator<Shape> {
  const units = [...new Set([...CLASSES, ...WORDS])];
  for (const unit of units) for (const after of AFTER) yield { before: '', unit, after };
  const some = fc.array(fc.constantFrom(...units), { minLength: 1, maxLength: 3 });
  const shape = fc.record({
    before: fc.constantFrom(...units),
    unit: some.map((each) => each.join('')),
    after: fc.constantFrom(...AFTER, ...units),
  });
  yield* fc.sample(shape, Number(process.env['PROPERTY_CASES'] || 400));
}

/** Of this thread, in milliseconds. */
function timeOf(work: () => unknown): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}
/** Clocks of processor time may tick in milliseconds, and something else may want the caches. */
function leastOf(work: () => unknown): number {
  const fiveTimes = () => {
    for (let round = 0; round < 5; round++) work();
  };
  return Math.min(timeOf(fiveTimes), timeOf(fiveTimes)) / 5;
}

/** What takes a computer some 20 ms, this one as long as it takes. */
function countLetters(): number {
  let count = 0;
  for (let at = 0; at < 20_000_000; at++) if ('abcdefgh'.charCodeAt(at & 7) === 0x61) count++;
  return count;
}

/**
 * A text of one repeated piece at which looking takes more than a moment, and of twice the length
 * more than 2.5 times as long.
 */
export function hardText(look: (text: string) => unknown, length: number): Shape | undefined {
  const moment = leastOf(countLetters);
  for (const shape of shapes()) {
    const whole = () => look(textOf(shape, length));
    if (timeOf(whole) <= moment) continue;
    const time = leastOf(whole);
    if (time > moment && time > 2.5 * leastOf(() => look(textOf(shape, length / 2)))) return shape;
  }
  return undefined;
}
