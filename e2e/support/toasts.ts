import type { BrowserContext } from '@playwright/test';

/**
 * In all pages of this profile a pointer rests on what offers Undo as soon as it is there: it is
 * gone after five seconds otherwise, and a busy machine may take as long over a press.
 */
export const holdUndo = (context: BrowserContext) =>
  context.addInitScript(() => {
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes)
        for (const node of addedNodes)
          if (node instanceof HTMLElement && node.matches('[data-toast=default]'))
            // One of them closes it.
            if (node.querySelectorAll('button').length > 1)
              node.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
    }).observe(document, { childList: true, subtree: true });
  });
