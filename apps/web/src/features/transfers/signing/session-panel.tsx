import { type FormEvent, useState } from 'react'
import { call, wallets } from '../../../api/call.ts'
import { errorText } from '../../../api/errors.ts'
import { startEmailSession, useEmailSession } from '../../../signing/session.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { useTimeLeft } from '../../../ui/display/countdown.tsx'
import { TextField } from '../../../ui/controls/text-input.tsx'
import { durationText } from '../../../ui/format/times.ts'
import type { WalletQuoted } from './quoted.ts'
import type { Signing } from './use-signing.ts'

type Props = { quote: WalletQuoted; signing: Signing; disabledReason: string | undefined }

/** Code, session, signature. The session's key stays in this page's memory and cannot be read out. */
export function SessionPanel({ quote, signing, disabledReason }: Props) {
  const { entityId } = quote.from.place
  const session = useEmailSession(entityId)
  if (!session) return <CodeForm entityId={entityId} />
  return (
    <div className="grid">
      <Button
        size="l"
        wide
        busy={signing.phase !== 'idle'}
        disabledReason={disabledReason}
        onClick={() => void signing.withSession(quote, session)}
      >
        Sign with e-mail session
      </Button>
      <SessionChip expiresAt={session.expiresAt} />
    </div>
  )
}

function SessionChip({ expiresAt }: { expiresAt: string }) {
  const left = useTimeLeft(expiresAt)
  return <p className="hint">The session ends in {durationText(left)}.</p>
}

type Sent = { otpId: string; destinationMasked: string }

function CodeForm({ entityId }: { entityId: string }) {
  const [sent, setSent] = useState<Sent | undefined>()
  const [code, setCode] = useState('')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | undefined>()
  const run = async (work: () => Promise<void>) => {
    if (busy) return
    setBusy(true)
    setProblem(undefined)
    try {
      await work()
    } catch (error) {
      setProblem(errorText(error))
    } finally {
      setBusy(false)
    }
  }
  const send = () =>
    run(async () => {
      const body = { otpType: 'OTP_TYPE_EMAIL' } as const
      const { data } = await call(wallets.initiateOtp, { params: { entityId }, body })
      setSent(data)
      setCode('')
    })
  const start = (event: FormEvent) => {
    event.preventDefault()
    if (!sent) return
    void run(async () => {
      await startEmailSession({ entityId, otpId: sent.otpId, otpCode: code.trim() })
    })
  }
  if (!sent) {
    return (
      <div className="grid">
        <p className="muted">A code goes to the entity’s e-mail address and opens a session.</p>
        <Button wide busy={busy} onClick={() => void send()}>
          Send code
        </Button>
        {problem ? <p role="alert">{problem}</p> : null}
      </div>
    )
  }
  return (
    <form className="grid" onSubmit={start} noValidate>
      <TextField
        label="Code"
        autoComplete="one-time-code"
        value={code}
        onChange={(event) => setCode(event.target.value)}
        error={problem}
        hint={`Sent to ${sent.destinationMasked}`}
      />
      <Button type="submit" wide busy={busy}>
        Start session
      </Button>
      <Button variant="quiet" wide busy={busy} onClick={() => void send()}>
        Send another code
      </Button>
    </form>
  )
}
