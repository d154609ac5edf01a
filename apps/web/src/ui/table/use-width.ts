import { type RefObject, useLayoutEffect, useState } from 'react'

/** Width of an element, or undefined before it is measured. */
export function useWidth(ref: RefObject<HTMLElement | null>): number | undefined {
  const [width, setWidth] = useState<number | undefined>()
  useLayoutEffect(() => {
    const node = ref.current
    if (!node) return undefined
    setWidth(node.clientWidth)
    const observer = new ResizeObserver(() => setWidth(node.clientWidth))
    observer.observe(node)
    return () => observer.disconnect()
  }, [ref])
  return width
}
