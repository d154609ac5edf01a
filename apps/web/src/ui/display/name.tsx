import { scriptTag } from '../format/script.ts'

type Props = {
  name: string
  /** In Latin letters; shown where it differs. */
  latinName?: string | undefined
  look?: 'strong'
}

/** A name in its own script, and behind it, smaller, the one in Latin letters where there is one. */
export function Name({ name, latinName = '', look }: Props) {
  return (
    <>
      <bdi className={look} lang={scriptTag(name)}>
        {name}
      </bdi>
      {latinName === '' || latinName === name ? null : (
        <>
          {' '}
          <bdi className="caption" lang="und-Latn">
            {latinName}
          </bdi>
        </>
      )}
    </>
  )
}
