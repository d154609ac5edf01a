import { Check } from 'lucide-react'
import { DropdownMenu as Radix } from 'radix-ui'
import type { ReactNode } from 'react'

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
  icon?: ReactNode
  onSelect: () => void
  /** Marks the current choice without changing the item's role. */
  current?: boolean
  /** Keeps the menu open, for settings that are tried out. */
  stay?: boolean
  disabledReason?: string | undefined
  children: ReactNode
}

export function MenuItem({ icon, onSelect, current, stay, disabledReason, children }: ItemProps) {
  return (
    <Radix.Item
      className="menu-i"
      disabled={Boolean(disabledReason)}
      title={disabledReason}
      onSelect={(event) => {
        if (stay) event.preventDefault()
        onSelect()
      }}
    >
      {icon}
      {children}
      {current ? <Check className="i-m on" aria-label="current" /> : null}
    </Radix.Item>
  )
}

type CheckItemProps = {
  checked: boolean
  onChange: (checked: boolean) => void
  disabled?: boolean
  children: ReactNode
}

export function MenuCheckItem({ checked, onChange, disabled, children }: CheckItemProps) {
  return (
    <Radix.CheckboxItem
      className="menu-i"
      checked={checked}
      disabled={disabled ?? false}
      onCheckedChange={onChange}
      onSelect={(event) => event.preventDefault()}
    >
      <span className="w-4">{checked ? <Check className="i-m" /> : null}</span>
      {children}
    </Radix.CheckboxItem>
  )
}

export function MenuLabel({ children }: { children: ReactNode }) {
  return <Radix.Label className="menu-h">{children}</Radix.Label>
}

export function MenuSeparator() {
  return <Radix.Separator className="menu-s" />
}
