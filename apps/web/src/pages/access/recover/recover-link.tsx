import { useMutation, useQuery } from '@tanstack/react-query'
import { Fingerprint } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useParams } from 'react-router'
import { errorText, isApiError } from '../../../api/errors.ts'
import { recoveryLinkQuery } from '../../../api/queries/access.ts'
import { type RecoveryLink, type Session, staff } from '../../../api/staff.ts'
import { AccessFrame } from '../../../features/access/frame.tsx'
import { RecoveryCodes } from '../../../features/access/recovery-codes.tsx'
import { ceremonyText, createPasskey } from '../../../signing/passkeys.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { TextField } from '../../../ui/controls/inputs.tsx'
import { Notice } from '../../../ui/display/blocks.tsx'
import { SkeletonLines } from '../../../ui/display/skeleton.tsx'
import { PageTitle } from '../../../ui/page/page-head.tsx'
import { RegionError } from '../../../ui/page/region.tsx'
import { rich } from '../../../messages/rich.tsx'
import { t } from '../../../messages/text.ts'

type Recovered = { recoveryCodes: string[]; session: Session }

/** By a colleague's link: a code by mail, then a new passkey and new recovery codes. */
export function Component() {
  const { token = '' } = useParams()
  const [recovered, setRecovered] = useState<Recovered | undefined>()
  const link = useQuery(recoveryLinkQuery(token))
  let content: ReactNode = <SkeletonLines />
  if (recovered) content = <RecoveryCodes {...recovered} />
  else if (link.data) content = <Form token={token} link={link.data} onDone={setRecovered} />
  else if (isApiError(link.error) && link.error.status < 500) content = <DeadLink />
  else if (link.error) {
    content = (
      <RegionError error={link.error} what={t('The link')} onRetry={() => void link.refetch()} />
    )
  }
  return (
    <AccessFrame>
      <PageTitle>{t('Recover your access')}</PageTitle>
      {content}
    </AccessFrame>
  )
}

function DeadLink() {
  return (
    <>
      <h1>{t('This link no longer works')}</h1>
      <p className="muted mt-1">
        {t(
          'It was used already, has ended, or is not complete. Ask an owner or admin of your workspace for a new one.',
        )}
      </p>
    </>
  )
}

type FormProps = { token: string; link: RecoveryLink; onDone: (recovered: Recovered) => void }

function Form({ token, link, onDone }: FormProps) {
  const [code, setCode] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const { send, sent, create, busy, problem } = useRecovery(token, onDone)
  const needsCode = link.sentTo !== null
  useEffect(() => {
    if (problem ?? sent) input.current?.focus()
  }, [problem, sent])
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy) create(needsCode ? code.trim() : '000000')
      }}
    >
      <h1>{t('Recover your access')}</h1>
      <p className="muted mt-1">
        {rich('{name} of {workspace}: a new passkey takes the place of those you had.', {
          name: <span className="strong text-text">{link.name}</span>,
          workspace: link.workspaceName,
        })}
      </p>
      <div className="stack mt-8" style={{ gap: 16 }}>
        {needsCode ? (
          <>
            <Button size="l" wide onClick={send} busy={busy}>
              {sent ? t('Send another code') : t('Send me a code')}
            </Button>
            {sent ? (
              <Notice
                tone="done"
                title={t('A code was sent to {address}', { address: link.sentTo ?? '' })}
              >
                {t('It is good for ten minutes. Give it to nobody, colleagues included.')}
              </Notice>
            ) : null}
            <TextField
              ref={input}
              label={t('Code from the e-mail')}
              hint={t('Six digits.')}
              mono
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={6}
              value={code}
              error={problem?.text}
              onChange={(event) => setCode(event.target.value)}
            />
          </>
        ) : problem ? (
          <Notice tone="fail" alert title={problem.text} />
        ) : null}
        <Button type="submit" variant="primary" size="l" wide busy={busy} icon={<Fingerprint />}>
          {t('Create a new passkey')}
        </Button>
      </div>
    </form>
  )
}

/** A new object for each failure, so that the same text twice is announced twice. */
type Problem = { text: string }

function useRecovery(token: string, onDone: (recovered: Recovered) => void) {
  const [problem, setProblem] = useState<Problem | undefined>()
  const onError = (error: unknown) => setProblem({ text: errorText(error) })
  const sending = useMutation({
    mutationFn: () => {
      setProblem(undefined)
      return staff.sendRecoveryCode(token)
    },
    onError,
  })
  const recovery = useMutation({
    mutationFn: async (code: string) => {
      setProblem(undefined)
      if (!/^\d{6}$/.test(code))
        return setProblem({ text: t('Enter the six digits from the e-mail') })
      const { challengeId, ...options } = await staff.recoveryLinkOptions(token, code)
      const made = await createPasskey(options)
      if (!made.ok) return setProblem({ text: ceremonyText[made.failure] })
      return onDone(await staff.recoverByLink(token, { challengeId, attestation: made.value }))
    },
    onError,
  })
  return {
    send: () => sending.mutate(),
    sent: sending.data,
    create: recovery.mutate,
    busy: recovery.isPending || sending.isPending,
    problem,
  }
}
