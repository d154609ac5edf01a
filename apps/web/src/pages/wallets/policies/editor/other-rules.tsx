import type { PolicyRule } from '@corridor/contract/policy'
import type { WalletPolicy } from '../../../../api/queries/wallets.ts'
import { JsonView } from '../../../../ui/display/json-view.tsx'
import { t } from '../../../../messages/text.ts'

type Props = { rules: readonly PolicyRule[]; sentences: WalletPolicy['sentences'] }

/** Rules that a program made: what they do in words, and as they are. */
export function OtherRules({ rules, sentences }: Props) {
  return rules.map((rule) => (
    <div key={rule.id}>
      <span className="strong block">{rule.name}</span>
      <span className="muted block">{sentences.find((one) => one.rule === rule.id)?.sentence}</span>
      <JsonView value={rule} label={t('{name} as JSON', { name: rule.name })} openDepth={0} />
    </div>
  ))
}
