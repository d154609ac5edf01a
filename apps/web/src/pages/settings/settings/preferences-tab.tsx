import { paths } from '../../../routing/paths.ts'
import { useNow } from '../../../api/clock.ts'
import { Checkbox, RadioGroup } from '../../../ui/controls/choice.tsx'
import { Combobox } from '../../../ui/controls/combobox.tsx'
import { SelectField } from '../../../ui/controls/select.tsx'
import { Card } from '../../../ui/display/card.tsx'
import type { Conventions } from '../../../ui/format/conventions.ts'
import { amountText } from '../../../ui/format/numbers.ts'
import { timeText } from '../../../ui/format/times.ts'
import {
  changePreferences,
  type Density,
  type Preferences,
  type Theme,
  usePreferences,
} from '../../../ui/preferences/preferences.ts'

const deviceZone = new Intl.DateTimeFormat().resolvedOptions().timeZone
/** Some browsers know these places by their former names only. */
const presentNames: Record<string, string> = {
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho Chi Minh',
  'Europe/Kiev': 'Europe/Kyiv',
}
const zones = [
  { value: 'local', label: `This device (${deviceZone})` },
  ...Intl.supportedValuesOf('timeZone').map((name) => ({
    value: name,
    label: presentNames[name] ?? name.replaceAll('_', ' '),
  })),
]
const groups = [
  { value: 'comma', label: '1,234,567.50' },
  { value: 'space', label: '1 234 567.50' },
  { value: 'apostrophe', label: '1’234’567.50' },
]
const dates = [
  { value: 'day', label: '20 Nov' },
  { value: 'month', label: 'Nov 20' },
  { value: 'iso', label: '2026-11-20' },
]
const hours = [
  { value: '24', label: '24 hours' },
  { value: '12', label: '12 hours' },
]
const densities = [
  { value: 'compact', label: 'Compact' },
  { value: 'normal', label: 'Normal' },
  { value: 'comfortable', label: 'Roomy' },
]
const themes = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'system', label: 'System' },
]
const motions = [
  { value: 'system', label: 'As this device' },
  { value: 'less', label: 'Less motion' },
]
const landings = [
  { value: paths.overview, label: 'Overview' },
  { value: paths.inbox, label: 'Inbox' },
  { value: paths.transfers, label: 'Transfers' },
  { value: paths.approvals, label: 'Approvals' },
  { value: paths.payinRoutes, label: 'Pay-in routes' },
  { value: paths.heldDeposits, label: 'Held deposits' },
  { value: paths.liquidity, label: 'Liquidity' },
  { value: paths.wallets, label: 'Wallets' },
  { value: paths.entities, label: 'Entities & KYC' },
  { value: paths.webhooks(), label: 'Webhooks' },
]

/** How the dashboard looks and reads. Takes effect at once, in every tab and on every device. */
export function PreferencesTab() {
  return (
    <div className="grid grid-2">
      <TimeCard />
      <NumberCard />
      <LookCard />
      <UseCard />
    </div>
  )
}

function TimeCard() {
  const { homeZone, zone, dates: order, hours: clock } = usePreferences()
  const now = useNow(60_000)
  return (
    <Card title="Time">
      <div className="grid">
        <Combobox
          label="Your time zone"
          options={zones}
          value={homeZone}
          emptyText="No time zone of that name"
          onChange={(value) =>
            changePreferences({ homeZone: value, ...(zone === 'utc' ? {} : { zone: value }) })
          }
        />
        <RadioGroup
          label="Show times in"
          look="segment"
          options={[
            { value: 'home', label: 'Your time zone' },
            { value: 'utc', label: 'UTC' },
          ]}
          value={zone === 'utc' ? 'utc' : 'home'}
          onChange={(value) => changePreferences({ zone: value === 'utc' ? 'utc' : homeZone })}
        />
        <RadioGroup
          label="Dates"
          look="segment"
          options={dates}
          value={order}
          onChange={(value) => changePreferences({ dates: value as Conventions['dates'] })}
        />
        <RadioGroup
          label="Clock"
          look="segment"
          options={hours}
          value={clock}
          onChange={(value) => changePreferences({ hours: value as Conventions['hours'] })}
        />
        <p className="muted">
          Now: {timeText(now, zone, { withZone: true })}. Lists, filters and exports use the same
          time zone.
        </p>
      </div>
    </Card>
  )
}

function NumberCard() {
  const { groups: chosen } = usePreferences()
  return (
    <Card title="Numbers">
      <div className="grid">
        <RadioGroup
          label="Number format"
          look="segment"
          options={groups}
          value={chosen}
          onChange={(value) => changePreferences({ groups: value as Conventions['groups'] })}
        />
        <p className="muted">
          Example: {amountText('1234567.5', 'EUR')}. Decimals always have a point, so that what you
          read is what you type.
        </p>
      </div>
    </Card>
  )
}

function LookCard() {
  const { theme, density, motion } = usePreferences()
  return (
    <Card title="Appearance">
      <div className="grid">
        <RadioGroup
          label="Theme"
          look="segment"
          options={themes}
          value={theme}
          onChange={(value) => changePreferences({ theme: value as Theme })}
        />
        <RadioGroup
          label="Row height"
          look="segment"
          options={densities}
          value={density}
          onChange={(value) => changePreferences({ density: value as Density })}
        />
        <RadioGroup
          label="Motion"
          look="segment"
          options={motions}
          value={motion}
          onChange={(value) => changePreferences({ motion: value as Preferences['motion'] })}
        />
      </div>
    </Card>
  )
}

function UseCard() {
  const { shortcuts, pagedLists, landing } = usePreferences()
  return (
    <Card title="Behaviour">
      <div className="grid">
        <SelectField
          label="Start page"
          hint="Where you begin after signing in."
          options={landings}
          value={landing}
          onChange={(event) => changePreferences({ landing: event.target.value })}
        />
        <Checkbox
          label="Single-key shortcuts"
          checked={shortcuts}
          onChange={(event) => changePreferences({ shortcuts: event.target.checked })}
        />
        <Checkbox
          label="Lists in pages of 50 rows, for find-in-page, screen readers and print"
          checked={pagedLists}
          onChange={(event) => changePreferences({ pagedLists: event.target.checked })}
        />
      </div>
    </Card>
  )
}
