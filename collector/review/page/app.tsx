import { Header } from "./header.tsx";
import { LabelScreen } from "./label/screen.tsx";
import { KeysDialog } from "./parts/keys-dialog.tsx";
import { place } from "./router.ts";
import { said } from "./said.ts";
import { CropsScreen } from "./stats/crops-screen.tsx";
import { StatsScreen } from "./stats/screen.tsx";

/** The page: one bar, and below it labelling, stats or the crops of one cell. */
export function App() {
  return (
    <>
      <Header />
      <Screen />
      <KeysDialog />
      <p class="unseen" role="status">
        {said.value}
      </p>
    </>
  );
}

function Screen() {
  const { page, query } = place.value;
  if (page === "stats") return <StatsScreen query={query} />;
  if (page === "crops") return <CropsScreen query={query} />;
  return <LabelScreen />;
}
