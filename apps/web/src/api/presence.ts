/** What only a person does: input, leaving the tab or coming back to it, the browser's back and forward. */
const signs = ['pointerdown', 'click', 'keydown', 'wheel', 'visibilitychange', 'popstate'] as const
/** Long enough for the code of a page to arrive after the click that asked for it. */
const lastsMs = 10_000

let isThere = (): boolean => true

/** Watches the page for signs of a person from now on; opening the page is the first one. `now` counts milliseconds. */
export function startPresence(page: EventTarget, now: () => number): void {
  let lastSign = now()
  const note = () => {
    lastSign = now()
  }
  for (const sign of signs) page.addEventListener(sign, note, { capture: true, passive: true })
  isThere = () => now() - lastSign < lastsMs
}

/** False when what happens now was caused by a timer or the live stream, not by a person. */
export function isAttended(): boolean {
  return isThere()
}
