import { Check } from 'lucide-react'
import { DropdownMenu as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { type ButtonIcon, iconOf } from '../controls/button.tsx'

type MenuProps = {
  /** The button that opens it; it takes the menu's props. */
  trigger: ReactNode
  align?: 'start' | 'end'
  defaultOpen?: boolean
  children: ReactNode
}

/** Actions behind a button: arrows, first letters, Escape. */
export function Menu({ trigger, align = 'end', defaultOpen = false, children }: MenuProps) {
  return (
    <Radix.Root modal={false} defaultOpen={defaultOpen}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content className="menu" align={align} sideOffset={4} collisionPadding={8}>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

type ItemProps = {
  icon?: ButtonIcon
  onSelect: () => void
  /** Marks the current choice without changing the item's role or name. */
  current?: boolean
  /** Keeps the menu open, for settings that are tried out. */
  stay?: boolean
  disabledReason?: string | undefined
  children: ReactNode
}

export function MenuItem({ icon, onSelect, current, stay, disabledReason, children }: ItemProps) {
  return (
    <Radix.Item
      className="menu-item"
      disabled={Boolean(disabledReason)}
      aria-current={current ? 'true' : undefined}
      title={disabledReason}
      onSelect={(event) => {
        if (stay) event.preventDefault()
        onSelect()
      }}
    >
      {iconOf(icon)}
      {children}
      {current ? <Check className="icon-medium chosen-mark" /> : null}
    </Radix.Item>
  )
}

export function MenuSeparator() {
  return <Radix.Separator className="menu-separator" />
}
