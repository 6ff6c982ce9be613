/** What a service worker calls `self`; the compiler takes it for any worker's. */
export const worker = self as unknown as ServiceWorkerGlobalScope;
