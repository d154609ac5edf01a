import { scriptTag } from '../format/script.ts'

/** A name in its own script, and behind it, smaller, the one in Latin letters where it differs. */
export const Name = ({ name, latinName }: { name: string; latinName?: string | undefined }) => (
  <>
    <bdi lang={scriptTag(name)}>{name}</bdi>
    {latinName && latinName !== name ? (
      <>
        {' '}
        <bdi className="caption" lang="und-Latn">
          {latinName}
        </bdi>
      </>
    ) : null}
  </>
)
