const aboutWords =
  /(?<!\p{L})(prénoms?|noms?|mots?|dates?|lettres?|lettrage|initiales?|citation|phrase|devise|inscription|calligraphie|écri(t|te|ts|re|ture))(?!\p{L})/iu
const quoted = /«[^»]+»|“[^”]+”|"[^"]+"/u
/** 3 mai 1986, 03/05/1986, 1986, MCMLXXXVI. */
const dated =
  /(?<!\p{L})(\d{1,2}[./-]\d{1,2}[./-]\d{2,4}|(1[89]|20)\d\d|[MDCLXVI]{4,})(?![\p{L}\d])/u

/** Whether an idea asks for a name, a word or a date: an image model misspells them. */
export function asksForLettering(idea: string): boolean {
  const text = idea.normalize('NFC')
  return aboutWords.test(text) || quoted.test(text) || dated.test(text)
}
