import { Dialog } from '../../ui/overlays/dialog.tsx'
import { usePreferences } from '../../ui/preferences/preferences.ts'
import { Keycaps } from '../palette/keycaps.tsx'
import { type Shortcut, shortcuts } from './key-table.ts'
import { t } from '../../messages/text.ts'

const groups: readonly { group: Shortcut['group']; title: string }[] = [
  { group: 'everywhere', title: t('Everywhere') },
  { group: 'go', title: t('Go to') },
  { group: 'list', title: t('In a list') },
  { group: 'beside', title: t('Beside a list') },
  { group: 'chart', title: t('In a chart') },
]

/** All keys, as the handler knows them. */
export function Sheet({ onClose }: { onClose: () => void }) {
  const { shortcuts: isOn } = usePreferences()
  return (
    <Dialog
      open
      wide
      onOpenChange={onClose}
      title={t('Keyboard shortcuts')}
      description={
        isOn
          ? t('Single keys work outside text fields. You can turn them off in the account menu.')
          : t('Single keys are turned off. You can turn them on in the account menu.')
      }
    >
      <div className="grid grid-2 items-start">
        {groups.map(({ group, title }) => (
          <section key={group} aria-label={title} className="mb-4">
            <h3 className="strong mb-2">{title}</h3>
            <dl>
              {shortcuts
                .filter((shortcut) => shortcut.group === group)
                .map(({ keys, also = [], action, label }) => (
                  <div key={`${keys} ${action}`} className="row">
                    <dt className="grow">{label}</dt>
                    <dd className="row gap-1">
                      {[keys, ...also].map((name) => (
                        <Keycaps key={name} keys={name} />
                      ))}
                    </dd>
                  </div>
                ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}
