/**
 * Waits for the end of the press that is under way and for its click; resolves at once without one.
 * A press takes the focus from a field before it is a click. A message that the field then shows
 * moves everything below it, also the button from under the pointer, and the click is lost.
 */
export function released(): Promise<void> {
  if (!document.documentElement.matches(':active')) return Promise.resolve()
  return new Promise((resolve) => {
    const ending = new AbortController()
    const end = () => {
      ending.abort()
      // The click comes right after, in the same turn.
      setTimeout(resolve)
    }
    for (const type of ['pointerup', 'pointercancel', 'keyup', 'dragend'])
      addEventListener(type, end, { capture: true, signal: ending.signal })
  })
}
