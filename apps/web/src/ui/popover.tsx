import { Popover as Radix } from 'radix-ui'
import type { ReactNode } from 'react'

type Props = {
  trigger: ReactNode
  /** Accessible name of the layer. */
  label: string
  open?: boolean
  onOpenChange?: (open: boolean) => void
  align?: 'start' | 'end'
  children: ReactNode
}

/** A small layer with its own controls, such as a filter's values. */
export function Popover({ trigger, label, open, onOpenChange, align = 'start', children }: Props) {
  return (
    <Radix.Root
      {...(open === undefined ? {} : { open })}
      {...(onOpenChange ? { onOpenChange } : {})}
    >
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
