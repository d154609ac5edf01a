import type { ComponentProps } from 'react'
import { paths } from '../../../routing/paths.ts'
import { useNow } from '../../../api/clock.ts'
import { Checkbox, RadioGroup, SelectField } from '../../../ui/controls/inputs.tsx'
import { Combobox } from '../../../ui/controls/combobox.tsx'
import { Card } from '../../../ui/display/blocks.tsx'
import { amountText } from '../../../ui/format/numbers.ts'
import { timeText } from '../../../ui/format/times.ts'
import { changePreferences, usePreferences } from '../../../ui/preferences/preferences.ts'
import { followLanguage, type LanguageChoice, languages } from '../../../messages/language.ts'
import { t } from '../../../messages/text.ts'

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
  { value: 'local', label: t('This device ({zone})', { zone: deviceZone }) },
  ...Intl.supportedValuesOf('timeZone').map((name) => ({
    value: name,
    label: presentNames[name] ?? name.replaceAll('_', ' '),
  })),
]
const languageOptions = [
  { value: 'browser', label: t('As this browser') },
  ...languages.map(({ tag, name }) => ({ value: tag, label: name })),
]
const groups = [
  { value: 'comma', label: '1,234,567.50' },
  { value: 'space', label: '1 234 567.50' },
  { value: 'apostrophe', label: '1’234’567.50' },
]
const dates = [
  { value: 'day', label: t('20 Nov') },
  { value: 'month', label: t('Nov 20') },
  { value: 'iso', label: '2026-11-20' },
]
const hours = [
  { value: '24', label: t('24 hours') },
  { value: '12', label: t('12 hours') },
]
const densities = [
  { value: 'compact', label: t('Compact') },
  { value: 'normal', label: t('Normal') },
  { value: 'comfortable', label: t('Roomy') },
]
const themes = [
  { value: 'light', label: t('Light') },
  { value: 'dark', label: t('Dark') },
  { value: 'system', label: t('System') },
]
const motions = [
  { value: 'system', label: t('As this device') },
  { value: 'less', label: t('Less motion') },
]
const landings = [
  { value: paths.overview, label: t('Overview') },
  { value: paths.inbox, label: t('Inbox') },
  { value: paths.transfers, label: t('Transfers') },
  { value: paths.approvals, label: t('Approvals') },
  { value: paths.payinRoutes, label: t('Pay-in routes') },
  { value: paths.heldDeposits, label: t('Held deposits') },
  { value: paths.liquidity, label: t('Liquidity') },
  { value: paths.wallets, label: t('Wallets') },
  { value: paths.entities, label: t('Entities & KYC') },
  { value: paths.webhooks(), label: t('Webhooks') },
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

type ChoiceProps = Pick<ComponentProps<typeof RadioGroup>, 'label' | 'options'> & {
  name: 'dates' | 'hours' | 'groups' | 'theme' | 'density' | 'motion'
}

function Choice({ name, ...shown }: ChoiceProps) {
  return (
    <RadioGroup
      {...shown}
      look="segment"
      value={usePreferences()[name]}
      onChange={(value) => changePreferences({ [name]: value })}
    />
  )
}

function TimeCard() {
  const { homeZone, zone } = usePreferences()
  const now = useNow(60_000)
  return (
    <Card title={t('Time')}>
      <div className="grid">
        <Combobox
          label={t('Your time zone')}
          options={zones}
          value={homeZone}
          emptyText={t('No time zone of that name')}
          onChange={(value) =>
            changePreferences({ homeZone: value, ...(zone === 'utc' ? {} : { zone: value }) })
          }
        />
        <RadioGroup
          label={t('Show times in')}
          look="segment"
          options={[
            { value: 'home', label: t('Your time zone') },
            { value: 'utc', label: 'UTC' },
          ]}
          value={zone === 'utc' ? 'utc' : 'home'}
          onChange={(value) => changePreferences({ zone: value === 'utc' ? 'utc' : homeZone })}
        />
        <Choice name="dates" label={t('Dates')} options={dates} />
        <Choice name="hours" label={t('Clock')} options={hours} />
        <p className="muted">
          {t('Now: {time}. Lists, filters and exports use the same time zone.', {
            time: timeText(now, zone, { withZone: true }),
          })}
        </p>
      </div>
    </Card>
  )
}

function NumberCard() {
  // The example is written again once the groups change.
  usePreferences()
  return (
    <Card title={t('Numbers')}>
      <div className="grid">
        <Choice name="groups" label={t('Number format')} options={groups} />
        <p className="muted">
          {t(
            'Example: {amount}. Decimals always have a point, so that what you read is what you type.',
            { amount: amountText('1234567.5', 'EUR') },
          )}
        </p>
      </div>
    </Card>
  )
}

function LookCard() {
  const { language } = usePreferences()
  return (
    <Card title={t('Appearance')}>
      <div className="grid">
        <SelectField
          label={t('Language')}
          options={languageOptions}
          value={language}
          onChange={({ target }) => {
            const choice = target.value as LanguageChoice
            changePreferences({ language: choice })
            followLanguage(choice)
          }}
        />
        <Choice name="theme" label={t('Theme')} options={themes} />
        <Choice name="density" label={t('Row height')} options={densities} />
        <Choice name="motion" label={t('Motion')} options={motions} />
      </div>
    </Card>
  )
}

function UseCard() {
  const { shortcuts, pagedLists, landing } = usePreferences()
  return (
    <Card title={t('Behaviour')}>
      <div className="grid">
        <SelectField
          label={t('Start page')}
          hint={t('Where you begin after signing in.')}
          options={landings}
          value={landing}
          onChange={(event) => changePreferences({ landing: event.target.value })}
        />
        <Checkbox
          label={t('Single-key shortcuts')}
          checked={shortcuts}
          onChange={(event) => changePreferences({ shortcuts: event.target.checked })}
        />
        <Checkbox
          label={t('Lists in pages of 50 rows, for find-in-page, screen readers and print')}
          checked={pagedLists}
          onChange={(event) => changePreferences({ pagedLists: event.target.checked })}
        />
      </div>
    </Card>
  )
}
