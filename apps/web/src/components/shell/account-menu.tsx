import { type ComponentProps, lazy, Suspense, useState } from 'react'
import { useSession } from '../../api/session.ts'

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

export function AccountButton(props: ComponentProps<'button'>) {
  const session = useSession()
  return (
    <button
      type="button"
      className="av"
      aria-label="Account menu"
      data-initials={initialsOf(session?.member.name ?? '')}
      {...props}
    />
  )
}

function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(Boolean)
  const first = words.at(0)?.at(0) ?? ''
  const last = words.length > 1 ? (words.at(-1)?.at(0) ?? '') : ''
  return (first + last).toUpperCase()
}
