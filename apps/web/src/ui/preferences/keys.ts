import { useEffectEvent, useLayoutEffect } from 'react'

/** What a key can do; which key it is says the table of app/keys/key-table.ts alone. */
export type KeyAction =
  | 'palette'
  | 'sheet'
  | 'find'
  | 'go'
  | 'new'
  | 'export'
  | 'refresh'
  | 'zone'
  | 'rail'
  | 'close'
  | 'nextRow'
  | 'previousRow'
  | 'openRow'
  | 'openPage'
  | 'select'
  | 'selectRange'
  | 'rowActions'
  | 'copyId'
  | 'copyLink'
  | 'previousRecord'
  | 'nextRecord'
  | 'zoomIn'
  | 'zoomOut'

/** False where it has nothing to do now, so that the key is somebody else's. */
type Handler = (event: KeyboardEvent) => boolean | void
type Handlers = Partial<Record<KeyAction, Handler>>

const mounted: Handlers[] = []

/** Answers keys while the part of the page is there; of two that answer the same one the latest does. */
export function useKeys(handlers: Handlers, isFallback = false): void {
  const answer = useEffectEvent(
    (action: KeyAction, event: KeyboardEvent) => handlers[action]?.(event) ?? true,
  )
  const actions = Object.keys(handlers).join(' ')
  // With the part itself: whoever sees it may press a key before other effects have run.
  useLayoutEffect(() => {
    const own: Handlers = {}
    for (const action of actions.split(' ') as KeyAction[])
      own[action] = (event) => answer(action, event)
    if (isFallback) mounted.unshift(own)
    else mounted.push(own)
    return () => {
      mounted.splice(mounted.indexOf(own), 1)
    }
  }, [actions, isFallback])
}

/** Whether somebody answered. */
export function answerKey(action: KeyAction, event: KeyboardEvent): boolean {
  return mounted.toReversed().some((handlers) => {
    const handler = handlers[action]
    return handler !== undefined && handler(event) !== false
  })
}

/** As if the key had been pressed: for buttons that do what a key does. */
export function pressKey(init: KeyboardEventInit): void {
  document.dispatchEvent(new KeyboardEvent('keydown', { ...init, cancelable: true }))
}
