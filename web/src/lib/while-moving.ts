/** A call that moves no byte for so long is given up, and tried again. */
const STALLED_MS = 60_000;

export interface Way {
  readonly signal: AbortSignal;
  readonly moves: () => void;
}

export async function whileMoving<T>(
  controller: AbortController,
  work: (way: Way) => Promise<T>,
): Promise<T> {
  let stalled: ReturnType<typeof setTimeout> | undefined;
  const moves = () => {
    clearTimeout(stalled);
    stalled = setTimeout(() => controller.abort(), STALLED_MS);
  };
  moves();
  try {
    return await work({ signal: controller.signal, moves });
  } finally {
    clearTimeout(stalled);
  }
}
