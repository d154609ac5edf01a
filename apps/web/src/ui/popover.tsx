import {
  cloneElement,
  lazy,
  type MouseEventHandler,
  type ReactElement,
  type ReactNode,
  Suspense,
  useState,
} from 'react'

type TriggerProps = {
  onClick?: MouseEventHandler
  'aria-haspopup'?: 'dialog'
  'aria-expanded'?: boolean
}

export type PopoverProps = {
  /** One element that takes a button's props. */
  trigger: ReactElement<TriggerProps>
  /** Accessible name of the layer. */
  label: string
  open?: boolean
  onOpenChange?: (open: boolean) => void
  align?: 'start' | 'end'
  children: ReactNode
}

const Layer = lazy(async () => ({ default: (await import('./popover-layer.tsx')).PopoverLayer }))

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
