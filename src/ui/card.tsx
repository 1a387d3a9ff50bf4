import { Band } from './band.tsx'

interface CardProps {
  /** What is known of somebody: its name, and what it is. */
  facts: readonly (readonly [name: string, value: string | undefined])[]
}

/** Who a page or a question is about. */
export function Card({ facts }: CardProps) {
  return (
    <div className="card">
      <dl className="line wrap">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Band />
    </div>
  )
}
