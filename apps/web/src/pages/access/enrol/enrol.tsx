import { codeLabel } from '../../../messages/service.ts'
import { useQuery } from '@tanstack/react-query'
import { Fingerprint } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useParams } from 'react-router'
import { errorText, isApiError } from '../../../api/errors.ts'
import { type Enrolment, type Session, staff } from '../../../api/staff.ts'
import { PageTitle } from '../../../ui/page/page-head.tsx'
import { RegionError } from '../../../ui/page/region.tsx'
import { ceremonyText, createPasskey } from '../../../signing/passkeys.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Notice } from '../../../ui/display/blocks.tsx'
import { SkeletonLines } from '../../../ui/display/skeleton.tsx'
import { TextField } from '../../../ui/controls/inputs.tsx'
import { useFixedForm } from '../../../ui/fields/use-fixed-form.ts'
import { Time } from '../../../ui/display/values.tsx'
import { AccessFrame } from '../../../features/access/frame.tsx'
import { RecoveryCodes } from '../../../features/access/recovery-codes.tsx'
import { enrolmentQuery } from '../../../api/queries/access.ts'
import { rich } from '../../../messages/rich.tsx'
import { t } from '../../../messages/text.ts'

type Enrolled = { recoveryCodes: string[]; session: Session }

/** First use: name, passkey, recovery codes. The link works once. */
export function Component() {
  const { token = '' } = useParams()
  const [enrolled, setEnrolled] = useState<Enrolled | undefined>()
  const link = useQuery(enrolmentQuery(token))
  let content: ReactNode = <SkeletonLines />
  if (enrolled) content = <RecoveryCodes {...enrolled} />
  else if (link.data) content = <EnrolForm token={token} link={link.data} onDone={setEnrolled} />
  else if (isDead(link.error)) content = <DeadLink />
  else if (link.error) {
    content = (
      <RegionError error={link.error} what={t('The link')} onRetry={() => void link.refetch()} />
    )
  }
  return (
    <AccessFrame>
      <PageTitle>{t('Set up your access')}</PageTitle>
      {content}
    </AccessFrame>
  )
}

function isDead(error: unknown): boolean {
  return isApiError(error) && [400, 404, 410].includes(error.status)
}

function DeadLink() {
  return (
    <>
      <h1>{t('This link no longer works')}</h1>
      <p className="muted mt-1">
        {t(
          'It was used already, has expired, or is not complete. Ask an owner or admin of your workspace for a new one. Nothing was changed.',
        )}
      </p>
    </>
  )
}

type FormProps = { token: string; link: Enrolment; onDone: (enrolled: Enrolled) => void }

function EnrolForm({ token, link, onDone }: FormProps) {
  const { field, element, submit } = useFixedForm({
    start: { name: '', email: link.email ?? '' },
    check: ({ name, email }) => ({
      ...(name.trim() === '' ? { name: t('Enter your name') } : {}),
      ...(/^(\S+@\S+\.\S+)?$/.test(email.trim()) ? {} : { email: t('Enter an e-mail address') }),
    }),
  })
  const { create, busy, problem } = useEnrolment(token, onDone)
  const first = useRef<HTMLInputElement>(null)
  useEffect(() => first.current?.focus(), [])
  return (
    <form
      ref={element}
      noValidate
      onSubmit={submit(({ name, email }) => void create(name.trim(), email.trim()))}
    >
      <h1>{t('Set up your access')}</h1>
      <p className="muted mt-1">
        {rich('{role} of {workspace}. This link works once, until {time}.', {
          role: link.roleName ?? codeLabel(link.role),
          workspace: <span className="strong text-text">{link.workspaceName}</span>,
          time: <Time at={link.expiresAt} withZone />,
        })}
      </p>
      <div className="stack mt-8" style={{ gap: 16 }}>
        {problem ? <Notice tone="fail" alert title={problem} /> : null}
        <TextField
          ref={first}
          label={t('Your name')}
          hint={t('Your teammates see this name next to your activity.')}
          autoComplete="name"
          {...field('name')}
        />
        <TextField
          label={t('E-mail')}
          hint={t('You are notified here of who joins, recovers access or is removed.')}
          type="email"
          autoComplete="email"
          optional
          readOnly={link.email !== undefined}
          {...field('email')}
        />
        <Button type="submit" variant="primary" size="l" wide busy={busy} icon={<Fingerprint />}>
          {t('Create passkey')}
        </Button>
        <p className="caption">
          {t(
            'A passkey stays on your device or in your password manager. It signs you in to this console; wallets have signing keys of their own.',
          )}
        </p>
      </div>
    </form>
  )
}

function useEnrolment(token: string, onDone: (enrolled: Enrolled) => void) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | undefined>()
  const create = async (name: string, email: string) => {
    setBusy(true)
    setProblem(undefined)
    try {
      const made = await createPasskey(await staff.enrolmentOptions(token, name))
      if (made.ok) onDone(await staff.enrol(token, { name, ...(email && { email }) }, made.value))
      else setProblem(ceremonyText[made.failure])
    } catch (error) {
      setProblem(errorText(error))
    } finally {
      setBusy(false)
    }
  }
  return { create, busy, problem }
}
