import { liquidityPaths } from '../../routing/liquidity-paths.ts'
import { paths } from '../../routing/paths.ts'
import {
  changePreferences,
  type Preferences,
  type Theme,
} from '../../ui/preferences/preferences.ts'
import { copyText } from './copy-text.ts'
import type { Item } from './items.ts'
import { linkOf, type RecordInView, recordInView } from './record-in-view.ts'

type Command = Omit<Item, 'key'> & { needs?: string }

const forms: readonly Command[] = [
  { label: 'New transfer', to: paths.newTransfer, needs: 'transfers:write' },
  { label: 'New entity', to: paths.newEntity, needs: 'entities:write' },
  { label: 'Add account', to: paths.newAccount, needs: 'accounts:write' },
  { label: 'Create funding account', to: paths.newFundingAccount, needs: 'accounts:write' },
  { label: 'Create pay-in route', to: paths.newPayinRoute, needs: 'payin-routes:write' },
  { label: 'Reserve liquidity', to: liquidityPaths.newReserve, needs: 'liquidity:write' },
  { label: 'Draw on liquidity', to: liquidityPaths.newDrawing, needs: 'liquidity:write' },
  { label: 'Review held deposits', to: paths.heldDeposits, needs: 'payin-routes:read' },
  { label: 'Verification queue', to: paths.kycQueue, needs: 'kyc:read' },
]

/** Forms that the person may use, and what keys do on every page. */
export function commandItems(permissions: readonly string[], onSheet: () => void): Item[] {
  const exporting = document.querySelector<HTMLElement>('#main [data-key=export]')
  const commands: Command[] = [
    ...forms.filter(({ needs }) => needs === undefined || permissions.includes(needs)),
    ...(exporting ? [{ label: 'Export this view', run: () => exporting.click() }] : []),
    {
      label: 'Copy link to this page',
      run: () => void copyText(linkOf(recordInView()), 'Link copied'),
    },
    { label: 'Keyboard shortcuts', run: onSheet },
  ]
  return commands.map((command) => ({ key: command.label, ...command }))
}

const themes: readonly Theme[] = ['light', 'dark', 'system']

/** Preferences of the person on this device. */
export function settingItems({ theme, zone, shortcuts, railMin }: Preferences): Item[] {
  const items = [
    ...themes
      .filter((other) => other !== theme)
      .map((other) => ({
        label: `Use ${other} theme`,
        run: () => changePreferences({ theme: other }),
      })),
    {
      label: zone === 'utc' ? 'Show local time' : 'Show UTC',
      run: () => changePreferences({ zone: zone === 'utc' ? 'local' : 'utc' }),
    },
    {
      label: railMin ? 'Expand navigation' : 'Collapse navigation',
      run: () => changePreferences({ railMin: !railMin }),
    },
    {
      label: shortcuts ? 'Turn single-key shortcuts off' : 'Turn single-key shortcuts on',
      run: () => changePreferences({ shortcuts: !shortcuts }),
    },
  ]
  return items.map((item) => ({ key: item.label, ...item }))
}

/** What can be done with one record of any kind. */
export function recordItems({ id, to }: RecordInView): Item[] {
  const isTransfer = /^(exec_|cexec-)/.test(id)
  return [
    { key: 'open', label: 'Open full page', to },
    ...(isTransfer ? [{ key: 'receipt', label: 'Open receipt', to: paths.receipt(id) }] : []),
    { key: 'id', label: 'Copy id', sub: id, run: () => void copyText(id, 'Id copied') },
    {
      key: 'link',
      label: 'Copy link',
      run: () => void copyText(linkOf({ id, to }), 'Link copied'),
    },
  ]
}
