import { Popover as Radix } from 'radix-ui'
import type { MouseEventHandler, ReactElement, ReactNode } from 'react'

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

type Props = PopoverProps & { open: boolean; onOpenChange: (open: boolean) => void }

/** The layer itself, with what floats and holds the focus. */
export function PopoverLayer(props: Props) {
  const { trigger, label, open, onOpenChange, align = 'start', children } = props
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          className="popover"
          aria-label={label}
          align={align}
          sideOffset={4}
          collisionPadding={8}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
