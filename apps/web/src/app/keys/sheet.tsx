import { Dialog } from '../../ui/overlays/dialog.tsx'
import { usePreferences } from '../../ui/preferences/preferences.ts'
import { Keycaps } from '../palette/keycaps.tsx'
import { type Shortcut, shortcuts } from './key-table.ts'

const groups: readonly Shortcut['group'][] = [
  'Everywhere',
  'Go to',
  'In a list',
  'Beside a list',
  'In a chart',
]

/** All keys, as the handler knows them. */
export function Sheet({ onClose }: { onClose: () => void }) {
  const { shortcuts: isOn } = usePreferences()
  return (
    <Dialog
      open
      wide
      onOpenChange={onClose}
      title="Keyboard shortcuts"
      description={
        isOn
          ? 'Single keys work outside text fields. You can turn them off in the account menu.'
          : 'Single keys are turned off. You can turn them on in the account menu.'
      }
    >
      <div className="grid-2">
        {groups.map((group) => (
          <section key={group} aria-label={group} className="mb-4">
            <h3 className="strong mb-2">{group}</h3>
            <dl>
              {shortcuts
                .filter((one) => one.group === group)
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
