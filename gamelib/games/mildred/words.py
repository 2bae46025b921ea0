"""What things are called in Auntie Mildred's list of random tasks, in English and with the French rulebook's terms."""

from gamelib.games.mildred import rules as r

TITLE, PREFIX = "Auntie Mildred's list of random tasks", "AM"
LANGUAGES = ("en", "fr")

ACTIONS = {
    "en": {
        r.ROLL: "roll {first:face}",
        r.KEEP_DICE: "keep the dice",
        r.SHAKE: "shake the dice",
        r.TAKE_DODGE: "take the dodge dice off",
        r.RESOLVE: "resolve the prank",
        r.SCORE: "score {spot:card}",
        r.CLEAR_TASKS: "take all scallywags off",
        r.STRAIGHTEN: "straighten all",
        r.USE_WAKEUP: "wake up {spot:task}",
        r.TAKE_SCALLYWAG: "take back {spot:task}",
        r.TAKE_MODIFIER: "take back a modify die",
        r.TAKE_PRANK: "take back a prank die",
        r.TAKE_GROUP: "take back {spot:card}",
        r.TIDY: "tidy up",
        r.END_WAKEUP: "on to the roll",
        r.PLACE_SCALLYWAG: "put {first:face} on {spot:task}",
        r.TAKE_REWARD: "perform {spot:task}",
        r.INDULGE: "indulge in {spot:card} with {first:face}{second:more}{third:more}",
        r.MODIFY: "spend {first:face} to turn {second:face} into {third:face}",
        r.PLACE_PRANK: "put {first:face} in the prank",
        r.PLACE_DODGE: "put {first:face} in the dodge",
        r.PASS: "pass",
        r.REROLL_DIE: "reroll {first:face}",
        r.SHIFT_DIE: "shift {first:face} to {second:face}",
        r.TURN_DIE: "turn {first:face} to {second:face}",
        r.STRAIGHTEN_SET: "straighten {spot:set}",
        r.ENOUGH: "enough",
        r.GIVE_POOL: "score {first:a_die} from the pool",
        r.GIVE_MODIFIER: "score a modify die",
        r.GIVE_PRANK: "score a prank die",
        r.GIVE_DODGE: "score a dodge die",
        r.GIVE_SCALLYWAG: "score the die on {spot:task}",
        r.GIVE_GROUP: "score {first:a_die} from {spot:card}",
    },
    "fr": {
        r.ROLL: "lancer {first:face}",
        r.KEEP_DICE: "conserver les dés",
        r.SHAKE: "secouer les dés",
        r.TAKE_DODGE: "retirer les dés d'esquive",
        r.RESOLVE: "résoudre la farce",
        r.SCORE: "marquer {spot:card}",
        r.CLEAR_TASKS: "retirer tous les chenapans",
        r.STRAIGHTEN: "redresser tous les chenapans",
        r.USE_WAKEUP: "réveiller {spot:task}",
        r.TAKE_SCALLYWAG: "récupérer {spot:task}",
        r.TAKE_MODIFIER: "récupérer un dé de modification",
        r.TAKE_PRANK: "récupérer un dé de farce",
        r.TAKE_GROUP: "récupérer {spot:card}",
        r.TIDY: "ranger",
        r.END_WAKEUP: "passer au lancer",
        r.PLACE_SCALLYWAG: "placer {first:face} sur {spot:task}",
        r.TAKE_REWARD: "réaliser {spot:task}",
        r.INDULGE: "placer {first:face}{second:more}{third:more} sur {spot:card}",
        r.MODIFY: "utiliser {first:face} pour changer {second:face} en {third:face}",
        r.PLACE_PRANK: "placer {first:face} en farce",
        r.PLACE_DODGE: "placer {first:face} en esquive",
        r.PASS: "passer",
        r.REROLL_DIE: "relancer {first:face}",
        r.SHIFT_DIE: "modifier {first:face} en {second:face}",
        r.TURN_DIE: "tourner {first:face} en {second:face}",
        r.STRAIGHTEN_SET: "redresser {spot:set}",
        r.ENOUGH: "c'est assez",
        r.GIVE_POOL: "marquer {first:a_die} de la réserve",
        r.GIVE_MODIFIER: "marquer un dé de modification",
        r.GIVE_PRANK: "marquer un dé de farce",
        r.GIVE_DODGE: "marquer un dé d'esquive",
        r.GIVE_SCALLYWAG: "marquer le dé de {spot:task}",
        r.GIVE_GROUP: "marquer {first:a_die} de {spot:card}",
    },
}

HEADINGS = {
    "en": {
        (r.ROLL,): "The dice",
        (r.KEEP_DICE, r.SHAKE): "Phase 2: keep or roll",
        (r.TAKE_DODGE,): "Phase 1: the dodge",
        (r.RESOLVE,): "Phase 1: the prank",
        (r.SCORE,): "Phase 1: score Indulgency cards",
        (r.CLEAR_TASKS, r.STRAIGHTEN): "Phase 1: scallywags",
        (r.USE_WAKEUP,): "Phase 1: WAKEUP effects",
        (r.TAKE_SCALLYWAG, r.TAKE_MODIFIER, r.TAKE_PRANK, r.TAKE_GROUP, r.TIDY): "Phase 1: take dice back",
        (r.END_WAKEUP,): "End phase 1",
        (r.PLACE_SCALLYWAG,): "Place a scallywag",
        (r.TAKE_REWARD,): "Perform a task",
        (r.INDULGE,): "Place a group on an Indulgency card",
        (r.MODIFY,): "Modify a die",
        (r.PLACE_PRANK,): "Prank",
        (r.PLACE_DODGE,): "Dodge",
        (r.PASS,): "End the turn",
        (r.REROLL_DIE, r.SHIFT_DIE, r.TURN_DIE, r.STRAIGHTEN_SET, r.ENOUGH): "The effect of the task",
        tuple(range(r.GIVE_POOL, r.GIVE_GROUP + 1)): "Which die becomes the Victory Die?",
    },
    "fr": {
        (r.ROLL,): "Les dés",
        (r.KEEP_DICE, r.SHAKE): "Phase 2 : conserver ou secouer",
        (r.TAKE_DODGE,): "Phase 1 : l'esquive",
        (r.RESOLVE,): "Phase 1 : la farce",
        (r.SCORE,): "Phase 1 : marquer les dés Indulgence",
        (r.CLEAR_TASKS, r.STRAIGHTEN): "Phase 1 : les chenapans",
        (r.USE_WAKEUP,): "Phase 1 : capacités de RÉVEIL",
        (r.TAKE_SCALLYWAG, r.TAKE_MODIFIER, r.TAKE_PRANK, r.TAKE_GROUP, r.TIDY): "Phase 1 : récupérer des dés",
        (r.END_WAKEUP,): "Finir la phase 1",
        (r.PLACE_SCALLYWAG,): "Placer un chenapan",
        (r.TAKE_REWARD,): "Réaliser une tâche",
        (r.INDULGE,): "Placer un groupe sur une carte d'Indulgence",
        (r.MODIFY,): "Modifier un dé",
        (r.PLACE_PRANK,): "Farce",
        (r.PLACE_DODGE,): "Esquive",
        (r.PASS,): "Finir le tour",
        (r.REROLL_DIE, r.SHIFT_DIE, r.TURN_DIE, r.STRAIGHTEN_SET, r.ENOUGH): "L'effet de la tâche",
        tuple(range(r.GIVE_POOL, r.GIVE_GROUP + 1)): "Quel dé devient le dé de victoire ?",
    },
}

KINDS = {lang: {kind: text for kinds, text in found.items() for kind in kinds} for lang, found in HEADINGS.items()}

EVENTS = {
    "en": {
        r.ROLLED: "{a:player} rolls {b:face}",
        r.TOTALS_TIE: "both have {a:number}: all roll again",
        r.STARTS: "{a:player} starts with a total of {b:number} against {c:number}",
        r.KEPT: "{a:player} keeps the dice of the first roll",
        r.SHAKEN: "{a:player} rolls anew",
        r.DODGE_OFF: "{a:player} takes the dodge off: {b:dice}",
        r.HIT: "prank {b:number} against dodge {c:number}: the cookie die of {a:player} shows {d:number}",
        r.HARD_HIT: "prank {b:number} against dodge {c:number}: {a:player} loses a Victory Die and has {d:number}",
        r.MISSED: "the prank of {a:player}, {b:number} against dodge {c:number}, is dodged",
        r.PRANK_OFF: "{a:player} takes the prank off: {b:dice}",
        r.SCORED: "{a:player} scores {b:card}",
        r.OUTDONE: "{a:player} takes the dice off {b:card}, which the opponent holds: no cookies",
        r.CLEARED: "{a:player} takes all scallywags off, {b:dice}, for {c:number} Victory Dice",
        r.STRAIGHTENED: "{a:player} straightens {b:sets}",
        r.USED_CARD: "{a:player} uses {b:task}",
        r.TAKEN_BACK: "{a:player} takes back {b:dice}",
        r.WOKEN: "{a:player} goes on to roll {b:dice}",
        r.PLACED: "{a:player} puts a die on {b:task}, {c:lies}",
        r.INDULGED: "{a:player} puts {c:face}{d:rest} on {b:card}",
        r.MODIFIED: "{a:player} spends {b:face} to turn {c:face} into {d:face}",
        r.IN_PRANK: "{a:player} puts {b:face} into prank slot {c:number}",
        r.IN_DODGE: "{a:player} puts {b:face} into dodge slot {c:number}",
        r.PASSED: "{a:player} passes",
        r.COOKIES: "{a:player} gains {b:number}: the cookie die shows {c:number}",
        r.COOKIE_DIE_FULL: "{a:player} gains {b:number}: the cookie die is full, it brings a Victory Die and shows 1",
        r.STOLEN: "{a:player} steals {b:number}: the opponent's cookie die shows {c:number}",
        r.VICTORY_DIE: "{a:player} now has {b:dice} of victory",
        r.ADVANCED: "{a:player} moves the highest {b:fight} die up to slot {c:number}",
        r.SHIFTED: "{a:player} turns {b:face} into {c:face}",
        r.PICKED: "{a:player} takes {b:face} to roll it again",
        r.THREE_DICE: "{a:player} has all the Victory Dice it takes and wins",
        r.PRANKED_OUT: "{a:player} wins: the opponent has no Victory Die to lose",
        r.TIME_UP: "the last round is over: {a:winner}",
    },
    "fr": {
        r.ROLLED: "{a:player} lance {b:face}",
        r.TOTALS_TIE: "égalité à {a:number} : tous relancent",
        r.STARTS: "{a:player} commence avec un total de {b:number} contre {c:number}",
        r.KEPT: "{a:player} conserve les dés du premier lancer",
        r.SHAKEN: "{a:player} secoue les dés",
        r.DODGE_OFF: "{a:player} retire l'esquive : {b:dice}",
        r.HIT: "farce {b:number} contre esquive {c:number} : le dé de cookie de {a:player} est à {d:number}",
        r.HARD_HIT: "farce {b:number} contre esquive {c:number} : {a:player} perd un dé de victoire, reste {d:number}",
        r.MISSED: "la farce de {a:player}, {b:number} contre esquive {c:number}, est esquivée",
        r.PRANK_OFF: "{a:player} retire la farce : {b:dice}",
        r.SCORED: "{a:player} marque {b:card}",
        r.OUTDONE: "{a:player} retire ses dés de {b:card}, que l'adversaire tient : aucun cookie",
        r.CLEARED: "{a:player} retire tous les chenapans, {b:dice}, pour {c:number} dés de victoire",
        r.STRAIGHTENED: "{a:player} redresse {b:sets}",
        r.USED_CARD: "{a:player} utilise {b:task}",
        r.TAKEN_BACK: "{a:player} récupère {b:dice}",
        r.WOKEN: "{a:player} va lancer {b:dice}",
        r.PLACED: "{a:player} place un dé sur {b:task}, {c:lies}",
        r.INDULGED: "{a:player} place {c:face}{d:rest} sur {b:card}",
        r.MODIFIED: "{a:player} utilise {b:face} pour changer {c:face} en {d:face}",
        r.IN_PRANK: "{a:player} place {b:face} dans l'emplacement de farce {c:number}",
        r.IN_DODGE: "{a:player} place {b:face} dans l'emplacement d'esquive {c:number}",
        r.PASSED: "{a:player} passe",
        r.COOKIES: "{a:player} gagne {b:number} : le dé de cookie est à {c:number}",
        r.COOKIE_DIE_FULL: "{a:player} gagne {b:number} : le dé de cookie atteint 6, un dé de victoire, et revient à 1",
        r.STOLEN: "{a:player} vole {b:number} : le dé de cookie de l'adversaire est à {c:number}",
        r.VICTORY_DIE: "{a:player} a maintenant {b:dice} de victoire",
        r.ADVANCED: "{a:player} déplace le dernier dé {b:fight} dans l'emplacement {c:number}",
        r.SHIFTED: "{a:player} change {b:face} en {c:face}",
        r.PICKED: "{a:player} prend {b:face} pour le relancer",
        r.THREE_DICE: "{a:player} a tous ses dés de victoire et gagne",
        r.PRANKED_OUT: "{a:player} gagne : l'adversaire n'a pas de dé de victoire à perdre",
        r.TIME_UP: "la dernière manche est finie : {a:winner}",
    },
}

RULE_OF_ACTION = {
    r.ROLL: 32,
    r.KEEP_DICE: 13,
    r.SHAKE: 13,
    r.TAKE_DODGE: 17,
    r.RESOLVE: 18,
    r.SCORE: 22,
    r.CLEAR_TASKS: 26,
    r.STRAIGHTEN: 27,
    r.USE_WAKEUP: 10,
    r.TAKE_SCALLYWAG: 30,
    r.TAKE_MODIFIER: 74,
    r.TAKE_PRANK: 30,
    r.TAKE_GROUP: 30,
    r.TIDY: 30,
    r.END_WAKEUP: 14,
    r.PLACE_SCALLYWAG: 39,
    r.TAKE_REWARD: 42,
    r.INDULGE: 38,
    r.MODIFY: 34,
    r.PLACE_PRANK: 35,
    r.PLACE_DODGE: 35,
    r.PASS: 45,
    r.REROLL_DIE: 44,
    r.SHIFT_DIE: 48,
    r.TURN_DIE: 48,
    r.STRAIGHTEN_SET: 81,
    r.ENOUGH: 82,
    r.GIVE_POOL: 60,
    r.GIVE_MODIFIER: 60,
    r.GIVE_PRANK: 60,
    r.GIVE_DODGE: 60,
    r.GIVE_SCALLYWAG: 60,
    r.GIVE_GROUP: 60,
}

RULE_OF_EVENT = {
    r.ROLLED: 32,
    r.TOTALS_TIE: 62,
    r.STARTS: 12,
    r.KEPT: 13,
    r.SHAKEN: 13,
    r.DODGE_OFF: 17,
    r.HIT: 18,
    r.HARD_HIT: 19,
    r.MISSED: 20,
    r.PRANK_OFF: 21,
    r.SCORED: 22,
    r.OUTDONE: 22,
    r.CLEARED: 26,
    r.STRAIGHTENED: 27,
    r.USED_CARD: 8,
    r.TAKEN_BACK: 30,
    r.WOKEN: 32,
    r.PLACED: 39,
    r.INDULGED: 38,
    r.MODIFIED: 34,
    r.IN_PRANK: 35,
    r.IN_DODGE: 35,
    r.PASSED: 45,
    r.COOKIES: 3,
    r.COOKIE_DIE_FULL: 3,
    r.STOLEN: 49,
    r.VICTORY_DIE: 3,
    r.ADVANCED: 36,
    r.SHIFTED: 48,
    r.PICKED: 44,
    r.THREE_DICE: 2,
    r.PRANKED_OUT: 19,
    r.TIME_UP: 46,
}

REFUSALS = {
    "en": {
        8: "no die of yours stands there, so the card gives nothing",
        10: "only a WAKEUP effect, and only in phase 1",
        11: "only a REWARD, and only in phase 3",
        17: "all dodge dice must come off, and only those that are there can",
        21: "a prank can be resolved once a turn, and needs a die",
        22: "no group of yours is on that card",
        26: "no scallywag of yours is on a task",
        27: "straightening is for once a turn, and something must be tapped",
        28: "that set is tapped already",
        29: "that card was used this turn",
        30: "at most one scallywag may stay in each set, and only what is there can be taken back",
        32: "a die shows 1 to 6",
        33: "the pool has no such die",
        34: "modifying takes a free slot and turns the other die by exactly 1",
        36: "moving a die up takes a real die and a slot above it",
        38: "the dice of the pool are not what the card asks for",
        39: "a scallywag goes on the card of its value: first a 1, then always one more",
        42: "that set is tapped",
        43: "the reward must be of the highest die's level or lower",
        44: "only dice of the pool that are not used yet can be rerolled",
        47: "nothing of what that card does can happen now",
        48: "only a die of the pool can be turned, and to another value that the effect allows",
        60: "no die of yours is there",
        67: "there is a group of yours on that card already",
        72: "of several scallywags in a set only the highest may stay",
        75: "the die that is spent can't be the one that is turned",
        76: "there is no slot left",
        81: "only another set that is tapped can be straightened",
        82: "choose at least one",
        87: "of two equal rows the higher value is named first",
    },
    "fr": {
        8: "aucun de vos dés n'est là : la carte ne donne rien",
        10: "seulement un effet RÉVEIL, et seulement en phase 1",
        11: "seulement une RÉCOMPENSE, et seulement en phase 3",
        17: "tous les dés d'esquive doivent être retirés, et seulement ceux qui y sont",
        21: "une farce se résout une fois par tour, et demande un dé",
        22: "aucun de vos groupes n'est sur cette carte",
        26: "aucun de vos chenapans n'est sur une tâche",
        27: "on redresse une fois par tour, et seulement des dés utilisés",
        28: "cet ensemble est déjà utilisé",
        29: "cette carte a déjà servi ce tour",
        30: "un seul chenapan peut rester par ensemble, et on ne récupère que ce qui est là",
        32: "un dé montre de 1 à 6",
        33: "la réserve n'a pas ce dé",
        34: "modifier demande un emplacement libre et change l'autre dé de 1 exactement",
        36: "il faut un dé réel et un emplacement libre au-dessus",
        38: "les dés de la réserve ne répondent pas aux exigences de la carte",
        39: "un chenapan va sur la carte de sa valeur : d'abord un 1, puis toujours un de plus",
        42: "cet ensemble est déjà utilisé",
        43: "la récompense doit être d'un niveau égal ou inférieur au plus haut dé",
        44: "on ne relance que des dés de la réserve qui ne sont pas encore utilisés",
        47: "rien de ce que fait cette carte n'est possible maintenant",
        48: "on ne change qu'un dé de la réserve, en une autre valeur que l'effet permet",
        60: "aucun de vos dés n'est là",
        67: "un de vos groupes est déjà sur cette carte",
        72: "de plusieurs chenapans d'un ensemble, seul le plus haut peut rester",
        75: "le dé utilisé ne peut pas être le dé modifié",
        76: "il n'y a plus d'emplacement",
        81: "on ne redresse qu'un autre ensemble qui est utilisé",
        82: "choisissez-en au moins un",
        87: "de deux rangées égales, la plus haute se nomme d'abord",
    },
}

ENDINGS = (r.THREE_DICE, r.PRANKED_OUT, r.TIME_UP)
LUCK = {"en": "Roll for me", "fr": "Lancer pour moi"}
METRICS = ("rounds", "turn", "starter")

PHASES = {
    "en": {
        r.START: "it is rolled who starts",
        r.KEEP: "keep the dice or shake them",
        r.WAKE: "phase 1, WAKEUP",
        r.ROLLING: "dice are rolled",
        r.ACT: "phase 3, ACTION",
        r.PICK_VICTORY: "a die is chosen as Victory Die",
        r.PICK_REROLL: "dice are chosen to be rolled again",
        r.PICK_SHIFT: "dice are chosen to be turned by 1",
        r.PICK_TURN: "dice are chosen to be turned",
        r.PICK_SET: "a set is chosen to be straightened",
        r.ENDED: "the game is over",
    },
    "fr": {
        r.START: "on lance pour savoir qui commence",
        r.KEEP: "conserver les dés ou les secouer",
        r.WAKE: "phase 1, RÉVEIL",
        r.ROLLING: "les dés sont lancés",
        r.ACT: "phase 3, ACTION",
        r.PICK_VICTORY: "choix du dé de victoire",
        r.PICK_REROLL: "choix des dés à relancer",
        r.PICK_SHIFT: "choix des dés à changer de 1",
        r.PICK_TURN: "choix des dés à tourner",
        r.PICK_SET: "choix de l'ensemble à redresser",
        r.ENDED: "la partie est finie",
    },
}

TEXTS = {
    "en": {
        "player": "player {}",
        "one die": "{} die",
        "dice": "{} dice",
        "unrolled": "an unrolled die",
        "a": "a {}",
        "all": "all",
        "lies": ["upright", "tapped"],
        "fight": ["prank", "dodge"],
        "winner": ["player 1 wins", "player 2 wins", "a tie"],
        "round": "Round {}, {}: {}.",
        "has": "{} has {} Victory Dice, cookie die {}, {}prank {}, dodge {}.",
        "shows": "pool {}, ",
        "to roll": "{} to roll",
        "empty": "empty",
    },
    "fr": {
        "player": "joueur {}",
        "one die": "{} dé",
        "dice": "{} dés",
        "unrolled": "un dé non lancé",
        "a": "un {}",
        "all": "tout",
        "lies": ["redressé", "utilisé"],
        "fight": ["de farce", "d'esquive"],
        "winner": ["le joueur 1 gagne", "le joueur 2 gagne", "égalité"],
        "round": "Manche {}, {} : {}.",
        "has": "{} : dés de victoire {}, dé de cookie {}, {}farce {}, esquive {}.",
        "shows": "réserve {}, ",
        "to roll": "{} à lancer",
        "empty": "vide",
    },
}

# How effects are printed on a card, briefly; {} is their number.
EFFECTS = {
    "en": {
        r.GAIN_COOKIES: "cookies +{}",
        r.STEAL_COOKIES: "steal {}",
        r.GAIN_VICTORY_DICE: "Victory +{}",
        r.REROLL: "reroll {}",
        r.SHIFT: "±1 on {}",
        r.TURN: "turn {}",
        r.ADD_PRANK: "prank +{}",
        r.ADD_DODGE: "dodge +{}",
        r.STRAIGHTEN_A_SET: "straighten {}",
        r.SCORE_ON_TIES: "ties score",
        r.STRONGER_PRANK: "prank +{}",
        r.MORE_COOKIES: "Indulgency +{}",
    },
    "fr": {
        r.GAIN_COOKIES: "cookies +{}",
        r.STEAL_COOKIES: "voler {}",
        r.GAIN_VICTORY_DICE: "victoire +{}",
        r.REROLL: "relancer {}",
        r.SHIFT: "±1 sur {}",
        r.TURN: "tourner {}",
        r.ADD_PRANK: "farce +{}",
        r.ADD_DODGE: "esquive +{}",
        r.STRAIGHTEN_A_SET: "redresser {}",
        r.SCORE_ON_TIES: "à égalité",
        r.STRONGER_PRANK: "farce +{}",
        r.MORE_COOKIES: "Indulgence +{}",
    },
}

TYPES = {
    "en": {r.ALWAYS: "ALWAYS", r.WAKEUP: "WAKEUP", r.REWARD: "REWARD", r.WAKEUP_ALWAYS: "WAKEUP ALWAYS"},
    "fr": {r.ALWAYS: "TOUJOURS", r.WAKEUP: "RÉVEIL", r.REWARD: "RÉCOMPENSE", r.WAKEUP_ALWAYS: "RÉVEIL TOUJOURS"},
}

ON_ALWAYS = (r.SCORE_ON_TIES, r.STRONGER_PRANK, r.MORE_COOKIES)
ON_REWARD_ONLY = (r.REROLL, r.SHIFT, r.TURN)


# What the house rules of the kit say; in English the kit itself says it.
HOUSE_RULES = {
    "fr": {
        "players": "Joueurs",
        "dice": "Dés de chaque joueur",
        "cookie_goal": "La valeur à laquelle le dé de cookie donne un dé de victoire",
        "to_win": "Dés de victoire pour gagner",
        "modify_slots": "Emplacements où un dé en modifie un autre de 1",
        "prank_slots": "Emplacements numérotés pour les dés de farce",
        "dodge_slots": "Emplacements numérotés pour les dés d'esquive",
        "levels": "Niveaux de chaque ensemble de tâches",
        "goal_line": "Le niveau où se trouve la ligne d'objectif",
        "goal_dice": "Chenapans qu'il faut au-delà de la ligne d'objectif",
        "goal_reward": "Dés de victoire pour tous les chenapans retirés au-delà de la ligne d'objectif",
        "round_limit": "Manches après lesquelles la partie finit",
    },
}


def domains(kit, lang):
    """What the numbers of actions and events are called."""
    text = TEXTS[lang]
    sets = kit.names("set", lang=lang)
    return {
        "face": range(1, r.FACES + 1),
        "more": {0: "", **{value: f"+{value}" for value in range(1, r.FACES + 1)}},
        "a_die": {0: text["unrolled"], **{value: text["a"].format(value) for value in range(1, r.FACES + 1)}},
        "set": sets,
        "sets": {-1: text["all"], **dict(enumerate(sets))},
        "task": task_names(kit, lang),
        "card": kit.names("card", lang=lang),
        "player": [seat_name(kit, seat, lang) for seat in range(2)],
        "winner": text["winner"],
        "lies": text["lies"],
        "fight": text["fight"],
        "number": range(1000),
        "dice": {count: text["one die" if count == 1 else "dice"].format(count) for count in range(20)},
        "rest": {10 * b + c: f"+{b}" * (b > 0) + f"+{c}" * (c > 0) for b in range(7) for c in range(7) if b or not c},
    }


def task_names(kit, lang="en"):
    """The task cards as the rulebook calls them: "Washing#3"."""
    return [f"{name}#{level}" for name in kit.names("set", lang=lang) for level in range(1, kit.record.levels + 1)]


def seat_name(kit, seat, lang):
    """What a player is called."""
    return TEXTS[lang]["player"].format(seat + 1)


def effects_text(kit, card, lang="en"):
    """What is printed on a task card: its kind and its effects."""
    record = kit.record
    said = [EFFECTS[lang][int(effect)].format(amount) for effect, amount in record.task_effects[card] if effect >= 0]
    return f"{TYPES[lang][int(record.task_kind[card])]}: " + ", ".join(said)


def pool_text(state, player, lang):
    """The dice of a pool in words: "2 to roll", "1 3 3 6" or "empty"."""
    values = [value for value in range(1, r.FACES + 1) for _ in range(state.pool[player, value])]
    parts = [" ".join(str(value) for value in values)] if values else []
    if state.pool[player, 0] > 0:
        parts.append(TEXTS[lang]["to roll"].format(state.pool[player, 0]))
    return ", ".join(parts) or TEXTS[lang]["empty"]


def situation(state, kit, lang):
    """The position in a few sentences."""
    text = TEXTS[lang]
    phase = PHASES[lang][int(state.phase)]
    if state.turn == 0:
        lines = [phase[0].upper() + phase[1:] + "."]
    else:
        lines = [text["round"].format(state.rounds, seat_name(kit, int(state.active), lang), phase)]
    for player in range(2):
        name = seat_name(kit, player, lang)
        name = name[0].upper() + name[1:]
        pool = text["shows"].format(pool_text(state, player, lang))
        prank, dodge = r.top_slot(state.prank[player]), r.top_slot(state.dodge[player])
        lines.append(text["has"].format(name, state.victory[player], state.cookie[player], pool, prank, dodge))
    return " ".join(lines)


def reason(state, kit, action, rule, lang):
    """Why not, where the position has more to say than the rule alone."""
    if rule == 14:
        phase = PHASES[lang][int(state.phase)]
        return f"pas maintenant : {phase}" if lang == "fr" else f"not now: {phase}"
    return None


def check_kit(kit):
    """What is inconsistent: tasks out of order, effects where they can't work, names twice, too few dice."""
    return [*check_tasks(kit), *check_effects(kit), *check_cards(kit), *check_names(kit)]


def check_tasks(kit):
    """The rules find a task card by its place: set by set, level by level."""
    record, faults = kit.record, []
    wanted = [(set_, level) for set_ in range(record.sets) for level in range(1, record.levels + 1)]
    if len(kit.tables["task"]) != len(wanted):
        return [f"task: expected {record.sets} sets of {record.levels} levels, got {len(kit.tables['task'])} cards"]
    for number, (set_, level) in enumerate(wanted):
        if (record.task_set[number], record.task_level[number]) != (set_, level):
            faults.append(f"task {number + 1}: expected {task_names(kit)[number]} here: the cards stand set by set")
    if record.goal_line > record.levels:
        faults.append(f"rules.goal_line: expected at most {record.levels}, the number of levels")
    return faults


def check_effects(kit):
    """Each effect on a kind of card that can have it, with a number from 1 on."""
    record, faults, straighteners = kit.record, [], set()
    for number in range(record.tasks):
        kind = record.task_kind[number]
        if not r.ALWAYS <= kind <= r.WAKEUP_ALWAYS:
            faults.append(f"task {number + 1}: kind: expected always, wakeup, reward or wakeup always")
        for effect, amount in record.task_effects[number]:
            if effect == -1:
                continue
            if effect not in EFFECTS["en"] or not 1 <= amount <= 9:
                faults.append(f"task {number + 1}: effects: expected an effect and a number from 1 to 9")
            elif (effect in ON_ALWAYS) != (kind == r.ALWAYS) or (effect in ON_REWARD_ONLY and kind != r.REWARD):
                faults.append(f"task {number + 1}: effects: this effect can't stand on a card of this kind")
            elif effect == r.STRAIGHTEN_A_SET:
                straighteners.add(int(record.task_set[number]))
    if len(straighteners) > 1:
        faults.append("task: only the cards of one set may straighten sets, else a turn might never end")
    return faults


def check_cards(kit):
    """What an Indulgency card asks for must be possible with a player's dice."""
    record, faults = kit.record, []
    for number in range(record.cards):
        rows = [int(size) for size in record.card_rows[number] if size != -1]
        if record.card_shape[number] == r.STRAIGHT:
            fits = len(rows) == 1 and 2 <= rows[0] <= r.FACES
        else:
            fits = 0 < len(rows) and all(size >= 2 for size in rows)
        if not fits:
            faults.append(
                f"card {number + 1}: rows: expected rows of 2 dice or more, or one length from 2 to 6 (straight)"
            )
        elif sum(rows) > record.dice:
            faults.append(f"card {number + 1}: rows: expected at most {record.dice} dice, as many as a player has")
        if record.card_cookies[number] < 0:
            faults.append(f"card {number + 1}: cookies: expected 0 or more")
    return faults


def check_names(kit):
    """No two things of one name, in any language."""
    faults = []
    for lang in LANGUAGES:
        names = kit.names("set", lang=lang) + kit.names("card", lang=lang)
        if len(set(names)) < len(names) or "" in names:
            faults.append(f"set, card: two have the same name, or one has none ({lang})")
    return faults


def position(state, kit, data):
    """The friendlier keys of a scenario: `player`, `mine` and `theirs`."""
    if not {"player", "mine", "theirs"} & data.keys():
        return
    state.active = int(data.pop("player", 0))
    if state.active not in (0, 1):
        raise ValueError("player: expected 0 or 1")
    state.turn, state.rounds, state.starter = 5 + state.active, 3, 0
    state.phase = r.ACT
    if "phase" in data:
        phase = str(data["phase"]).upper().replace(" ", "_")
        state.phase = getattr(r, phase, r.ACT)
    state.home = r.WAKE if state.phase == r.WAKE else r.ACT
    for player, key in ((int(state.active), "mine"), (1 - int(state.active), "theirs")):
        set_out(state, kit, player, data.pop(key, {}), key)


def set_out(state, kit, player, given, key):
    """Put the dice of one player where a scenario says."""
    if not isinstance(given, dict):
        raise ValueError(f"{key}: expected a table, got {given!r}")
    unknown = given.keys() - {"dice", "tasks", "tapped", "prank", "dodge", "modify", "victory", "cookie", "groups"}
    if unknown:
        raise ValueError(f"{key}: no such key {', '.join(sorted(unknown))}")
    state.pool[player] = 0
    for value in given.get("dice", []):
        state.pool[player, value] += 1
    for name in given.get("tasks", []):
        card = number_of(name, task_names(kit), f"{key}.tasks")
        state.task[player, kit.record.task_set[card], kit.record.task_level[card] - 1] = 1
    for name in given.get("tapped", []):
        state.tapped[player, number_of(name, kit.names("set"), f"{key}.tapped")] = 1
    for name, slots in (("prank", state.prank), ("dodge", state.dodge)):
        wanted = given.get(name, 0)
        for slot in wanted if isinstance(wanted, list) else range(1, wanted + 1):
            slots[player, slot - 1] = 1
    state.modify[player] = given.get("modify", 0)
    state.victory[player] = given.get("victory", 0)
    state.cookie[player] = given.get("cookie", 1)
    for name, values in given.get("groups", {}).items():
        card = number_of(name, kit.names("card"), f"{key}.groups")
        state.group[player, card, : len(values)] = values
    missing = int(kit.record.dice - r.dice_of(state, kit.record, player))
    if missing < 0:
        raise ValueError(f"{key}: {-missing} dice more than a player has")
    if missing and player == state.active and state.phase not in (r.WAKE, r.ROLLING):
        raise ValueError(f"{key}: {missing} dice of the player to move are mentioned nowhere")
    state.pool[player, 0] += missing


def number_of(name, names, where):
    """The place of a name in a list.

    Raises:
        ValueError: it isn't there; says what is.
    """
    if name not in names:
        raise ValueError(f"{where}: expected one of {', '.join(names)}, got {name!r}")
    return names.index(name)


def report(state, kit):
    """The friendlier names that a scenario's `expect` may use; each a list over the players."""
    tasks, sets, cards = task_names(kit), kit.names("set"), kit.names("card")
    record = kit.record
    players = range(2)
    return {
        "dice": [[v for v in range(r.FACES + 1) for _ in range(state.pool[player, v])] for player in players],
        "tasks": [
            [tasks[c] for c in range(record.tasks) if r.has_scallywag(state, record, player, c)] for player in players
        ],
        "tapped_sets": [[sets[s] for s in range(record.sets) if state.tapped[player, s]] for player in players],
        "prank_strength": [int(r.top_slot(state.prank[player])) for player in players],
        "dodge_strength": [int(r.top_slot(state.dodge[player])) for player in players],
        "groups": [
            {
                cards[c]: [int(v) for v in state.group[player, c] if v]
                for c in range(record.cards)
                if state.group[player, c, 0]
            }
            for player in players
        ],
    }
