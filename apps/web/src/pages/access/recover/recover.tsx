import { useMutation } from '@tanstack/react-query'
import { Fingerprint } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { errorText } from '../../../api/errors.ts'
import { type Recovered, staff } from '../../../api/staff.ts'
import { TextLink } from '../../../ui/page/links.tsx'
import { PageTitle } from '../../../ui/page/page-head.tsx'
import { paths } from '../../../routing/paths.ts'
import { ceremonyText, createPasskey } from '../../../signing/passkeys.ts'
import { Button, Form } from '../../../ui/controls/button.tsx'
import { Notice } from '../../../ui/display/blocks.tsx'
import { TextField } from '../../../ui/controls/inputs.tsx'
import { AccessFrame } from '../../../features/access/frame.tsx'
import { useEnter } from '../../../features/access/use-enter.ts'
import { rich } from '../../../messages/rich.tsx'
import { plural, t } from '../../../messages/text.ts'

const title = t('Recover your access')
/** Longer than any code with its separators; the server refuses more. */
const codeLengthMax = 40

/** Who has lost the passkey creates a new one with a recovery code. */
export function Component() {
  const [recovered, setRecovered] = useState<Recovered | undefined>()
  return (
    <AccessFrame>
      <PageTitle>{title}</PageTitle>
      {recovered ? <Welcome {...recovered} /> : <RecoverForm onDone={setRecovered} />}
    </AccessFrame>
  )
}

function RecoverForm({ onDone }: { onDone: (recovered: Recovered) => void }) {
  const [code, setCode] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const { recover, busy, problem } = useRecovery(onDone)
  // The reason is read out with the field that it belongs to.
  useEffect(() => {
    if (problem) input.current?.focus()
  }, [problem])
  return (
    <>
      <Form
        onSubmit={() => {
          if (!busy) recover(code.trim())
        }}
      >
        <h1>{title}</h1>
        <p className="muted mt-1">
          {t(
            'With one of the recovery codes that you stored when you enrolled. It is used up once the new passkey is there; your other sessions end.',
          )}
        </p>
        <div className="stack mt-8" style={{ gap: 16 }}>
          <TextField
            ref={input}
            label={t('Recovery code')}
            hint={t('Four groups of four. Capitals and spaces do not matter.')}
            mono
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={codeLengthMax}
            value={code}
            error={problem?.text}
            onChange={(event) => setCode(event.target.value)}
          />
          <Button type="submit" variant="primary" size="l" wide busy={busy} icon={<Fingerprint />}>
            {t('Create a new passkey')}
          </Button>
        </div>
      </Form>
      <p className="caption mt-8">
        {t('No code? An owner or admin of your workspace can recover your access under Team.')}
      </p>
      <p className="mt-4">
        <TextLink to={paths.signIn}>{t('Back to sign in')}</TextLink>
      </p>
    </>
  )
}

/** A new object for each failure, so that the same text twice is announced twice. */
type Problem = { text: string }

function useRecovery(onDone: (recovered: Recovered) => void) {
  const [problem, setProblem] = useState<Problem | undefined>()
  const recovery = useMutation({
    mutationFn: async (code: string) => {
      setProblem(undefined)
      if (code === '') return setProblem({ text: t('Enter a recovery code') })
      const { challengeId, ...options } = await staff.recoveryOptions(code)
      const made = await createPasskey(options)
      if (!made.ok) return setProblem({ text: ceremonyText[made.failure] })
      return onDone(await staff.recover({ challengeId, attestation: made.value }))
    },
    onError: (error) => setProblem({ text: errorText(error) }),
  })
  return { recover: recovery.mutate, busy: recovery.isPending, problem }
}

const fewCodes = 3

function Welcome({ codesLeft, session }: Recovered) {
  const enter = useEnter()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <>
      <h1 ref={heading} tabIndex={-1}>
        {t('Your new passkey works')}
      </h1>
      <p className="muted mt-1">
        {rich('You are signed in as {name}. Your other sessions have ended.', {
          name: <span className="strong text-text">{session.member.name}</span>,
        })}
      </p>
      <div className="stack mt-8" style={{ gap: 16 }}>
        <Notice tone={codesLeft < fewCodes ? 'wait' : 'done'} title={leftText(codesLeft)}>
          {codesLeft < fewCodes
            ? t('Ask an owner or admin for a new enrolment link before the last one is gone.')
            : t('The one you used cannot be used again.')}
        </Notice>
        <Button variant="primary" size="l" wide onClick={() => enter(session)}>
          {t('Continue')}
        </Button>
      </div>
    </>
  )
}

function leftText(count: number): string {
  if (count === 0) return t('No recovery codes left')
  return plural(count, { one: '{count} recovery code left', other: '{count} recovery codes left' })
}
