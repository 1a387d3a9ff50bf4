import { dialAddress, simChecks } from '../spec/sim-checks.ts'
import * as simText from './sim-checks-text.ts'

/**
 * In whose name the SIM card must be, and each operator's own check; nothing where no operator is
 * set.
 */
export function SimChecks() {
  if (!simChecks?.length) return null
  return (
    <>
      <p className="hint">{simText.simName}</p>
      <p className="line wrap">
        {simChecks.map(([operator, dialled]) => (
          <a key={operator} className="tap" href={dialAddress(dialled)}>
            {simText.checkSim(simText.operators[operator], dialled)}
          </a>
        ))}
      </p>
    </>
  )
}
