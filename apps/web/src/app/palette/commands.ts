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
import { t } from '../../messages/text.ts'

type Command = Omit<Item, 'key'> & { needs?: string }

const themeLabels = {
  light: t('Use light theme'),
  dark: t('Use dark theme'),
  system: t('Use system theme'),
}

const forms: readonly Command[] = [
  { label: t('New transfer'), to: paths.newTransfer, needs: 'transfers:write' },
  { label: t('New entity'), to: paths.newEntity, needs: 'entities:write' },
  { label: t('Add account'), to: paths.newAccount, needs: 'accounts:write' },
  { label: t('Create funding account'), to: paths.newFundingAccount, needs: 'accounts:write' },
  { label: t('Create pay-in route'), to: paths.newPayinRoute, needs: 'payin-routes:write' },
  { label: t('Reserve liquidity'), to: liquidityPaths.newReserve, needs: 'liquidity:write' },
  { label: t('Draw on liquidity'), to: liquidityPaths.newDrawing, needs: 'liquidity:write' },
  { label: t('Review held deposits'), to: paths.heldDeposits, needs: 'payin-routes:read' },
  { label: t('Verification queue'), to: paths.kycQueue, needs: 'kyc:read' },
]

/** Forms that the person may use, and what keys do on every page. */
export function commandItems(permissions: readonly string[], onSheet: () => void): Item[] {
  const exporting = document.querySelector<HTMLElement>('#main [data-key=export]')
  const commands: Command[] = [
    ...forms.filter(({ needs }) => needs === undefined || permissions.includes(needs)),
    ...(exporting ? [{ label: t('Export this view'), run: () => exporting.click() }] : []),
    {
      label: t('Copy link to this page'),
      run: () => void copyText(linkOf(recordInView()), t('Link copied')),
    },
    { label: t('Keyboard shortcuts'), run: onSheet },
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
        label: themeLabels[other],
        run: () => changePreferences({ theme: other }),
      })),
    {
      label: zone === 'utc' ? t('Show local time') : t('Show UTC'),
      run: () => changePreferences({ zone: zone === 'utc' ? 'local' : 'utc' }),
    },
    {
      label: railMin ? t('Expand navigation') : t('Collapse navigation'),
      run: () => changePreferences({ railMin: !railMin }),
    },
    {
      label: shortcuts ? t('Turn single-key shortcuts off') : t('Turn single-key shortcuts on'),
      run: () => changePreferences({ shortcuts: !shortcuts }),
    },
  ]
  return items.map((item) => ({ key: item.label, ...item }))
}

/** What can be done with one record of any kind. */
export function recordItems({ id, to }: RecordInView): Item[] {
  const isTransfer = /^(exec_|cexec-)/.test(id)
  return [
    { key: 'open', label: t('Open full page'), to },
    ...(isTransfer ? [{ key: 'receipt', label: t('Open receipt'), to: paths.receipt(id) }] : []),
    { key: 'id', label: t('Copy id'), sub: id, run: () => void copyText(id, t('Id copied')) },
    {
      key: 'link',
      label: t('Copy link'),
      run: () => void copyText(linkOf({ id, to }), t('Link copied')),
    },
  ]
}
