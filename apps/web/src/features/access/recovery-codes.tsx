import { Download } from 'lucide-react'
import { useState } from 'react'
import type { Session } from '../../api/staff.ts'
import { Button, CopyButton } from '../../ui/controls/button.tsx'
import { Checkbox } from '../../ui/controls/inputs.tsx'
import { saveAs } from '../../ui/controls/save-as.ts'
import { paths } from '../../routing/paths.ts'
import { useEnter } from './use-enter.ts'
import { t } from '../../messages/text.ts'

type Props = { recoveryCodes: string[]; session: Session }

/** Shown once. Going on needs a confirmation that they are stored. */
export function RecoveryCodes({ recoveryCodes, session }: Props) {
  const enter = useEnter()
  const [stored, setStored] = useState(false)
  const text = recoveryCodes.join('\n')
  return (
    <>
      <h1>{t('Save your recovery codes')}</h1>
      <p className="muted mt-1">
        {t(
          'Each works once when your passkey is lost. They are shown only now and cannot be read again.',
        )}
      </p>
      <div className="stack mt-6" style={{ gap: 16 }}>
        <div className="relative">
          <ul className="recovery-codes">
            {recoveryCodes.map((code) => (
              <li key={code}>{code}</li>
            ))}
          </ul>
          <span className="absolute right-2 top-2">
            <CopyButton text={text} label={t('Copy recovery codes')} />
          </span>
        </div>
        <Button
          icon={Download}
          size="l"
          wide
          onClick={() => saveAs('corridor-recovery-codes.txt', fileOf(session, text))}
        >
          {t('Save recovery codes')}
        </Button>
        <Checkbox
          label={t('I have stored them')}
          checked={stored}
          onChange={(event) => setStored(event.target.checked)}
        />
        <Button
          variant="primary"
          size="l"
          wide
          onClick={() => enter(session)}
          disabledReason={stored ? undefined : t('Store the codes first')}
        >
          {t('Continue')}
        </Button>
      </div>
    </>
  )
}

/** What the codes are for, whose and of when: a file of bare codes says nothing a year later. */
function fileOf({ workspace, member, serverTime }: Session, codes: string): string {
  return [
    t('Corridor recovery codes'),
    t('Workspace: {name}', { name: workspace.name }),
    t('Name: {name}', { name: member.name }),
    t('Created: {date}', { date: serverTime.slice(0, 10) }),
    t('Use: {address}', { address: `${window.location.origin}${paths.recover}` }),
    t('Each code works once when your passkey is lost. Anyone who has one can sign in as you.'),
    '',
    codes,
    '',
  ].join('\n')
}
