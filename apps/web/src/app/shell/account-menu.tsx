import { lazy, Suspense, useState } from 'react'
import { AccountButton } from './account-button.tsx'

const load = () => import('./account-menu-list.tsx')
const List = lazy(async () => ({ default: (await load()).AccountMenuList }))

/** The button is there at once; the menu behind it comes when it is hovered, focused or pressed. */
export function AccountMenu() {
  const [state, setState] = useState<'closed' | 'open'>()
  const preload = () => {
    void load().then(() => setState((now) => now ?? 'closed'))
  }
  const button = (
    <AccountButton
      aria-haspopup="menu"
      aria-expanded={false}
      onMouseEnter={preload}
      onFocus={preload}
      // Already when it is pressed: a click is lost where the menu takes the button's place meanwhile.
      onPointerDown={({ button: pressed }) => pressed === 0 && setState('open')}
      onClick={() => setState('open')}
    />
  )
  if (!state) return button
  return (
    <Suspense fallback={button}>
      <List defaultOpen={state === 'open'} />
    </Suspense>
  )
}
