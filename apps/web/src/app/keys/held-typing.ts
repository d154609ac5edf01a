const holdMs = 3000

let held: string | undefined
/** It was ended by Enter, which waits as well. */
let isEntered = false
let timer: ReturnType<typeof setTimeout> | undefined

/** A key has opened something to type in: until it has the focus, what is typed is kept for it. */
export function holdTyping(): void {
  release()
  held = ''
  timer = setTimeout(release, holdMs)
  document.addEventListener('focusin', give)
}

/** Keeps a character that is typed while nothing has the focus yet; says whether it did. */
export function isHeld({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean {
  if (held === undefined || ctrlKey || metaKey || altKey || isText(target)) return false
  if (key === 'Escape') release()
  if (key === 'Enter') isEntered = true
  else if (key.length === 1 && !isEntered) held += key
  return key === 'Enter' || key.length === 1
}

function give({ target }: FocusEvent): void {
  if (!isText(target)) return
  const text = held ?? ''
  const withEnter = isEntered
  release()
  // After the layer has marked what is in its field, so that it is replaced like by typing.
  queueMicrotask(() => {
    if (text !== '') insert(target, text)
    // The page has then drawn what the text finds.
    if (withEnter) setTimeout(() => enter(target))
  })
}

/** As if it had been typed: the page receives it. */
function insert(field: HTMLInputElement, text: string): void {
  if (document.activeElement !== field) return
  const { selectionStart, selectionEnd } = field
  field.setRangeText(text, selectionStart ?? 0, selectionEnd ?? 0, 'end')
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

function enter(field: HTMLInputElement): void {
  const event = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true })
  if (field.dispatchEvent(event)) field.form?.requestSubmit()
}

function release(): void {
  clearTimeout(timer)
  document.removeEventListener('focusin', give)
  held = undefined
  isEntered = false
}

const isText = (target: EventTarget | null): target is HTMLInputElement =>
  target instanceof HTMLInputElement
