import type { WebhookDiagnosis } from '@corridor/client'
import { Notice } from '../../../ui/display/notice.tsx'
import { Timeline } from '../../../ui/display/timeline.tsx'

const names = {
  headers: 'Headers',
  timestamp: 'Time',
  secret: 'Secret',
  signature: 'Signature',
  body: 'Body',
}

/** The verdict, and each part that was looked at. */
export function VerifierResult({ result }: { result: WebhookDiagnosis }) {
  return (
    <div className="grid">
      <Notice
        alert
        tone={result.ok ? 'done' : 'fail'}
        title={result.ok ? 'The request is genuine' : 'The request does not verify'}
      >
        {result.ok
          ? 'Signed with this secret, unaltered and fresh enough.'
          : 'What is wrong stands below.'}
      </Notice>
      <Timeline
        label="Checks"
        items={result.checks.map(({ name, ok, detail }) => ({
          key: name,
          meaning: ok ? 'done' : 'fail',
          title: names[name],
          text: detail,
        }))}
      />
    </div>
  )
}
