/**
 * Words of a code: common, short, without accents; no two are one letter apart or sound alike
 * (words-text.test.ts).
 */
export const words =
  'abeille abri acacia accord adresse affiche agenda agneau aile aimant album aliment ananas animal antenne appel ' +
  'arachide argent argile armoire arrosoir artiste assiette atelier atlas aube avenir avion avocat avril bagage ' +
  'balafon balance ballon bambou banane banque baobab barbe barrage bascule bassin bateau bazar berger beurre bidon ' +
  'bijou billet biscuit bocal bonbon bonnet botte bougie boussole bracelet branche bravo brique brise bronze brosse ' +
  'brume buffle bureau cabane cactus cadeau cadran cahier caillou calcul calme camion canal canard cantine caramel ' +
  'caravane cargo carotte cartable cascade castor cercle cerise chaise chambre chameau champion chanson charbon ' +
  'chariot chausson chemise cheval chiffre chocolat cible cigale cigogne cirque ciseaux citron clairon classeur ' +
  'clavier client climat cloche clou cobra coco colibri collier colline colombe colonne commerce concert copain ' +
  'corbeau corde coton cousin couteau crabe cravate crayon crevette cuisine cuivre cuvette cycle dalle damier danse ' +
  'dauphin diamant digue dimanche dindon disque docteur domino dossier douane douceur douche dragon drapeau enfant ' +
  'escalier espace espoir essence facteur fagot falaise famille farce farine faucon fauteuil ferme festival feutre ' +
  'fibre ficelle figurine filet flamant flamme fleur fleuve flocon fonction fontaine forge formule foudre fourche ' +
  'fourgon fraise fromage fruit galerie galop garage gardien gaufre gazelle gazon genou girafe glace globe gourde ' +
  'goyave grain grelot grenade grenier grillon griot groupe guitare gymnase habit hamac hamster hangar haricot hasard ' +
  'herbe hibou histoire hiver homard horloge igname iguane image immeuble insecte iris ivoire jaguar jambe jambon ' +
  'janvier jardin jasmin jeton jeudi jongleur joueur journal jungle jupe kayak kiosque kiwi klaxon koala lagune laitue ' +
  'lampe lanterne lapin lecture lessive lettre limonade lion liste livre loisir losange lundi lune machine magasin ' +
  'mairie maison mangue manioc marbre marche mardi marmite marteau masque matelas matin melon membre menu message ' +
  'mesure micro miel minute miroir mixeur moineau montre moringa motif moto moulin mouton muscle musique nappe nature ' +
  'navette navire neige neveu niveau noix note nuage nuit oasis objet octobre oiseau olive ombre oncle orange ordre ' +
  'oreille orteil ourson outil ouvrier pagne palais palmier panda panneau papaye papier paquet parasol parfum parking ' +
  'parole partage passage pasteur patron peigne peinture pelouse peluche perle petit photo piano pierre pigeon pilote ' +
  'piment pinceau pintade pioche pirogue piscine placard plafond plage planche planeur plante plateau pluie podium ' +
  'poignet poisson pomme poney pont portail poste potager poteau poterie poule poutre prairie preuve prince puzzle ' +
  'pyjama racine radio raisin rallye rasoir ravin rebond refrain renard reptile requin ressort rideau rivage rive ' +
  'robinet robot rocher roman ronde rose rosier rouleau route royaume ruban ruche rugby sabot sachet salade samedi ' +
  'sandale sardine saumon savane savon science scooter secret semaine semelle sentier serpent serrure sifflet signal ' +
  'silence singe sirop soif soleil sommeil sorgho soupe source sourire souris sportif stade statue studio stylo sucre ' +
  'sujet table tableau tablier taille talon tambour tampon tapis tarte tartine tasse taureau taxi tennis termite ' +
  'terrain ticket tigre timbre tissu tomate tonneau torche tortue toupie travail tresse tricot trousse truite tuile ' +
  'tulipe tunnel turban tuyau union usine valise vanille vapeur vase vautour velours ventre verrou veste vigne village ' +
  'violon virgule visage visite vitesse vitre vitrine voisin voiture volant volcan volet volume voyage wagon yaourt ' +
  'yoga zigzag zinc zone'
