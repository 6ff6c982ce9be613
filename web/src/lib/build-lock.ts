/** Every page holds a lock of this name and its build: the worker deletes no files in use. */
export const BUILD_LOCK = 'clipline-build ';
