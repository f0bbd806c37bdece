import type { TestBrowser } from './browser.ts'
import type { ScreenName } from './screens.ts'

const waitTimeoutMs = 40_000
const description = 'Un loup sous la lune'

type Examine = (screen: ScreenName) => Promise<void>
type Visitor = ReturnType<typeof createVisitor>

/** Walks through the site as a new member does. Calls `examine` on each screen. */
export async function walkThrough(
  browser: TestBrowser,
  origin: string,
  examine: Examine,
): Promise<void> {
  const visitor = createVisitor(browser, origin)
  await readPublicPages(visitor, examine)
  await openAccount(visitor, examine)
  await makeDesign(visitor, examine)
  await retouchDesign(visitor, examine)
  await browseGallery(visitor, examine)
  await useAtelier(visitor, examine)
  await useDrawing(visitor, examine)
  await manageAccount(visitor, examine)
}

function createVisitor(browser: TestBrowser, origin: string) {
  const see = (text: string) => waitForText(browser, text)
  return {
    ...browser,
    see,
    visit: async (path: string, text: string) => {
      await browser.open(origin + path)
      await see(text)
    },
    press: (name: string, within = '') =>
      browser.click(
        `${within}//*[self::a or self::button][normalize-space()="${name}" or @aria-label="${name}"]`,
      ),
    fill: (label: string, text: string) =>
      browser.type(`//input[@id=//label[normalize-space()="${label}"]/@for]`, text),
    choosePicture: () => browser.run(chooseDrawnPicture, 'input[type=file]:not([inert] *)'),
    /** Opens the address that a read-only field shows. */
    openShownAddress: async () => {
      const readField = (selector: string) =>
        document.querySelector<HTMLInputElement>(selector)?.value ?? ''
      await browser.open(await browser.run(readField, 'input[readonly]'))
    },
  }
}

async function readPublicPages({ visit }: Visitor, examine: Examine): Promise<void> {
  await visit('/', 'Commencer à créer')
  await examine('home')
  await visit('/about', 'Nos Technologies')
  await examine('about')
  await visit('/mentions-legales', 'Mentions légales')
  await examine('legal')
  await visit('/confidentialite', 'Confidentialité')
  await examine('privacy')
  await visit('/nulle-part', 'Page introuvable')
  await examine('notFound')
}

async function openAccount({ visit, press, fill, see }: Visitor, examine: Examine): Promise<void> {
  await visit('/sign-in', 'Pas encore de compte')
  await examine('signIn')
  await press('Se connecter')
  await see('Veuillez remplir tous les champs')
  await examine('signInRefused')
  await visit('/forgot-password', 'Envoyer le lien')
  await examine('forgotPassword')
  await visit('/sign-up', 'Déjà un compte')
  await examine('signUp')

  const password = 'aiguille-fine-7'
  await fill('Nom', 'Camille Martin')
  await fill('Email', `camille-${crypto.randomUUID().slice(0, 8)}@encre.test`)
  await fill('Mot de passe', password)
  await fill('Confirmer le mot de passe', password)
  await press('Créer un compte', '//form')
  await see('Get started by creating your first tattoo design')
  await examine('dashboardEmpty')
}

async function makeDesign({ press, type, see }: Visitor, examine: Examine): Promise<void> {
  await press('Créer')
  await see('Vos designs apparaîtront ici')
  await examine('generator')
  await type('//textarea', description)
  await press('Générer')
  await see('Aperçu local, dessiné sans IA')
  await examine('generatorDone')
}

/** Changes what a stroke of the brush marks. */
async function retouchDesign(
  { click, drag, press, see }: Visitor,
  examine: Examine,
): Promise<void> {
  await press('Retoucher')
  await see('Que changer ?')
  await click('//label[normalize-space()="Seulement ici"]')
  await see('Peignez la partie à changer')
  await examine('retouch')
  await drag('//*[@aria-label="Partie à changer"]', 80, 0)
  await press('Traits plus épais')
  await press('Retoucher', '//form')
  await see('Retoucher ce résultat')
  await examine('retouchDone')
}

async function browseGallery({ press, click, see }: Visitor, examine: Examine): Promise<void> {
  await press('Mes Designs')
  await see(description)
  await examine('gallery')
  await click(
    '//article//button[starts-with(normalize-space(), "Supprimer") or starts-with(@aria-label, "Supprimer")]',
  )
  await see('Êtes-vous sûr de vouloir supprimer ce design ?')
  await examine('galleryDelete')
  await press('Annuler', '//dialog')
}

async function useAtelier(
  { visit, press, click, choosePicture, drag, openShownAddress, see, resize }: Visitor,
  examine: Examine,
): Promise<void> {
  await click('//article//a[h2]')
  await see('1 feuille')
  await examine('atelierStencil')
  await press('Corriger')
  await press('Gomme')
  await drag('//button[starts-with(@aria-label, "Gomme")]', 60, 80)
  await see('Enregistré')
  await examine('atelierCorrected')
  await press('Tout annuler')
  await press('Vieillissement')
  await see('Taille conseillée')
  await examine('atelierAgeing')
  await press('Sur la peau')
  await see('Choisir une photo')
  await examine('atelierSkin')
  await choosePicture()
  await see('Échelle non vérifiée')
  await press('2. Placer')
  await drag('//button[@data-design]', 20, -40)
  await examine('atelierTrial')
  await press('Fiche')
  await see('Fiche en PDF')
  await examine('atelierCard')
  await press('Créer un lien')
  await see('Adresse à envoyer')
  // As the artist's phone opens it: one tap to the PDF.
  await resize(375, 667)
  await openShownAddress()
  await see('1 feuille')
  await press('Télécharger le calque (PDF)')
  await see('Fichier prêt')
  await examine('artistLink')
  await visit('/gallery', description)
}

async function useDrawing(
  { visit, press, see, choosePicture }: Visitor,
  examine: Examine,
): Promise<void> {
  await visit('/calque', 'Choisir une image')
  await examine('drawing')
  await choosePicture()
  await see('Continuer')
  await examine('drawingCorners')
  await press('Continuer')
  await see('1 feuille')
  await examine('drawingStencil')
}

async function manageAccount({ visit, press, see }: Visitor, examine: Examine): Promise<void> {
  await press('Tableau de bord')
  await see(description)
  await examine('dashboard')
  await visit('/profile', 'Membre depuis')
  await examine('profile')
  await press('Modifier le profil')
  await see('Enregistrer')
  await examine('profileEdit')
  await visit('/settings', 'Account Settings')
  await examine('settings')
  await press('Security')
  await see('Update Password')
  await examine('settingsSecurity')
  await press('Déconnexion')
  await see('Connectez-vous')
}

async function waitForText(browser: TestBrowser, text: string): Promise<void> {
  const deadline = Date.now() + waitTimeoutMs
  // A page that is just being replaced runs nothing.
  while (!(await browser.run(isShown, text).catch(() => false))) {
    if (Date.now() > deadline) {
      const shown = await browser.run(readPage, null)
      throw new Error(
        `${browser.name} does not show “${text}” within ${waitTimeoutMs / 1000} s: ${shown}`,
      )
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

/** Runs in the page. Gives a field a picture of a ring. */
async function chooseDrawnPicture(selector: string): Promise<void> {
  const canvas = Object.assign(document.createElement('canvas'), { width: 600, height: 600 })
  const context = canvas.getContext('2d')
  const field = document.querySelector<HTMLInputElement>(selector)
  if (!context || !field) throw new Error(`no picture for ${selector}`)
  context.fillStyle = '#fff'
  context.fillRect(0, 0, 600, 600)
  context.lineWidth = 12
  context.arc(300, 300, 200, 0, 7)
  context.stroke()
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve))
  const files = new DataTransfer()
  files.items.add(new File(blob ? [blob] : [], 'croquis.png', { type: 'image/png' }))
  field.files = files.files
  field.dispatchEvent(new Event('change', { bubbles: true }))
}

/** Runs in the page. Returns its address and its texts. */
function readPage(): string {
  return `${location.href}: ${(document.querySelector('main') ?? document.body).textContent}`
}

/** Runs in the page. A remote's skeleton is inert: its texts say nothing about the remote. */
function isShown(text: string): boolean {
  // The typeset text has narrow and non-breaking spaces.
  const hasText = ({ nodeType, textContent }: Node) =>
    nodeType === Node.TEXT_NODE && textContent?.replace(/[\u00a0\u202f]/g, ' ').includes(text)
  return [...document.body.querySelectorAll(':not([inert] *)')].some(
    (element) =>
      [...element.childNodes].some(hasText) &&
      element.checkVisibility({ visibilityProperty: true }),
  )
}
