import { Fingerprint } from 'lucide-react'
import { useState } from 'react'
import { keys } from '../../../api/call.ts'
import { serviceNow } from '../../../api/clock.ts'
import { keysKey } from '../../../api/queries/developers/keys.ts'
import { useSession } from '../../../api/session.ts'
import { useAction, Refused } from '../../../features/actions/action.tsx'
import { KeyOnce } from '../../../features/developers/key-once.tsx'
import { networksOf, scopeGroups } from '../../../features/developers/key-texts.ts'
import { NetworksField } from '../../../features/developers/networks-field.tsx'
import { Checkbox, RadioGroup, SelectField, TextField } from '../../../ui/controls/inputs.tsx'
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx'
import { t } from '../../../messages/text.ts'

type Props = { onClose: () => void; onIssued: (apiToken: string) => void }

const dayMs = 24 * 3_600_000
const lives = [
  { value: '30', label: t('In 30 days') },
  { value: '90', label: t('In 90 days') },
  { value: '365', label: t('In 365 days') },
  { value: 'never', label: t('Never') },
]

/** Makes a key and shows its text, which is there already when it is issued: nothing has to load then. */
export function CreateKey({ onClose }: Pick<Props, 'onClose'>) {
  const [text, setText] = useState<string | undefined>()
  if (text !== undefined) return <KeyOnce text={text} onStored={onClose} />
  return <CreateDialog onClose={onClose} onIssued={setText} />
}

/** A new key: what it may do, for whom, from where and until when. */
function CreateDialog({ onClose, onIssued }: Props) {
  const [name, setName] = useState('')
  const [scopes, setScopes] = useState<readonly string[]>([])
  const [issuedTo, setIssuedTo] = useState('program')
  const [life, setLife] = useState('365')
  const [addresses, setAddresses] = useState('')
  const create = useAction(keys.create, {
    onDone: ({ data }) => onIssued(data.apiToken),
    stale: keysKey,
  })
  const missing = !name.trim()
    ? t('Name the key first')
    : scopes.length === 0
      ? t('Choose what the key may do first')
      : undefined
  const expiresAt =
    life === 'never' ? null : new Date(serviceNow() + Number(life) * dayMs).toISOString()
  return (
    <FormDialog
      title={t('Create API key')}
      description={t('You can give a key only what you may do yourself.')}
      wide
      button={t('Create key')}
      icon={Fingerprint}
      isBusy={create.isBusy}
      disabledReason={missing}
      onSubmit={() =>
        create.send({
          body: {
            name: name.trim(),
            scopes: [...scopes],
            issuedTo: issuedTo === 'me' ? 'me' : 'program',
            expiresAt,
            addresses: networksOf(addresses),
          },
        })
      }
      onClose={onClose}
    >
      <TextField
        label={t('Name')}
        maxLength={80}
        autoComplete="off"
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <ScopeChoice scopes={scopes} onChange={setScopes} />
      <HolderChoice value={issuedTo} onChange={setIssuedTo} />
      <SelectField
        label={t('Expires')}
        options={lives}
        value={life}
        onChange={(event) => setLife(event.target.value)}
      />
      <NetworksField value={addresses} onChange={setAddresses} />
      <Refused title={t('No key was created')} error={create.error} />
    </FormDialog>
  )
}

function HolderChoice({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  return (
    <RadioGroup
      label={t('For whom')}
      value={value}
      onChange={onChange}
      options={[
        {
          value: 'program',
          label: t('A program'),
          text: t('It stays when people leave. You do not approve what it asks for.'),
        },
        {
          value: 'me',
          label: t('Me'),
          text: t('What it does, you did. It ends when you leave.'),
        },
      ]}
    />
  )
}

type ScopeProps = { scopes: readonly string[]; onChange: (scopes: readonly string[]) => void }

/** What a person may not do themselves cannot be chosen. */
function ScopeChoice({ scopes, onChange }: ScopeProps) {
  const session = useSession()
  const own = new Set<string>(session?.member.permissions)
  return (
    <fieldset className="field">
      <legend className="field-label">{t('What it may do')}</legend>
      <div className="grid grid-2 gap-2">
        {scopeGroups.map((group) => (
          <fieldset key={group.label}>
            <legend className="strong">{group.label}</legend>
            {group.scopes.map(({ scope, label }) => (
              <div key={scope} title={own.has(scope) ? scope : t('You may not do this yourself.')}>
                <Checkbox
                  label={label}
                  aria-label={`${group.label}: ${label}`}
                  checked={scopes.includes(scope)}
                  disabled={!own.has(scope)}
                  onChange={(event) =>
                    onChange(
                      event.target.checked
                        ? [...scopes, scope]
                        : scopes.filter((other) => other !== scope),
                    )
                  }
                />
              </div>
            ))}
          </fieldset>
        ))}
      </div>
    </fieldset>
  )
}
