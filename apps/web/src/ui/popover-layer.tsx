import { Popover as Radix } from 'radix-ui'
import type { PopoverProps } from './popover.tsx'

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
