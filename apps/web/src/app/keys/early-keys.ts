import { useEffect } from 'react'

let kept: KeyboardEvent[] = []
const keep = (event: KeyboardEvent) => kept.push(event)

/** Keeps keys that are pressed before what answers them is loaded. */
export function useEarlyKeys(): void {
  useEffect(() => {
    document.addEventListener('keydown', keep)
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
