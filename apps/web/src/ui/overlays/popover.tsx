import { cloneElement, Suspense, useState } from 'react'
import { lazyPart } from '../display/part.tsx'
import type { PopoverProps } from './popover-layer.tsx'

const Layer = lazyPart(() => import('./popover-layer.tsx'), 'PopoverLayer')

/** A small layer with its own controls, such as a filter's values. Its code comes with the first opening. */
export function Popover(props: PopoverProps) {
  const [own, setOwn] = useState(false)
  const [wanted, setWanted] = useState(false)
  const open = props.open ?? own
  const change = (next: boolean) => {
    setOwn(next)
    props.onOpenChange?.(next)
  }
  const button = cloneElement(props.trigger, {
    onClick: () => {
      setWanted(true)
      change(true)
    },
    'aria-haspopup': 'dialog',
    'aria-expanded': false,
  })
  if (!wanted && !open) return button
  return (
    <Suspense fallback={button}>
      <Layer {...props} open={open} onOpenChange={change} />
    </Suspense>
  )
}
