// Preloaded into a server whose wall clock a test sets: each message is how far it is off, in ms.
// Timers go on as they do when an operator or a time server sets a machine's clock.
const RealDate = Date;
let offset = 0;

class JumpingDate extends RealDate {
  // What `new Date(…)` takes is overloaded beyond what a rest parameter can say.
  constructor(...given: []) {
    super(...((given.length === 0 ? [RealDate.now() + offset] : given) as []));
  }

  static override now(): number {
    return RealDate.now() + offset;
  }
}

globalThis.Date = JumpingDate as DateConstructor;
process.on('message', (message: { offset: number }) => {
  offset = message.offset;
  process.send?.('set');
});
// Listening is no reason to stay alive.
process.channel?.unref();
