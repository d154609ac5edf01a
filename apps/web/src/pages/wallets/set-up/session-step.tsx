import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useSession } from '../../../api/session.ts'
import { startEmailSession } from '../../../signing/session.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { useNow } from '../../../api/clock.ts'
import { TextField } from '../../../ui/controls/text-input.tsx'
import { useSendCode } from './code-step.tsx'
import { MailboxHint } from './mailbox-hint.tsx'
import { forgetCode, type PendingCode } from './pending-code.ts'
import { StepForm } from './step-form.tsx'
import { isAboutCode, stepProblem } from './step-problems.ts'
import type { WalletView } from '../../../features/wallets/wallet-view.ts'

type Props = { entityId: string; code: PendingCode; view: WalletView }

/** Turns the code into a session. Its key is made for this page, opened here, and cannot be read out. */
export function SessionStep({ entityId, code, view }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const [missing, setMissing] = useState(false)
  const isSandbox = useSession()?.environment === 'sandbox'
  const start = useMutation({
    mutationFn: (otpCode: string) => startEmailSession({ entityId, otpId: code.otpId, otpCode }),
    onSuccess: () => forgetCode(entityId),
    onError: () => input.current?.focus(),
  })
  const aboutCode = isAboutCode(start.error) ? stepProblem(start.error) : undefined
  const submit = () => {
    const digits = typed.replaceAll(/[\s-]/g, '')
    setMissing(digits === '')
    if (digits === '') input.current?.focus()
    else start.mutate(digits)
  }
  return (
    <StepForm
      why="The code opens a 15-minute session. While it lasts, this page can sign as the entity; the key never leaves the browser."
      error={aboutCode ? undefined : start.error}
      onSubmit={submit}
    >
      <TextField
        ref={input}
        label="Code"
        mono
        fieldClass="max-w-[240px]"
        inputMode="numeric"
        autoComplete="one-time-code"
        spellCheck={false}
        value={typed}
        error={missing ? 'Enter the code' : aboutCode}
        onChange={(event) => {
          setTyped(event.target.value)
          setMissing(false)
          start.reset()
        }}
      />
      <div className="row flex-wrap">
        <Button type="submit" variant="primary" busy={start.isPending}>
          Start session
        </Button>
        <SendAgain view={view} after={code.resendAfter} />
      </div>
      {isSandbox ? <MailboxHint code={code} to={view.entity.email} /> : null}
    </StepForm>
  )
}

/** A new code ends the earlier one; the service decides how soon it makes sense. */
function SendAgain({ view, after }: { view: WalletView; after: string }) {
  const send = useSendCode(view)
  const seconds = Math.ceil((Date.parse(after) - useNow(1000)) / 1000)
  return (
    <>
      <Button
        variant="quiet"
        busy={send.isPending}
        disabledReason={seconds > 0 ? `Possible in ${seconds} s` : undefined}
        onClick={() => send.mutate()}
      >
        Send a new code
      </Button>
      {send.error ? <span className="field-error">{stepProblem(send.error)}</span> : null}
    </>
  )
}
