import { useEffect } from 'react'

let kept: KeyboardEvent[] = []
const keep = (event: KeyboardEvent) => kept.push(event)

/** From now on keys are kept until what answers them is loaded. */
export function keepEarlyKeys(): void {
  document.addEventListener('keydown', keep)
}

/** Pages inside the shell keep such keys; those outside have none. */
export function useEarlyKeys(): void {
  useEffect(() => {
    keepEarlyKeys()
    return () => void takeEarlyKeys()
  }, [])
}

/** What was pressed so far; from now on nothing more is kept. */
export function takeEarlyKeys(): readonly KeyboardEvent[] {
  document.removeEventListener('keydown', keep)
  const all = kept
  kept = []
  return all
}
