import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useRef, useState, useId } from 'react'
import { useNow } from '../../../api/clock.ts'
import { useSession, useMissingPermission } from '../../../api/session.ts'
import { startCodeSession, useOwner } from '../../../signing/session.ts'
import { Button, CopyButton } from '../../../ui/controls/button.tsx'
import { TextField } from '../../../ui/controls/inputs.tsx'
import { forgetCode, type PendingCode } from './pending-code.ts'
import { isAboutCode, walletProblem } from './problems.ts'
import { t } from '../../../messages/text.ts'
import { ChevronRight } from 'lucide-react'
import { errorText } from '../../../api/errors.ts'
import { rich } from '../../../messages/rich.tsx'
import { q, sandbox } from '../../../api/call.ts'

type Props = {
  entityId: string
  code: PendingCode
  /** Sends a new code; what it says of a failure is shown beside the button. */
  again: { send: () => void; isBusy: boolean; error: unknown }
  /** What a refusal says that is not about the code. */
  problem: (error: unknown) => React.ReactNode
}

/** Turns a code into a session. Its key is made by this browser and cannot be read out. */
export function CodeForm({ entityId, code, again, problem }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const [missing, setMissing] = useState(false)
  const owner = useOwner()
  const isSandbox = useSession()?.environment === 'sandbox'
  const start = useMutation({
    mutationFn: async (otpCode: string) => {
      const { otpId, otpEncryptionTargetBundle: targetBundle } = code
      if (owner) await startCodeSession({ entityId, otpId, otpCode, targetBundle }, owner)
    },
    onSuccess: () => forgetCode(entityId),
    onError: () => input.current?.focus(),
  })
  const aboutCode = isAboutCode(start.error) ? walletProblem(start.error) : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const plain = typed.replaceAll(/[\s-]/g, '')
    setMissing(plain === '')
    if (plain === '') input.current?.focus()
    else start.mutate(plain)
  }
  return (
    <form className="grid" noValidate onSubmit={submit}>
      <TextField
        ref={input}
        label={t('Code')}
        mono
        fieldClass="max-w-[240px]"
        inputMode="numeric"
        autoComplete="one-time-code"
        spellCheck={false}
        value={typed}
        error={missing ? t('Enter the code') : aboutCode}
        onChange={(event) => {
          setTyped(event.target.value)
          setMissing(false)
          start.reset()
        }}
      />
      <div className="row flex-wrap">
        <Button type="submit" variant="primary" busy={start.isPending || !owner}>
          {t('Start session')}
        </Button>
        <SendAgain after={code.resendAfter} {...again} />
      </div>
      {isSandbox ? <MailboxHint code={code} /> : null}
      {start.error && !aboutCode ? problem(start.error) : null}
    </form>
  )
}

/** A new code ends the earlier one; the service decides how soon it makes sense. */
function SendAgain({ after, send, isBusy, error }: Props['again'] & { after: string }) {
  const seconds = Math.ceil((Date.parse(after) - useNow(1000)) / 1000)
  return (
    <>
      <Button
        variant="quiet"
        busy={isBusy}
        disabledReason={seconds > 0 ? t('Possible in {seconds} s', { seconds }) : undefined}
        onClick={send}
      >
        {t('Send a new code')}
      </Button>
      {error ? <span className="field-error">{walletProblem(error)}</span> : null}
    </>
  )
}

/** In a sandbox no mail is sent: what would have been is in its mailbox. */
function MailboxHint({ code }: { code: PendingCode }) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const missing = useMissingPermission('sandbox')
  return (
    <div className="row flex-wrap">
      <Button
        size="s"
        variant="quiet"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        disabledReason={missing}
        icon={<ChevronRight className={open ? 'icon-medium rotate-90' : 'icon-medium'} />}
        onClick={() => setOpen(!open)}
      >
        {t('Sandbox mailbox')}
      </Button>
      {open ? <MailboxCode id={id} code={code} /> : null}
      {open ? null : (
        <span className="muted">{t('No message leaves a sandbox; the code waits here.')}</span>
      )}
    </div>
  )
}

function MailboxCode({ id, code }: { id: string; code: PendingCode }) {
  const { data, error } = useQuery(outboxCodeQuery(code.otpId, code.channel))
  return (
    <output id={id} className="row gap-1">
      {error ? errorText(error) : null}
      {data ? (
        <>
          <span>
            {rich('Sandbox mailbox: code {code}', { code: <b className="mono">{data}</b> })}
          </span>
          <CopyButton text={data} label={t('Copy code')} />
        </>
      ) : null}
      {data === null ? t('The mailbox has no message with this code.') : null}
    </output>
  )
}

/** The code of a message in the sandbox's mailbox; null where there is none. */
const outboxCodeQuery = (otpId: string, channel: 'EMAIL' | 'SMS') =>
  q(
    sandbox.outbox,
    { channel, limit: '50' },
    { select: ({ data }) => data.find((message) => message.otpId === otpId)?.code ?? null },
  )
