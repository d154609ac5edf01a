import { useEffect, useEffectEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { isTyping } from '../../ui/preferences/is-typing.ts'
import { answerKey, type KeyAction, useKeys } from '../../ui/preferences/keys.ts'
import { changePreferences, readPreferences } from '../../ui/preferences/preferences.ts'
import { copyText } from '../palette/copy-text.ts'
import { useVisited } from '../palette/visited.ts'
import { linkOf, type RecordInView, recordInView } from '../palette/record-in-view.ts'
import { takeEarlyKeys } from './early-keys.ts'
import { holdTyping, isHeld } from './held-typing.ts'
import { nameOf, shortcutsOf } from './key-table.ts'
import { part } from '../../ui/display/part.tsx'
import { queries } from '../../api/call.ts'
import { t } from '../../messages/text.ts'

const loadPalette = () => import('../palette/palette.tsx')
const Palette = part(loadPalette, 'Palette')
const Sheet = part(() => import('./sheet.tsx'), 'Sheet')

type Layer =
  | { kind: 'palette' | 'sheet' }
  /** Of the record that was in view before the layer covered it. */
  | { kind: 'row'; record: RecordInView }

/** The palette comes before it is asked for, once the page is there. */
const idleAfterMs = 2000

/** All keys, and what they open. */
export function Keys() {
  const [layer, setLayer] = useState<Layer | undefined>()
  const close = () => setLayer(undefined)
  useVisited()
  useEffect(() => {
    const timer = setTimeout(() => void loadPalette().catch(() => undefined), idleAfterMs)
    return () => clearTimeout(timer)
  }, [])
  usePageKeys(setLayer)
  useKeyboard()
  return (
    <>
      {layer?.kind === 'sheet' ? <Sheet onClose={close} /> : null}
      {layer && layer.kind !== 'sheet' ? (
        <Palette
          record={layer.kind === 'row' ? layer.record : undefined}
          onClose={close}
          onSheet={() => setLayer({ kind: 'sheet' })}
        />
      ) : null}
    </>
  )
}

const chordMs = 1200
const opensText: ReadonlySet<KeyAction> = new Set(['palette', 'find', 'rowActions'])

function useKeyboard(): void {
  const navigate = useNavigate()
  const go = useEffectEvent((to: string) => {
    void navigate(to)
    return true
  })
  useEffect(() => {
    let lastG = -chordMs
    const press = (event: KeyboardEvent) => {
      if (isHeld(event)) {
        event.preventDefault()
        return
      }
      const name = nameOf(event)
      // The command key's own meaning holds in a text field, too, but not above another layer.
      const isCommand = name.startsWith('Mod+')
      if (isCommand ? isLayerOpen() : isTyping(event)) return
      const afterG = event.timeStamp - lastG < chordMs
      lastG = name === 'g' && !afterG ? event.timeStamp : -chordMs
      const answered = shortcutsOf(name, afterG).find(({ action, to }) =>
        to === undefined ? answerKey(action, event) : go(to),
      )
      // Enter follows the link that has the focus by itself.
      if (answered && answered.action !== 'openRow') event.preventDefault()
      if (answered && opensText.has(answered.action)) holdTyping()
    }
    for (const event of takeEarlyKeys()) press(event)
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}

const isLayerOpen = () => document.querySelector('[role=dialog], [role=menu]') !== null

/** What keys do on every page, where the page itself has no answer. */
function usePageKeys(open: (layer: Layer) => void): void {
  const navigate = useNavigate()
  useKeys(
    {
      palette: () => open({ kind: 'palette' }),
      sheet: () => open({ kind: 'sheet' }),
      find: () => open({ kind: 'palette' }),
      rowActions: () => {
        const record = recordInView()
        if (record) open({ kind: 'row', record })
        return record !== undefined
      },
      new: () => follow('new'),
      export: () => follow('export'),
      refresh: () => void queries.refetchQueries({ type: 'active' }),
      zone: () => changePreferences({ zone: readPreferences().zone === 'utc' ? 'local' : 'utc' }),
      rail: () => changePreferences({ railMin: !readPreferences().railMin }),
      openPage: () => {
        const record = recordInView()
        if (record) void navigate(record.to)
        return record !== undefined
      },
      copyId: () => copyText(recordInView()?.id, t('Id copied')),
      copyLink: () => copyText(linkOf(recordInView()), t('Link copied')),
    },
    true,
  )
}

/** The button or link that a page names for the key; what a person may not do says why itself. */
function follow(key: 'new' | 'export'): boolean {
  const named = document.querySelector<HTMLElement>(`#main [data-key=${key}]`)
  named?.click()
  return named !== null
}
