import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ApprovalTabs } from '../../../features/approvals/approval-tabs.tsx'
import { t } from '../../../messages/text.ts'
import { Actor } from '../../../ui/display/actor.tsx'
import { Card } from '../../../ui/display/blocks.tsx'
import { Time } from '../../../ui/display/values.tsx'
import { PageHead } from '../../../ui/page/page-head.tsx'
import { Region } from '../../../ui/page/region.tsx'
import { q, approvals } from '../../../api/call.ts'
import { Editor } from './editor.tsx'

/** The rules that say what others have to agree to, as sentences and as forms. */
export function Component() {
  const query = useQuery(q(approvals.readPolicy, {}))
  const [published, setPublished] = useState(0)
  return (
    <>
      <PageHead
        heading={t('Approvals')}
        text={t('Any rule that refuses wins. Otherwise the first rule that matches decides.')}
      />
      <ApprovalTabs current="policy" />
      <div className="pt-4">
        <Region query={query} what={t('The policy')}>
          {({ data }) => (
            // Another version in force begins anew; what is unsaved stays while it is the same.
            <Editor
              key={`${data.version} ${published}`}
              policy={data}
              onPublished={() => setPublished(published + 1)}
            />
          )}
        </Region>
        <Versions />
      </div>
    </>
  )
}

/** Who set which rules, and when. */
function Versions() {
  const query = useQuery(q(approvals.policyVersions, { limit: '20' }))
  return (
    <Region query={query} what={t('Earlier versions')}>
      {({ data }) => (
        <Card title={t('Versions')} className="mt-4">
          {data.length === 0 ? (
            <p className="muted">
              {t('Nobody has set rules yet: the agreed default is in force.')}
            </p>
          ) : (
            <ul className="grid" aria-label={t('Versions')}>
              {data.map((version) => (
                <li key={version.version}>
                  <details className="more">
                    <summary>
                      {t('Version {version}', { version: version.version })}
                      {version.isDefault ? ` (${t('agreed default')})` : ''}
                    </summary>
                    <ul>
                      {version.sentences.map((sentence) => (
                        <li key={sentence}>{sentence}</li>
                      ))}
                    </ul>
                  </details>
                  <div className="muted">
                    <Actor {...version.changedBy} /> · <Time at={version.changedAt} />
                  </div>
                </li>
              ))}
            </ul>
          )}
        </Card>
      )}
    </Region>
  )
}
