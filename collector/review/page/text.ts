import type { ItemState } from "../../../common/api/collector.ts";
import type { ReviewKind, Verdict } from "../../../common/review.ts";

/** Every text of this page. It is English only: reviewers work for whoever runs the collector, not at a booth. */
export const VERDICT_NAMES: Readonly<Record<Verdict, string>> = {
  sedan: "Sedan",
  hatchback: "Hatchback",
  suv: "SUV",
  mpv: "MPV",
  van: "Van",
  pickup: "Pickup",
  truck: "Truck",
  bus: "Bus",
  motorcycle: "Motorcycle",
  other: "Other",
  unusable: "Unusable",
  skip: "Skip",
};

export const KIND_NAMES: Readonly<Record<ReviewKind, string>> = { wash: "Wash", entry: "Entry" };

export const STATE_NAMES: Readonly<Record<ItemState, string>> = {
  pending: "waiting",
  reviewed: "labelled",
  unusable: "unusable",
  skipped: "skipped",
};

const labels = (n: number) => `${n} ${n === 1 ? "label" : "labels"}`;

export const text = {
  title: "Review",
  left: (n: string) => `${n} left`,
  today: (n: string) => `${n} today`,
  pace: (n: string) => `${n}/min`,
  booth: "Booth",
  allBooths: "All booths",
  kind: "Kind",
  allKinds: "All",
  keys: "Keys",
  stats: "Stats",
  exports: "Export",
  close: "Close",

  crop: (booth: string, at: string) => `Vehicle at ${booth}, ${at}`,
  loading: "The crop is loading…",
  missing: "This crop is not on the collector",
  missingHelp: "Its picture is gone, so no class can be given. Mark it unusable, or skip it.",
  unreadable: "This crop cannot be shown",
  unreadableHelp: "Its picture is damaged, so no class can be given. Mark it unusable, or skip it.",
  operatorCategory: "Operator's category",
  camera: "Camera says",
  cameraNothing: "No class",
  skippedBefore: "Skipped before",
  hide: "Hide until labelled",
  hiddenWash: "What operator and camera said is hidden until you have labelled it.",
  hiddenEntry: "What the camera said is hidden until you have labelled it.",
  classes: "What is it?",
  about: "The crop",
  noPicture: "There is no picture to judge.",
  back: (reason: string) => `Not saved: ${reason} Please label it again.`,

  view: "How the crop is shown",
  zoomIn: "Zoom in",
  zoomOut: "Zoom out",
  zoom: "Zoom",
  brighter: "Brighter",
  darker: "Darker",
  brightness: "Brightness",
  lens: "Lens 2×",
  reset: "Reset",

  undo: "Undo",
  nothingToUndo: "Nothing to undo yet.",
  last: "Last",
  operatorWas: (name: string) => `operator ${name}`,
  cameraWas: (name: string) => `camera ${name}`,

  allSaved: "All saved",
  saving: (n: number) => `Saving ${n}`,
  down: (n: number) =>
    n === 0
      ? "The collector is not answering. Trying again by itself."
      : `The collector is not answering. ${labels(n)} ${n === 1 ? "waits" : "wait"} here and ${n === 1 ? "is" : "are"} sent as soon as it does. Keep this page open.`,
  signedOut: (n: number) =>
    n === 0
      ? "You are no longer signed in."
      : `You are no longer signed in. ${labels(n)} ${n === 1 ? "waits" : "wait"} here. Keep this page open.`,
  signIn: "Sign in",
  tryNow: "Try now",

  done: "All labelled",
  doneHelp: "New crops come in as the booths send them. This page looks again every ten seconds.",
  held: "Others have the rest",
  heldHelp: (n: number, shown: string) =>
    `${shown} ${n === 1 ? "crop is" : "crops are"} open on another screen. What nobody labels there comes here in two minutes.`,
  doneFiltered: "Nothing waits under this filter",
  showAll: "Show everything",
  lookNow: "Look now",
  skipped: (n: number, shown: string) =>
    `${shown} skipped. ${n === 1 ? "It waits" : "They wait"} for somebody else, or for you.`,
  showSkipped: "Show skipped",
  noneAtHand: "No crop at hand",
  noneAtHandHelp: "The next ones are shown as soon as the collector answers.",
  opening: "Looking for crops…",

  takenBy: (theirs: string, mine: string) =>
    `Somebody else had labelled this crop ${theirs} by then. Your ${mine} was not saved.`,
  takenOver: (mine: string) => `Somebody else has this crop by now. Your ${mine} was not saved.`,
  gone: (mine: string) => `That crop is no longer on the collector. Your ${mine} was not saved.`,
  comesBack: (mine: string, reason: string) => `${mine} was not saved: ${reason} The crop comes back next.`,
  undoRefused: (reason: string) => `It could not be undone: ${reason}`,
  saidSaved: (what: string) => `${what} saved.`,
  saidWaits: (what: string) => `${what} waits; the collector is not answering.`,
  saidUndone: (what: string) => `${what} undone. It is shown again.`,
  saidNext: (what: string) => `Next: ${what}`,
  saidNone: "Nothing more is waiting.",

  keysTitle: "Keys",
  keysOthers: "And besides",
  keyClass: "Label, save, next",
  keyUnusable: "Unusable: nothing can be told",
  keySkip: "Skip: somebody else may look",
  keyUndo: "Undo, up to ten labels back",
  keyLens: "Lens: twice as large while held",
  keyZoom: "Zoom in, out, back to fit",
  keyPan: "Move a zoomed crop",
  keyBrightness: "Darker, brighter",
  keyHelp: "These keys",
  keyClose: "Close what is open",
  theme: "Colours",
  themes: { auto: "As the system", light: "Light", dark: "Dark" },

  exportCsv: "Labels as CSV",
  exportCsvHelp: "For a spreadsheet. Usable labels, one a row.",
  exportJsonl: "Labels as JSON lines",
  exportJsonlHelp: "For training, with the SHA-256 of each crop and a stable split.",

  toLabelling: "Label crops",
  statsTitle: "Stats",
  statsFailed: "The stats could not be read.",
  again: "Try again",
  washTitle: "Car wash: operator against reviewer",
  washHelp: "Disagree: the reviewer's class lies outside the category the operator chose.",
  cameraTitle: { wash: "Car wash: camera against reviewer", entry: "Entries: camera against reviewer" },
  cameraHelp: "Disagree: the reviewer's class is another than the camera's.",
  agree: "Agree",
  disagree: "Disagree",
  unusable: "Unusable",
  ofLabelled: (share: string) => `${share} of labelled`,
  ofReviewed: (share: string) => `${share} of reviewed`,
  interval: (low: string, high: string) => `between ${low} and ${high} with 95% confidence`,
  states: (waiting: string, skipped: string) => `${waiting} waiting, ${skipped} skipped`,
  nothingYet: "Nothing is labelled yet. What reviewers find is counted here.",
  matrixCaption: {
    wash: "Car wash: camera's class by reviewer's label",
    entry: "Entries: camera's class by reviewer's label",
  },
  matrixHelp: "Rows are the camera's class, columns the reviewer's label. Choose a number to see its crops.",
  cameraClass: "Camera",
  all: "All",
  cell: (count: string, camera: string, verdict: string, share: string) =>
    `${count} ${share} of camera ${camera}: reviewer ${verdict}`,
  boothsTitle: "Booths",
  operatorsTitle: "Operators",
  operatorsHelp: "Operators are known here by a code only their booth can read.",
  tableHelp:
    "Most disagreement first. Bars show the share of disagreement with its 95% interval (Wilson). Fewer than 20 labels are grey and stand below.",
  operator: "Operator",
  labelled: "Labelled",
  disagreement: "Disagreement",
  noWash: "No wash is labelled yet.",

  cropsTitle: "Crops",
  cropsOf: (kind: string, camera: string, verdict: string) => `${kind}: camera ${camera}, reviewer ${verdict}`,
  cropsOfOperator: (code: string) => `Washes of operator ${code}`,
  cropsNone: "No crop is in this cell any more.",
  cropsFailed: "The crops could not be read.",
  more: "Show more",
  backToStats: "Back to stats",
  previous: "Previous",
  next: "Next",
  noFurther: "There is no further crop in this list.",
  reviewed: (at: string) => `labelled ${at}`,
} as const;
