import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router'
import { isTyping } from '../../ui/preferences/is-typing.ts'
import { changePreferences, usePreferences } from '../../ui/preferences/preferences.ts'
import { navItems } from './nav-items.ts'

const chordMs = 1200

/** `g` and a letter go to a page, `[` folds the rail, `u` changes the zone. Nothing here moves money. */
export function useShellShortcuts(): void {
  const navigate = useNavigate()
  const { railMin, zone } = usePreferences()
  const press = useEffectEvent((key: string, afterG: boolean) => {
    const item = afterG ? navItems.find((entry) => entry.key === key) : undefined
    if (item) void navigate(item.to)
    else if (key === '[') changePreferences({ railMin: !railMin })
    else if (key === 'u') changePreferences({ zone: zone === 'utc' ? 'local' : 'utc' })
  })
  useEffect(() => {
    let lastG = -chordMs
    const onKeyDown = (event: KeyboardEvent) => {
      if (isTyping(event)) return
      const afterG = event.timeStamp - lastG < chordMs
      lastG = event.key === 'g' && !afterG ? event.timeStamp : -chordMs
      if (event.key !== 'g') press(event.key, afterG)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}
