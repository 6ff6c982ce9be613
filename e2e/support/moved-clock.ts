// Preloaded into a server that runs as if it were so much later: CLOCK_IS_AHEAD_MS.
const RealDate = Date;
const ahead = Number(process.env['CLOCK_IS_AHEAD_MS']);

class MovedDate extends RealDate {
  // What `new Date(…)` takes is overloaded beyond what a rest parameter can say.
  constructor(...given: []) {
    super(...((given.length === 0 ? [RealDate.now() + ahead] : given) as []));
  }

  static override now(): number {
    return RealDate.now() + ahead;
  }
}

globalThis.Date = MovedDate as DateConstructor;
