import { cyrillicDamage } from "./find-cyrillic-damage.ts";
import { readLimits } from "../files/read-limits.ts";
import { fold } from "#shared/text/fold.ts";

// Words and phrases for a damaged car in the languages of the header table, folded. Each must be a whole word.
const signs = new RegExp(
  `\\b(?:${[
    // English
    String.raw`damage[ds]?|accident(?:s|ed)?|salvaged?|wrecked|crashed|totall?ed|flooded|reconstructed title`,
    String.raw`rebuilt|write offs?|writeoffs?|written off|total loss|cat(?:egory)? [sncd](?! a\b)|junk title|branded title`,
    String.raw`for parts|parts only|parts car|for spares|spares? (?:or |and )?repairs?|breaking for|certificate of destruction|airbags? deployed`,
    String.raw`not running(?! (?:out|in|on)\b)|non runn(?:er|ing)|nonrunner|(?:does not|doesn t|doesnt|won t|wont|will not) (?:run|start|drive)`,
    String.raw`no start(?! stop)|not (?:drivable|driveable|roadworthy)|undrive?able|mechanics? special|lemon law`,
    String.raw`blown (?:engine|motor|head gasket)|seized engine|bad (?:engine|motor|transmission)|needs (?:a )?(?:new )?(?:engine|motor|transmission|gearbox)`,
    String.raw`(?:engine|gearbox|transmission|motor|getriebe|turbo|turbolader|zylinderkopfdichtung|steuerkette|kette|kurbelwelle|nockenwelle|versnellingsbak|koppakking|distributie\w*) (?:is |ist )?(?:failure|failed|seized|blown|broken|defekt|defect|kaputt|kapot|gerissen|gebroken|lek)`,
    String.raw`rear ended|(?:front|rear) end (?:hit|collision(?! (?:warning|alert|mitigation|avoidance|prevention|assist)))|hit (?:a )?deer|flood (?:car|vehicle)|bent frame|frame bent|vandali[sz]ed|theft recover(?:y|ed)(?! (?:system|service|device|track))|lemon buyback|insurance loss`,
    String.raw`rebuildable|(?:no[nt] |un)?repairable|project car|no compression|(?:engine|motor) knock(?:s|ing)?|needs (?:a )?rebuild`,
    String.raw`(?:engine|gearbox|transmission) (?:issues?|problems?|trouble|faults?)`,
    // As a whole value: the state of a car in Belarus. An emergency brake is equipment.
    String.raw`(?<!.)emergency(?!.)`,
    // German
    String.raw`unfall(?!schutz|versicher|verhut|datensp|notruf|assist|frei)\w*|(?:auffahr|wild|verkehrs)unfall\w*|verunfall\w*|\w*schaden(?!frei|sfrei|s?abwickl|s?regul|s?ersatz|s?versich)\w*|\w*schaeden|schadhaft\w*`,
    String.raw`besch(?:a|ae)digt\w*|bastler\w*|(?:ersatz)?teilespender|ersatzteilspender|(?:ersatz)?teil(?:e)?trager|zum schlachten|schlachtfahrzeug|(?:motor|getriebe)problem\w*|ohne (?:motor|getriebe)(?! und| oder)|ohne kompression|ausschlacht\w*|parkrempler|airbags? ausgelost`,
    String.raw`nicht (?:fahrbereit|fahrtauglich|fahrbar|fahrfahig|roadworthy)|fahruntuchtig|reparaturbedurftig\w*|gecrasht|springt nicht an|lauft nicht|defekte[rsnm]? (?:motor|getriebe)`,
    // Polish
    String.raw`uszkodz\w*|(?:po)?wypadkow\w*|wypad(?:ek|ku|ki|kach)|kolizj[iaey]|kolizja|stlucz[kc]\w*|rozbit\w*|popowodziow\w*|zalan[yae]|zatart[yae]`,
    String.raw`gradobici\w*|na czesci|szkod(?:a|y|zie) (?:calkowit\w*|komunikacyjn\w*|czesciow\w*|parkingow\w*)|dachowan[aieu]\w*|po (?:zalaniu|powodzi|pozarze|dzwonie)|poobijan\w*|stukniet\w*|walniet\w*|skasowan\w* (?:przod|tyl|bok)|(?:poduszki|airbagi?) wystrzelon\w*|wystrzelon\w* (?:poduszki|airbagi?)|nie jezdzi|nie odpala|niesprawn\w*|do (?:remontu|naprawy)|spalony silnik|(?:silnik|skrzynia(?: biegow)?) do wymiany|pekniety blok|obrocona panewka|bit[ya]`,
    // French
    String.raw`accidente?e?s?|endommage\w*|degats?|epave|sinistree?s?|(?<!pare |anti |protection |airbags? )chocs? (?:avant|arriere|lateral\w*)|pour pieces|non roulante?|ne (?:roule|demarre) (?:pas|plus)|(?:moteur|boite(?: de vitesses?)?|turbo|joint de culasse|embrayage) (?:hs|cassee?|a (?:changer|refaire|remplacer))|en panne|panne (?:de )?(?:moteur|boite)|accrochages?|carrosserie abimee|(?:aile|porte|portiere|capot) (?:enfoncee?|cabossee?)|grelee?s?|(?:expertise|procedure|statut|vehicule) vei|vei reparee?|vge|economiquement irreparable`,
    // Spanish
    String.raw`accidentes|accidentad[oa]s?|siniestr(?:o|ad[oa])s?|danad[oa]s?|danos?|golpes?|averiad[oa]s?|para (?:piezas|despiece)|no arranca|motor (?:roto|gripado)|caja(?: de cambios)? rota|culata rota|inundad[oa]s?|golpead[oa]s?|chocad[oa]s?|para reparar`,
    // Italian
    String.raw`incidentat[aoie]|incident[ei]|sinistrat[aoie]|danneggiat[aoie]|danni|guast[oaie]|per (?:ricambi|pezzi)|non marciante|motore (?:rotto|fuso|grippato|in avaria)|(?:motore|cambio) da (?:rifare|sostituire|riparare)|cambio rotto|non parte(?! d)|grandinat[aoie]|alluvionat[aoie]|tamponat[aoie]|botta (?:su\w*|anteriore|posteriore|laterale|davanti|dietro)|urt[oi] (?:anteriore|posteriore|laterale)|da riparare`,
    // Dutch
    String.raw`\w*schade(?!vrij|nfrei|n)\w*|beschadigd\w*|ongeval\w*|ongeluk\w*|aanrijding\w*|voor onderdelen|niet (?:rijdend|rijdbaar)|(?:start|rijdt|loopt) niet|wok|sloopauto`,
    // Czech and Swedish
    String.raw`havarovan\w*|po (?:nehode|havarii)|nehod(?:a|y|u|ou)|bouran[aeiyoé]\w*|poskozen\w*|nepojizdn\w*|po (?:kroupach|krupobiti)|vytopen[aeyo]\w*|na (?:nahradni )?dily|totalni skoda|(?:vadny|zadreny) motor`,
    String.raw`krockskad\w*|krockad\w*|(?:hagel|vatten|parkerings)skad\w*|motorn har skurit|korforbud|motorhaveri|skada(?:d|de|t|n)?|skador(?:na)?|olycks?skad\w*|reparationsobjekt|renoveringsobjekt|reservdelsbil|startar (?:inte|ej)|ej korbar|havererad\w*`,
    // Danish and Norwegian
    String.raw`(?:total|kollisions|kollisjons|parkerings|motor|gear|hagl|vand|vann|brand|brann|front|side|karrosseri)?skade(?:t|de|r|rne|ne)?|skadd|havarer[et]t\w*|kondemner\w*|motorhavari|til reservedele|som reservedele|delebil|(?:starter|korer|kjorer|gar) ikke|ikke (?:korbar|kjorbar|korklar|kjoreklar)`,
    // Portuguese
    String.raw`acidentad[oa]s?|acidentes?|sinistrad[oa]s?|batid[oa]s?|danificad[oa]s?|avariad[oa]s?|salvados?|perda total|para pecas|nao (?:anda|pega|trabalha)|motor (?:partido|fundido|avariado)`,
    // Hungarian
    String.raw`(?:elol |hatul |enyhen )?serult\w*|serules\w*|torott|balesetes\w*|baleset(?:e|et|i)?|karambol(?:os|ozott)?\w*|totalkar\w*|jegkar\w*|\w*(?:motor|valto)hibas|hibas (?:motor|valto)|uzemkeptelen|nem indul|bontasra|alkatresznek|roncs\w*`,
    // Romanian
    String.raw`accidentat[aei]?|avariat[aei]?|lovit[aei]?|daun[ae]|inundat[aei]?|pentru piese|nu (?:porneste|merge)|dezmembrari`,
    // Turkish
    String.raw`(?:agir )?hasar(?:li|lidir)?(?: kayd?i\w*| kayit\w*)?|kaza(?:li|lidir|si|lar|lari)?|pert(?: kayitli)?|cekme belgeli|hurda belgeli|(?:motor|sanziman) arizali|calismiyor|yurumuyor`,
  ].join("|")})\\b`,
  "g",
);
// What says that a car is sound. With a negation, it says the opposite.
const soundSigns =
  /\b(?:nehavarovan\w*|nebouran\w*|neposkozen\w*|skades?fri\w*|olycksfri\w*|unfallfrei\w*|schadens?frei(?!heit)\w*|unbeschadigt\w*|bezwypadkow\w*|nieuszkodzon\w*|niepowypadkow\w*|niebit[ya]|schadevrij\w*|onbeschadigd\w*|ongevalvrij\w*|undamaged|(?:accident|damage|claim)s? free|(?:unfall|schaden) frei|clean (?:title|history)|(?:serules|baleset|tores|karambol)mentes\w*|sertetlen\w*|baleset(?:et)? nem szenved\w*|serulesmentes|neaccidentat\w*|nu (?:a fost|a avut|are|este|prezinta) (?:niciodata |implicata? in )?(?:accident\w*|lovit\w*|avariat\w*|daun[ae])|neavariat\w*|nelovit\w*|hasar ?siz\w*|kazasiz\w*|hasar kayitsiz\w*)\b/g;

const negations = new Set(
  "no,not,anti,never,without,zero,0,nil,free,non,kein,keine,keinen,keiner,keines,keinerlei,ohne,nicht,nie,niemals,frei,brak,bez,nigdy,zadnych,zaden,zadnego,pas,aucun,aucune,jamais,sans,ni,sin,ningun,ninguna,nunca,jamas,senza,mai,nessun,nessuna,nessuno,geen,niet,nooit,zonder,vrij,isn,wasn,hasn,isnt,wasnt,hasnt,ne,neni,nebyl,nebyla,nebylo,nema,nikdy,zadne,zadna,inte,ej,aldrig,inga,ingen,inget,utan,ikke,aldri,intet,uden,uten,sem,nao,nenhum,nenhuma,nem,soha,sosem,nincs,nincsen,fara,niciun,nicio,niciodata,libre,livre,nic,nichts,niente,nada,niets,rien".split(
    ",",
  ),
);
// Words that may stand between a negation and what it negates. After others ("no MOT, accident damage"), it negates less.
const fillers = new Set(
  "t,known,previous,prior,reported,recorded,visible,any,major,minor,serious,other,signs,of,history,or,and,nor,been,in,an,a,the,ever,has,have,had,was,is,involved,hidden,structural,body,insurance,rust,dents,scratches,faults,issues,problems,warning,lights,mechanical,from,to,bekannten,bekannte,sichtbaren,sichtbare,und,oder,am,an,auf,fahrzeug,einen,einem,ein,eine,hatte,vorhanden,rost,kratzer,dellen,mangel,groesseren,reparierten,als,byl,byla,bylo,jest,uczestniczyl,uczestniczyla,w,i,lub,oraz,widocznych,jakichkolwiek,wczesniejszych,samochod,auto,mial,rdzy,d,de,ete,a,eu,connu,est,et,ou,vehicule,rouille,ha,han,sido,tiene,tenido,sufrido,en,fue,esta,y,o,e,con,stata,stato,avuto,di,alcun,alcuna,presenta,subito,ooit,bekende,heeft,gehad,een,op,of,door,roest,aan,nadwozia,karoserii,lakieru,szkod,kanda,nagra,synliga,haft,varit,byt,vozidlo,zname,vaeret,vaert,har,kendte,kjente,noen,nogen,teve,sofreu,esteve,registo,registos,de,volt,voltak,semmilyen,fost,avut,implicata,implicat,von,un,una,foi,as,hail,flood,water,fire,frame,titled,trace,traces,motor,getriebe".split(
    ",",
  ),
);
const repairs =
  /^(?:repaired|repair|fixed|reparier\w*|behoben\w*|naprawion\w*|repare\w*|reparad\w*|riparat\w*|gerepareerd\w*)$/;
// "Accident cover" and "damage waiver" are about insurance and equipment.
const otherThings =
  /^(?:cover|covers|covered|assist\w*|insurance|warning|avoidance|prevention|emergency|recording|forgiveness|waiver|protection|free|frei|vrij|recovery|management|alarm|check(?:ed)?|set|propios)$/;
// "Beschädigtes Fahrzeug: nein"
const carWord =
  /^(?:fahrzeug|vehicle|car|auto|vehicule|voiture|pojazd|samochod|veicolo|vehiculo|voertuig) /;
const repairShops =
  /^repairs? (?:cent(?:re|er)|shop|specialists?|services?|available|undertaken)\b/;
const nothing =
  /^(?:no|nein|nie|non|nee|none|keine[rs]?|kein|brak|0|false|never|not reported|aucune?|ninguno|ninguna|nessuno|nessuna|geen|nil|n a|ne|nej|zadne|inga|ingen|nei|nao|nenhum|nem(?: volt)?|nincs(?:en)?|nelkul|nu|hayir|yok(?:tur)?|degil(?:dir)?|bulunmamaktadir|bulunmuyor|nebyl[ao]?)(?: (?:reported|known|recorded|bekannt|declared|found))?$/;

/** The part of a text that says that the car is damaged, with negations considered ("no accidents"); null for none. */
export function damageIn(text: string): string | null {
  const beginning = text.slice(0, readLimits.textForDamage);
  const parts = beginning.replaceAll("(s)", "s").split(/([.;!?,|•()\n\r]+|\s[-–—]\s)/u);
  let before = nothingBefore;
  // "Unfallwagen? Nein!"
  let asked: string | null = null;
  for (let at = 0; at < parts.length; at += 2) {
    const mark = parts[at + 1] ?? "";
    for (const clause of inPieces(parts[at] ?? "")) {
      const folded = fold(clause);
      if (folded === "") continue;
      if (asked !== null && !nothing.test(folded)) return asked;
      asked = null;
      const state = readClause(folded, before);
      if (state === "damaged" && !isListed(before.previous, folded)) {
        if (!mark.includes("?")) return clause.trim();
        asked = clause.trim();
      }
      before = {
        previous: folded,
        isNegated: state !== "silent",
        isBuying: before.isBuying || buying.test(folded),
        isTrading: before.isTrading || trading.test(folded),
      };
    }
    if (/[.;!?\n\r]/.test(mark)) before = { ...before, isBuying: false, isTrading: false };
  }
  return asked;
}

// Reading a clause takes the square of its length, and of its longest word. Only a text without punctuation, or code,
// has those of this length.
const longestClause = 1_000;
const longestWord = 100;

/** A clause in parts of whole words. */
function inPieces(clause: string): string[] {
  if (clause.length <= longestClause && !hasLongWord.test(clause)) return [clause];
  const words = clause.split(/(?<=\s)/u);
  const pieces = [""];
  for (const word of words.flatMap(inShortWords))
    if (pieces.at(-1)!.length + word.length <= longestClause) pieces[pieces.length - 1] += word;
    else pieces.push(word);
  return pieces;
}

const inShortWords = (word: string) =>
  word.length <= longestWord ? [word] : (word.match(shortWord) ?? []);
const hasLongWord = new RegExp(`\\S{${longestWord + 1}}`, "u");
const shortWord = new RegExp(`.{1,${longestWord}}`, "gsu");

/**
 * Whether a clause goes on with what the one before denies: "never in a fire, flood or accident", "no dents, dings or
 * damage".
 */
const isListed = (previous: string, folded: string) =>
  /^\w+(?: \w+)? (?:or|nor) /.test(folded) &&
  /\b(?:never|not) (?:been )?in(?: an?| any)? \w+$|^(?:no|without|zero)(?: \w+){1,2}$/.test(
    previous,
  );

// What a dealer buys, and what an insurance pays for, is not this car.
const buying =
  /\bwe (?:ll |also |even |will |can |do |always )*(?:buy|purchase)\b|\b(?:wir kaufen|kaufen (?:wir )?auch|ankauf (?:von|auch|aller?)|skupujemy|skup aut|kupimy|nous (?:r?achetons)|acquistiamo|compramos|wij kopen)\b/;
const trading = /\b(?:inzahlungnahme|in zahlung|trade ins?|inruil|reprise|ritiriamo)\b/;
const evenThose = /\b(?:auch|even|ook|anche|meme)(?: (?:mit|with|met|con|avec|von|inruil van))? ?$/;
const aboutOthers = new RegExp(
  [
    buying.source,
    String.raw`\bwe (?:also |even |will |do )*(?:accept|take)\b`,
    String.raw`\beven if(?: \w+){0,4} ?$|\bmeme ?$`,
    String.raw`\b(?:case|event) of(?: an?| your)?(?: \w+)? ?$|\bnotruf bei ?$`,
    String.raw`\b(?:en cas d\w*|in caso di|en caso de|in geval van|w razie)(?: \w+){0,3} ?$`,
    String.raw`\b(?:detecteur|alerte|assistance) d(?:e|es)? ?$|\b(?:garanzia|garantia|copertura)(?: (?:contro|contra))?(?: (?:i|los))? ?$`,
    String.raw`\bgap\b`,
  ].join("|"),
);

/** What comes before a clause. The last two are of its sentence. */
type Before = { previous: string; isNegated: boolean; isBuying: boolean; isTrading: boolean };
const nothingBefore: Before = { previous: "", isNegated: false, isBuying: false, isTrading: false };

type ClauseState = "damaged" | "negated" | "silent";

function readClause(folded: string, earlier: Before): ClauseState {
  if (/[\u0400-\u04ff]/.test(folded)) {
    const state = cyrillicDamage(folded);
    if (state !== "silent") return state;
  }
  let state: ClauseState = "silent";
  for (const match of folded.matchAll(soundSigns)) {
    const rest = folded.slice(match.index + match[0].length).trim();
    if (isNegated(folded.slice(0, match.index)) || nothing.test(rest)) return "damaged";
    state = "negated";
  }
  const plain = folded.replace(soundSigns, "nothing");
  for (const match of plain.matchAll(signs)) {
    const before = plain.slice(0, match.index);
    const after = plain.slice(match.index + match[0].length).trim();
    const [next = ""] = after.split(" ");
    if (otherThings.test(next) || repairShops.test(after)) continue;
    if (earlier.isBuying || aboutOthers.test(before)) continue;
    if ((earlier.isTrading || trading.test(before)) && evenThose.test(before)) continue;
    if (
      match[0] === "rebuilt" &&
      /\b(?:engine|motor|gearbox|transmission|turbo|carbs?|suspension|brakes?|alternator|heads?)\b/.test(
        plain,
      )
    )
      continue;
    // "Unfall- und rostfrei", "Unfallschaden: nein", "no accidents, damage or faults"
    const goesOn =
      earlier.isNegated && before === "" && /^(?:or|oder|lub|ou|of|und|and) /.test(after);
    if (
      isNegated(before) ||
      nothing.test(after.replace(carWord, "")) ||
      /^(?:und|and|en) \w*(?:frei|free|vrij)\b/.test(after) ||
      goesOn
    )
      state = "negated";
    else return "damaged";
  }
  return state;
}

function isNegated(before: string): boolean {
  const words = before.trim().split(" ");
  for (let index = words.length - 1; index >= Math.max(0, words.length - 8); index--) {
    const word = words[index] ?? "";
    // "Not repaired damage" is damage.
    if (negations.has(word)) return !repairs.test(words[index + 1] ?? "");
    if (!fillers.has(word) && !repairs.test(word) && word.search(signs) < 0) return false;
  }
  return false;
}

/** What a column is about whose header has a word of damage, or of its absence; null for other columns. */
export function damageInHeader(header: string): "damage" | "soundness" | null {
  const folded = fold(header);
  const state = readClause(folded, nothingBefore);
  return state === "damaged" ? "damage" : state === "negated" ? "soundness" : null;
}

const yes =
  /^(?:yes|y|true|x|1|ja|j|tak|t|oui|o|si|s|wahr|vero|verdadero|prawda|present|vorhanden|ano|sim|igen|da|evet|var|да|так)$/;
const no =
  /^(?:no|n|false|0|nein|nie|non|nee|falsch|falso|falsz|ne|nej|inga|zadne|nei|nao|nem|nu|hayir|yok|nincs|nenhum|ingen|none|keine[rs]?|kein|brak|ninguno|nessuno|aucune?|geen|nil|нет|ні|немає)$/;
// A lien or a missing title says nothing about the car.
const noDamage =
  /^(?:clean|clear|lien|missing|good|clean title|none|no brands?|not branded|unbranded|none reported|not reported|not recorded|none recorded|hpi clear|no|ok|in ordnung|nothing|no issues|repariert nein)$/;

/** Whether a value of a column about damage says that the car is damaged. `null`: it cannot be told. */
export function isDamaged(text: string, about: "damage" | "soundness"): boolean | null {
  const folded = fold(text);
  if (folded === "") return false;
  if (about === "soundness") return no.test(folded) || damageIn(text) !== null;
  if (no.test(folded) || noDamage.test(folded) || /^\D*0+(?:[.,]0+)?\D*$/.test(text)) return false;
  if (yes.test(folded) || /^\d/.test(folded) || damageIn(text) !== null) return true;
  if (folded.length > longestClause) return null;
  return readClause(folded, nothingBefore) === "negated" ? false : null;
}
