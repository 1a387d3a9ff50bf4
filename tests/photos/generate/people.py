"""Invented people, places and numbers. No state, operator or school here exists."""
from noise import pick

last = """TRAORÉ COULIBALY DIARRA KEÏTA SANGARÉ DEMBÉLÉ KONATÉ SIDIBÉ DIALLO CISSÉ TOURÉ MAÏGA DOUMBIA
 SISSOKO KONÉ BERTHÉ SAMAKÉ TOGOLA BAGAYOKO FOFANA DABO KANTÉ GUINDO DOLO TEMBELY BARRY SOW BÂ
 SACKO DIAKITÉ CAMARA SISSAO NIARÉ BALLO SANOGO MARIKO DICKO AG MOHAMED OULD AHMED""".split()
first = """Aminata Fatoumata Mariam Oumou Kadiatou Rokia Assitan Hawa Salimata Djénéba Nana Bintou
 Seydou Ibrahima Modibo Souleymane Bakary Moussa Amadou Lassana Mamadou Cheick Boubacar Abdoulaye
 Youssouf Issa Drissa Adama Zeïnabou Coumba Safiatou Aïssata Sékou Yacouba Tidiane Alou""".split()
places = """Sikasso Kayes Ségou Mopti Gao Koutiala Bougouni Kolokani Kita Nioro Dioïla Kangaba San
 Djenné Tombouctou Ménaka Banamba Niono Yanfolila Bankass Douentza Nara Diéma Yélimané""".split()
months = """janvier février mars avril mai juin juillet août septembre octobre novembre
 décembre""".split()
trades = """cultivateur ménagère commerçante enseignant éleveur chauffeur infirmière tailleur
 maçon couturière pêcheur comptable mécanicien sage-femme vendeuse menuisier""".split()
states = [
    'RÉPUBLIQUE DE SPÉCIMEN',
    'RÉPUBLIQUE DU MODÈLE',
    'ÉTAT DE L’EXEMPLE',
    'RÉPUBLIQUE UNIE DU SPÉCIMEN',
    'RÉPUBLIQUE DE BÉLINGA',
    'FÉDÉRATION DE NANDOVIE',
]
mottos = [
    'Travail – Unité – Progrès',
    'Un Modèle – Un But – Une Foi',
    'Paix – Travail – Exemple',
    'Union – Discipline – Labeur',
    'Un Peuple – Un Exemple',
]
operators = [
    'SAHEL MOBILE',
    'KIOSQUE TÉLÉCOM',
    'NIGER-FIL',
    'Bélé Cell',
    'ORIZON',
    'Tama Télécom',
    'Djoliba Net',
    'ALLÔ DÉSERT',
    'Sanéna',
    'FIL D’OR MOBILE',
    'Kora+',
    'TÉLÉ-SAVANE',
]
series = [
    'Sciences exactes (TSE)',
    'Lettres et langues (TLL)',
    'Sciences économiques (TSECO)',
    'Sciences biologiques (TSEXP)',
    'Arts et lettres (TAL)',
    'Génie civil (MTGC)',
]
grades = ['Passable', 'Assez bien', 'Bien', 'Très bien']


def digits(rng, count):
    return ''.join(str(d) for d in rng.integers(0, 10, count))


def name(rng):
    given = ' '.join(pick(rng, first) for _ in range(1 + (rng.random() < 0.55)))
    return pick(rng, last), given


def date(rng, low=2003, high=2009, written=None):
    day, month = int(rng.integers(1, 29)), int(rng.integers(1, 13))
    year = int(rng.integers(low, high + 1))
    if rng.random() < 0.5 if written is None else written:
        return f'{day if day > 1 else "1er"} {months[month - 1]} {year}'
    return f'{day:02d}/{month:02d}/{year}'


def person(rng):
    surname, given = name(rng)
    father, mother = name(rng), name(rng)
    return {
        'last': surname,
        'first': given,
        'born': date(rng),
        'place': pick(rng, places),
        'sex': pick(rng, ['Masculin', 'Féminin']),
        'father': f'{father[1]} {surname}',
        'mother': f'{mother[1]} {mother[0]}',
        'trade1': pick(rng, trades),
        'trade2': pick(rng, trades),
        'phone': ' '.join([digits(rng, 2) for _ in range(4)]),
        'home': f'quartier {pick(rng, ["Plateau", "Médine", "Hamdallaye", "Liberté", "Commerce"])}, '
        + pick(rng, places),
    }
