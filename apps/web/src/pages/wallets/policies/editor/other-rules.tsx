import type { PolicyRule } from '@corridor/contract/policy'
import type { WalletPolicy } from '../../../../api/queries/wallets.ts'
import { JsonView } from '../../../../ui/display/json-view.tsx'

type Props = { rules: readonly PolicyRule[]; sentences: WalletPolicy['sentences'] }

/** Rules that a program made: what they do in words, and as they are. */
export function OtherRules({ rules, sentences }: Props) {
  return rules.map((rule) => (
    <div key={rule.id}>
      <span className="strong block">{rule.name}</span>
      <span className="muted block">{sentences.find((one) => one.rule === rule.id)?.sentence}</span>
      <JsonView value={rule} label={`${rule.name} as JSON`} openDepth={0} />
    </div>
  ))
}
