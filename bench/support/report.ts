// Preloaded into every measured process: tells its own figures when asked, so that the work of who
// asks is not counted.
process.on('message', (question) => {
  if (question === 'cpu') {
    const { user, system } = process.cpuUsage();
    process.send?.(user + system);
  }
  if (question === 'resident') {
    (globalThis as { gc?: () => void }).gc?.();
    process.send?.(process.memoryUsage.rss());
  }
});
// Being asked is no reason to stay alive.
process.channel?.unref();
