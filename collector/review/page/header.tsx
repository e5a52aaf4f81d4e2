import { REVIEW_KINDS } from "../../../common/review.ts";
import { filter } from "./filter.ts";
import { count, pace } from "./format.ts";
import { choose } from "./looking.ts";
import { BoothSelect } from "./parts/booth-select.tsx";
import { Button } from "./parts/button.tsx";
import { Choice } from "./parts/choice.tsx";
import { ExportMenu } from "./parts/export-menu.tsx";
import { isHelpOpen } from "./parts/keys-dialog.tsx";
import { linkTo, place } from "./router.ts";
import { KIND_NAMES, text } from "./text.ts";
import { shownProgress } from "./work.ts";

const KINDS = [
  { value: "", name: text.allKinds },
  ...REVIEW_KINDS.map((kind) => ({ value: kind, name: KIND_NAMES[kind] })),
] as const;

/** How the work stands, which crops are wanted, and the ways to elsewhere. */
export function Header() {
  const isLabelling = place.value.page === "";
  return (
    <header class="bar">
      <h1>{text.title}</h1>
      <Progress />
      <span class="space" />
      {isLabelling ? (
        <Filters />
      ) : (
        <a class="button" href={linkTo("")}>
          {text.toLabelling}
        </a>
      )}
      {isLabelling ? (
        <a class="button" href={linkTo("stats")}>
          {text.stats}
        </a>
      ) : null}
      <ExportMenu />
      {isLabelling ? (
        <Button
          shortcut="?"
          onTap={() => {
            isHelpOpen.value = true;
          }}
        >
          {text.keys}
        </Button>
      ) : null}
    </header>
  );
}

function Progress() {
  const progress = shownProgress.value;
  if (!progress) return null;
  return (
    <p class="progress">
      <b>{text.left(count(progress.pending))}</b>
      <span>{text.today(count(progress.labelledToday))}</span>
      <span>{text.pace(pace(progress.perMinute))}</span>
    </p>
  );
}

function Filters() {
  const { booth, kind } = filter.value;
  return (
    <>
      <BoothSelect value={booth} onChoose={(chosen) => choose({ booth: chosen })} />
      <Choice
        legend={text.kind}
        options={KINDS}
        value={kind ?? ""}
        onChoose={(chosen) => choose({ kind: chosen === "" ? null : chosen })}
      />
    </>
  );
}
