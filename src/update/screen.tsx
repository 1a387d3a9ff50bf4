import { Link } from '@tanstack/react-router'

/** Section 2, the confirmation after a document update. */
export function UpdateScreen() {
  return (
    <>
      <title>Mise à jour effectuée</title>
      <h1>Mise à jour effectuée</h1>
      <p>Vos documents ont été bien reçus. Vous recevrez une réponse dans un délai de 48 heures.</p>
      <p>
        <Link to="/status">Vérifier l'état de mon dossier</Link>
      </p>
    </>
  )
}
