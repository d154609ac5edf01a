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

/** What is typed next goes into the layer's text, where it has one, and not to the button before it. */
function focusOnInput(event: Event): void {
  const { currentTarget: layer } = event
  if (!(layer instanceof HTMLElement)) return
  const input = layer.querySelector<HTMLInputElement>('[data-initial-focus]')
  if (!input) return
  event.preventDefault()
  input.focus()
  input.select()
}

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
          onOpenAutoFocus={focusOnInput}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
