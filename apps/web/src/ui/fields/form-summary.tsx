import { Notice } from '../display/blocks.tsx'
import { ApprovalAsked, isAsked } from '../page/approval-asked.tsx'
import { RequestId } from '../page/region.tsx'
import type { FormProblem } from './use-refusal.ts'

type Props = {
  title: string
  problem: (Pick<FormProblem, 'lines' | 'requestId'> & Partial<FormProblem>) | undefined
}

/** What a refusal says that belongs to no field; takes the focus when no field is wrong. */
export function FormSummary({ title, problem }: Props) {
  if (!problem) return null
  if (isAsked(problem.error)) return <ApprovalAsked error={problem.error} />
  return (
    <div data-summary tabIndex={-1}>
      <Notice tone="fail" alert title={title}>
        <ul>
          {problem.lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        {problem.requestId ? <RequestId id={problem.requestId} /> : null}
      </Notice>
    </div>
  )
}
