import { typeset } from '@encre/ui/typeset'
import { PageHead } from '../page-head.tsx'
import styles from './legal.module.css'

/** `owner` is the setting SITE_OWNER; " | " separates its lines. */
export function LegalPage({ owner }: { owner?: string | undefined }) {
  return (
    <div className={styles.page}>
      <PageHead title="Mentions légales" />
      <h1>Mentions légales</h1>
      <h2 className={styles.subtitle}>Éditeur du site</h2>
      {owner ? (
        <Lines of={owner.split(' | ')} />
      ) : (
        <p>{typeset('L’éditeur de ce site n’a pas encore renseigné ses coordonnées.')}</p>
      )}
      <h2 className={styles.subtitle}>Hébergement</h2>
      <Lines
        of={[
          'Cloudflare, Inc.',
          '101 Townsend Street, San Francisco, CA 94107, États-Unis',
          'www.cloudflare.com',
        ]}
      />
      <h2 className={styles.subtitle}>Images</h2>
      <p>
        {typeset(
          'Chaque image dit ce qu’elle est : « Image générée par IA » quand un modèle de génération l’a produite, « Image en partie générée par IA » quand il n’en a produit qu’une part, « Aperçu local, dessiné sans IA » quand le site l’a dessinée lui-même, « Dessin importé » quand vous l’avez apportée. Chaque fichier que vous téléchargez le dit aussi, à vous et aux programmes.',
        )}
      </p>
      <h2 className={styles.subtitle}>Caractères</h2>
      <p>
        Grenze Gotisch (Omnibus-Type) et Hanken Grotesk (Hanken Design Co.), sous licence SIL Open
        Font 1.1, servis par ce site.
      </p>
    </div>
  )
}

function Lines({ of: lines }: { of: string[] }) {
  return (
    <p>
      {lines.map((line) => (
        <span key={line} className={styles.line}>
          {line}
        </span>
      ))}
    </p>
  )
}
