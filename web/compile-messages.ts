/**
 * Compiles messages/ for tools that read the sources, as the type checker; builds and tests do so
 * by themselves.
 */
import { compileMessages } from './messages.ts';

await compileMessages();
