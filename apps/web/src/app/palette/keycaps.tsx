import { Fragment } from 'react'
import { t } from '../../messages/text.ts'

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent)
const signs: Readonly<Record<string, string>> = {
  Mod: isApple ? '⌘' : t('Ctrl'),
  ArrowDown: '↓',
  ArrowUp: '↑',
  Escape: 'Esc',
  Enter: t('Enter'),
  Shift: t('Shift'),
}

/** Keys as they are pressed: `Shift+c` together, `g t` one after the other. */
export function Keycaps({ keys }: { keys: string }) {
  const together = keys.length > 1 && keys.includes('+')
  const parts = together ? keys.split('+') : keys.split(' ')
  return (
    <span className="nowrap">
      {parts.map((name, index) => (
        <Fragment key={name}>
          {index > 0 ? (together ? ' + ' : ` ${t('then')} `) : null}
          <kbd>
            {together
              ? (signs[name] ?? (name.length === 1 ? name.toUpperCase() : name))
              : (signs[name] ?? name)}
          </kbd>
        </Fragment>
      ))}
    </span>
  )
}
