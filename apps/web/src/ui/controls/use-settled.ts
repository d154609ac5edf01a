import { useEffect, useState } from 'react'

const pauseMs = 250

/** The last value that stood still for a moment, so that not every key asks the service. */
export function useSettled(value: string): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMs)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
