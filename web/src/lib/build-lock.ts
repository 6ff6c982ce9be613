/**
 * Every page holds a lock named by this and the build that it is of, so that the service worker
 * knows which files are in use.
 */
export const BUILD_LOCK = 'clipline-build ';
