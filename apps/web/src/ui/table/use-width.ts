import { type RefObject, useLayoutEffect, useState } from 'react'

/** Width of an element, or undefined before it is measured. */
export function useWidth(ref: RefObject<HTMLElement | null>): number | undefined {
  const [width, setWidth] = useState<number | undefined>()
  useLayoutEffect(() => {
    const node = ref.current
    if (!node) return undefined
    let last: number | undefined
    // The observer also speaks at once: the same width again would draw the list again.
    const measure = () => {
      if (node.clientWidth === last) return
      last = node.clientWidth
      setWidth(last)
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(node)
    return () => observer.disconnect()
  }, [ref])
  return width
}
