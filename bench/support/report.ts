// Preloaded into every measured process: tells its own figures when asked, so that the load generator's work is not counted.
process.on('message', (question) => {
  if (question !== 'figures') return;
  (globalThis as { gc?: () => void }).gc?.();
  const { user, system } = process.cpuUsage();
  process.send?.({ cpuMicroseconds: user + system, rss: process.memoryUsage().rss });
});
// Being asked is no reason to stay alive.
process.channel?.unref();
