import { type ReactNode, useEffect, useState } from 'react'
import { Button } from '../../../ui/controls/button.tsx'
import { DescriptionList, fact, Notice } from '../../../ui/display/blocks.tsx'
import { Time, useZone } from '../../../ui/display/values.tsx'
import { timeText } from '../../../ui/format/times.ts'
import { countText } from '../../../ui/format/numbers.ts'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { LinkButton } from '../../../ui/page/links.tsx'
import { RegionError } from '../../../ui/page/region.tsx'
import { paths } from '../../../routing/paths.ts'
import { plural, t } from '../../../messages/text.ts'
import { type Progress, type Verified, verifyLog } from './verify-log.ts'
import { ownProblems, type Problem, serviceProblem } from './problem-texts.ts'

/** Verifies the log in this browser: every entry, the chain of their hashes, and its signatures. */
export function VerifyDialog({ onClose }: { onClose: () => void }) {
  const [round, setRound] = useState(0)
  const { progress, verified, error } = useVerification(round)
  return (
    <Dialog
      open
      onOpenChange={onClose}
      wide
      title={t('Verify the audit log')}
      description={t(
        'Your browser computes the hash of every entry itself and compares the chain with the checkpoints that the service signed and keeps outside its database.',
      )}
      footer={
        <>
          <Button onClick={onClose}>{t('Close')}</Button>
          <Button
            variant="primary"
            busy={!verified && !error}
            onClick={() => setRound((last) => last + 1)}
          >
            {t('Verify again')}
          </Button>
        </>
      }
    >
      <div className="grid" aria-live="polite">
        {error ? (
          <RegionError
            error={error}
            what={t('Audit log')}
            onRetry={() => setRound((last) => last + 1)}
          />
        ) : verified ? (
          <Result verified={verified} onFollow={onClose} />
        ) : (
          <Running progress={progress} />
        )}
      </div>
    </Dialog>
  )
}

type State = { progress?: Progress; verified?: Verified; error?: Error }

function useVerification(round: number): State {
  const [state, setState] = useState<State & { round: number }>({ round })
  useEffect(() => {
    const stopping = new AbortController()
    const { signal } = stopping
    const set = (next: State) => {
      if (!signal.aborted) setState({ ...next, round })
    }
    verifyLog((progress) => set({ progress }), signal).then(
      (verified) => set({ verified }),
      (error: unknown) => set({ error: error instanceof Error ? error : new Error(String(error)) }),
    )
    return () => stopping.abort()
  }, [round])
  return state.round === round ? state : {}
}

function Running({ progress }: { progress: Progress | undefined }) {
  const { done, of } = progress ?? { done: 0, of: 1 }
  return (
    <>
      <progress className="progress-bar" max={of} value={done} aria-label={t('Verifying')} />
      <p className="muted">
        {progress
          ? t('{done} of {of} entries verified', { done: countText(done), of: countText(of) })
          : t('Reading the log')}
      </p>
    </>
  )
}

type ResultProps = { verified: Verified; onFollow: () => void }

function Result({ verified, onFollow }: ResultProps) {
  const { findings, key, service } = verified
  const problems = ownProblems(findings.problems)
  return (
    <>
      <Verdict verified={verified} />
      {problems.length > 0 ? (
        <ProblemList label={t('What does not match')} problems={problems} onFollow={onFollow} />
      ) : null}
      {key === 'changed' ? (
        <Notice tone="fail" alert title={t('The key of the checkpoints is another one')}>
          {t(
            'This browser knows the log under another key. Ask the service which one is right before you rely on this.',
          )}
        </Notice>
      ) : null}
      {service.accepted.map((lost) => (
        <Lost key={lost.from} {...lost} />
      ))}
      <Facts verified={verified} onFollow={onFollow} />
    </>
  )
}

function Lost({ from, to, reason }: Verified['service']['accepted'][number]) {
  return (
    <Notice tone="wait">
      {t('Entries {from} to {to} were lost when a backup was restored: {reason}', {
        from: countText(from),
        to: countText(to),
        reason,
      })}
    </Notice>
  )
}

function Facts({ verified, onFollow }: ResultProps) {
  const { findings, first, fingerprint, key, service } = verified
  const own = serviceProblem(service)
  const { covered } = findings
  return (
    <DescriptionList
      rows={[
        fact(
          t('The service’s own check'),
          own ? (
            <Where problem={own} onFollow={onFollow} />
          ) : (
            t('Found nothing, with its secret keys and its record outside the database')
          ),
        ),
        fact(
          t('Checkpoint'),
          covered ? (
            <>
              {t('Number {number}', { number: covered.checkpoint })},{' '}
              <Time at={covered.at} detail="second" withZone />
            </>
          ) : (
            t('None yet')
          ),
        ),
        fact(
          t('Key of the checkpoints'),
          <>
            <span className="mono break-all">{fingerprint}</span>
            <span className="caption block">{keyTexts[key]}</span>
          </>,
        ),
        first > 1 &&
          fact(
            t('Older entries'),
            t('Entries up to {last} are older than the chain; the service alone checks them', {
              last: countText(first - 1),
            }),
          ),
      ]}
    />
  )
}

const keyTexts: Record<Verified['key'], string> = {
  new: t('Seen for the first time in this browser, which remembers it'),
  known: t('The same as in this browser before'),
  changed: t('Another one than in this browser before'),
}

function Verdict({ verified: { findings, first, key, service } }: { verified: Verified }) {
  const zone = useZone()
  const { covered, uncovered, isSound } = findings
  if (!isSound || !service.isSound || key === 'changed')
    return (
      <Notice tone="fail" alert title={t('The audit log is not as it was recorded')}>
        {t('Keep this result, export the log with its proof, and call the service.')}
      </Notice>
    )
  if (!covered)
    return (
      <Notice tone="wait" title={t('Nothing is covered by a signed checkpoint yet')}>
        {t('Checkpoints follow within a minute. Verify again then.')}
      </Notice>
    )
  const count = covered.sequence - first + 1
  const at = timeText(covered.at, zone, { detail: 'second', withZone: false, now: 0 })
  return (
    <Notice
      tone="done"
      look="ground"
      title={plural(
        count,
        {
          one: 'The one entry matches the checkpoint signed at {at}',
          other: 'All {count} entries match the checkpoint signed at {at}',
        },
        { count: countText(count), at },
      )}
    >
      {uncovered > 0
        ? plural(
            uncovered,
            {
              one: '{count} newer entry is not covered by a checkpoint yet.',
              other: '{count} newer entries are not covered by a checkpoint yet.',
            },
            { count: countText(uncovered) },
          )
        : t('No entry was changed, removed or put elsewhere.')}
    </Notice>
  )
}

type ListProps = { label: string; problems: readonly Problem[]; onFollow: () => void }

const shownMax = 10

function ProblemList({ label, problems, onFollow }: ListProps): ReactNode {
  return (
    <section aria-label={label}>
      <h3>{label}</h3>
      <ul className="stack gap-1">
        {problems.slice(0, shownMax).map((problem) => (
          <li key={problem.text}>
            <Where problem={problem} onFollow={onFollow} />
          </li>
        ))}
      </ul>
      {problems.length > shownMax ? (
        <p className="muted">
          {t('and {count} more', { count: countText(problems.length - shownMax) })}
        </p>
      ) : null}
    </section>
  )
}

function Where({ problem, onFollow }: { problem: Problem; onFollow: () => void }) {
  const { text, auditId } = problem
  return (
    <span className="row gap-1">
      <span className="tone-fail">{text}</span>
      {auditId === undefined ? null : (
        <LinkButton size="s" variant="quiet" to={paths.auditEntry(auditId)} onClick={onFollow}>
          {t('Open entry')}
        </LinkButton>
      )}
    </span>
  )
}
