/** Older ones cannot run the app; calls newer than these fail the lint (.oxlintrc.json). */
export const LOWEST_BROWSERS = ['chrome109', 'edge109', 'firefox115', 'safari16.4'];
