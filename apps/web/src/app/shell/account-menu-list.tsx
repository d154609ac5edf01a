import { codeLabel } from '../../messages/service.ts'
import { Clock, Keyboard, LogOut, Monitor, Moon, Settings, Sun } from 'lucide-react'
import { useNavigate } from 'react-router'
import { useSession } from '../../api/session.ts'
import { staff } from '../../api/staff.ts'
import { errorText } from '../../api/errors.ts'
import { paths } from '../../routing/paths.ts'
import { Menu, MenuItem, MenuSeparator } from '../../ui/overlays/menu.tsx'
import { toast } from '../../ui/overlays/toast.ts'
import {
  changePreferences,
  type Theme,
  toggleZone,
  usePreferences,
} from '../../ui/preferences/preferences.ts'
import { AccountButton } from './account-button.tsx'
import { t } from '../../messages/text.ts'

const themes = [
  { theme: 'light', label: t('Light theme'), icon: Sun },
  { theme: 'dark', label: t('Dark theme'), icon: Moon },
  { theme: 'system', label: t('System theme'), icon: Monitor },
] as const satisfies { theme: Theme; label: string; icon: unknown }[]

/** The open menu; loaded when the button is about to be used, because the shell starts without overlays. */
export function AccountMenuList({ defaultOpen }: { defaultOpen: boolean }) {
  const session = useSession()
  const navigate = useNavigate()
  const { theme, zone, shortcuts } = usePreferences()
  return (
    <Menu defaultOpen={defaultOpen} trigger={<AccountButton />}>
      {session ? (
        <div className="menu-account">
          <div className="strong">{session.member.name}</div>
          <div className="caption">
            {session.member.roleName ?? codeLabel(session.member.role)}, {session.workspace.name}
          </div>
        </div>
      ) : null}
      <MenuSeparator />
      {themes.map((option) => (
        <MenuItem
          key={option.theme}
          icon={<option.icon />}
          current={option.theme === theme}
          onSelect={() => changePreferences({ theme: option.theme })}
        >
          {option.label}
        </MenuItem>
      ))}
      <MenuSeparator />
      <MenuItem icon={<Clock />} onSelect={toggleZone}>
        {zone === 'utc' ? t('Show local time') : t('Show UTC')}
      </MenuItem>
      <MenuItem icon={<Keyboard />} onSelect={() => changePreferences({ shortcuts: !shortcuts })}>
        {shortcuts ? t('Turn single-key shortcuts off') : t('Turn single-key shortcuts on')}
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={<Settings />} onSelect={() => void navigate(paths.settings())}>
        {t('Settings')}
      </MenuItem>
      <MenuItem icon={<LogOut />} onSelect={() => void signOut()}>
        {t('Sign out')}
      </MenuItem>
    </Menu>
  )
}

/** Leaves by a full load, so that keys and data in memory go with the page. */
async function signOut(): Promise<void> {
  try {
    await staff.signOut()
    window.location.assign(paths.signIn)
  } catch (error) {
    toast({ tone: 'fail', title: t('Not signed out'), text: errorText(error) })
  }
}
